"""Leave one out: the same system with one retrieval path switched off at a time."""

from hirec.settings import RetrievalSettings, Settings

_SUFFIX = "_weight"
FULL = "all paths"


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
