"""What passages say to the retrievers beyond their own words (FinSage, section 3.1); all optional.

Only ``Passage.retrieval_body`` changes: what is shown and cited stays verbatim.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hirec.enrichment_settings import EnrichmentSettings, FigureStep
from hirec.llm.chat import ChatModel
from hirec.llm.errors import LlmNotSetError
from hirec.prompts import load_prompt
from hirec.settings import Settings
from hirec.types import Identity, Passage
from indexing.enrichment.coreference import CoreferenceResolver
from indexing.enrichment.enricher import Enricher
from indexing.enrichment.llm import figures, references, sections, tables
from indexing.enrichment.llm.annotator import Annotator
from indexing.enrichment.llm.figures import FigureDescriber, ReadFigures
from indexing.enrichment.section_summaries import SectionSummarizer
from indexing.enrichment.table_descriptions import TableDescriber

__all__ = ["Enriched", "Enricher", "enrich", "made_by"]

_ORDER = ("table_descriptions", "coreference", "section_summaries", "figure_descriptions")
"""FinSage's: tables, names, then summaries that carry them."""
_RULES: Mapping[str, Callable[[], Enricher]] = {
    "table_descriptions": TableDescriber,
    "coreference": CoreferenceResolver,
    "section_summaries": SectionSummarizer,
}
_LLM: Mapping[str, tuple[str, Callable[[Annotator, ReadFigures], Enricher]]] = {
    "table_descriptions": (tables.PROMPT, lambda annotator, _: tables.LlmTableDescriber(annotator)),
    "coreference": (
        references.PROMPT,
        lambda annotator, _: references.LlmReferenceResolver(annotator),
    ),
    "section_summaries": (
        sections.PROMPT,
        lambda annotator, _: sections.LlmSectionSummarizer(annotator),
    ),
    "figure_descriptions": (figures.PROMPT, FigureDescriber),
}
"""Prompt and step."""


@dataclass(frozen=True, slots=True)
class Enriched:
    """A filing's passages after all steps."""

    passages: list[Passage]
    notes: tuple[str, ...]
    """What was asked for and could not be done."""


def enrich(
    passages: Sequence[Passage],
    identity: Identity,
    settings: EnrichmentSettings,
    chat: ChatModel | None = None,
    read_figures: ReadFigures = lambda: None,
) -> Enriched:
    """Take a filing's passages through the steps that are on; with all off they come back as is.

    Raises :class:`hirec.llm.chat.LlmError` where the model is missing or cannot be asked; a single
    thing that it cannot do is a note.

    Args:
        passages: All of the filing, in its order.
        identity: That of the filing.
        settings: Which steps are on, and by what.
        chat: The model of the steps that one does.
        read_figures: Called where figures are to be described.

    """
    if settings.by_llm and chat is None:
        raise LlmNotSetError("Enrichment by a language model needs one; set section llm.")
    annotator = Annotator(chat) if chat is not None else None
    enriched = list(passages)
    for step in _steps(settings, annotator, read_figures):
        enriched = step.enrich(enriched, identity)
    return Enriched(enriched, annotator.notes if annotator else ())


def made_by(settings: Settings) -> dict[str, str]:
    """Who does each step that is on, for the manifest: rules, or model, prompt and limits."""
    made = {}
    for name, step in settings.index.enrichment.steps().items():
        stated = str(step.by)
        if step.by == "llm":
            stated = f"{settings.llm.model}, prompt {load_prompt(_LLM[name][0]).version}"
        if isinstance(step, FigureStep):
            stated += f", at most {step.max_pictures} of {step.max_pixels} pixels"
        made[name] = stated
    return made


def _steps(
    settings: EnrichmentSettings, annotator: Annotator | None, read_figures: ReadFigures
) -> list[Enricher]:
    on = settings.steps()
    return [
        _LLM[name][1](annotator, read_figures)
        if on[name].by == "llm" and annotator
        else _RULES[name]()
        for name in _ORDER
        if name in on
    ]
