"""What passages say to the retrievers beyond their own words (FinSage, section 3.1); all optional.

Only ``Passage.retrieval_body`` changes: what is shown and cited stays verbatim.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hirec.settings import EnrichmentSettings
from hirec.types import Identity, Passage
from indexing.enrichment.coreference import CoreferenceResolver
from indexing.enrichment.enricher import Enricher
from indexing.enrichment.section_summaries import SectionSummarizer
from indexing.enrichment.table_descriptions import TableDescriber

__all__ = ["Enriched", "Enricher", "enrich", "steps"]

NO_FIGURES = "figures not described: that takes a vision model, which is not part of this version"


@dataclass(frozen=True, slots=True)
class Enriched:
    """A filing's passages after all steps."""

    passages: list[Passage]
    notes: tuple[str, ...]
    """What was asked for and could not be done."""


def steps(settings: EnrichmentSettings) -> tuple[Enricher, ...]:
    """The steps that are on, in FinSage's order: tables, names, then summaries that carry them."""
    known: tuple[tuple[bool, type[Enricher]], ...] = (
        (settings.table_descriptions, TableDescriber),
        (settings.coreference, CoreferenceResolver),
        (settings.section_summaries, SectionSummarizer),
    )
    return tuple(step() for wanted, step in known if wanted)


def enrich(
    passages: Sequence[Passage], identity: Identity, settings: EnrichmentSettings
) -> Enriched:
    """Take a filing's passages through the steps that are on; with all off they come back as is."""
    enriched = list(passages)
    for step in steps(settings):
        enriched = step.enrich(enriched, identity)
    return Enriched(enriched, (NO_FIGURES,) if settings.figure_descriptions else ())
