"""The same system with a part switched off: a retrieval path, or a stage (HiREC, table 3)."""

from hirec.settings import RetrievalSettings, Settings

_SUFFIX = "_weight"
FULL = "all paths"
_CURATION_OFF = {
    "no-filter": {"filter": False},
    "no-complement": {"complement": False},
    "no-curation": {"enabled": False},
}
NO_HIERARCHY = "no-hierarchy"
STAGES = (NO_HIERARCHY, *_CURATION_OFF)
"""Names of hirec with a stage switched off, as in HiREC's table 3."""


def paths(settings: Settings) -> tuple[str, ...]:
    """Retrieval paths that these settings use: those of positive weight, by name."""
    return tuple(
        name.removesuffix(_SUFFIX)
        for name in RetrievalSettings.model_fields
        if name.endswith(_SUFFIX) and getattr(settings.retrieval, name) > 0
        # Its weight orders nothing where no cross-encoder is loaded.
        if name != "rerank_weight" or settings.models.cross_encoder
    )


def without(settings: Settings, path: str) -> Settings:
    """The same settings with one path's weight at zero."""
    retrieval = settings.retrieval.model_copy(update={path + _SUFFIX: 0.0})
    return settings.model_copy(update={"retrieval": retrieval})


def leave_one_out(settings: Settings) -> dict[str, Settings]:
    """Name of each variant → its settings: the full system first."""
    variants = {f"without {path}": without(settings, path) for path in paths(settings)}
    return {FULL: settings, **variants}


def ablated(name: str, settings: Settings) -> tuple[str, Settings]:
    """System and settings of a name of :data:`STAGES`.

    Without the hierarchy the passages are ranked over the whole index by ``baselines.search``;
    all else stays.
    """
    if name == NO_HIERARCHY:
        return settings.baselines.search, settings
    curation = settings.curation.model_copy(update=_CURATION_OFF[name])
    return "hirec", settings.model_copy(update={"curation": curation})
