"""FinCards' chunk card: what a passage states, in the fields that a question demands.

Core (T, E, M, N, P, S, D, Ξ) of FinCards' equation 2, then the auxiliary fields of its figure 3.
A card says nothing of any question; what of it meets one is :mod:`hirec.tournament.alignment`'s.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from hirec.types.period import Period

SUMMARY_WORDS = 40
"""Most words of a summary (human-aligned reranking, 3.1)."""


class ClaimRole(StrEnum):
    """What a passage is good for as evidence."""

    PRIMARY_EVIDENCE = "primary_evidence"
    SUPPORTING_CONTEXT = "supporting_context"
    DEFINITION = "definition"
    CAVEAT = "caveat"
    BOILERPLATE = "boilerplate"
    STRUCTURAL_HEADING = "structural_heading"


class EvidenceType(StrEnum):
    """In what form a passage states something."""

    TABLE_NUMERIC = "table_numeric"
    NARRATIVE_NUMERIC = "narrative_numeric"
    QUALITATIVE_EXPLANATION = "qualitative_explanation"
    POLICY_TEXT = "policy_text"
    GUIDANCE = "guidance"
    NONE = "none"


class Answerability(StrEnum):
    """A kind of question that a passage alone could answer."""

    SINGLE_FACT = "single_fact"
    COMPARISON = "comparison"
    TREND = "trend"
    AGGREGATION = "aggregation"
    ATTRIBUTION = "attribution"


class AnchorQuality(StrEnum):
    """How a passage is tied to a time."""

    EXPLICIT = "explicit"
    """It names its periods."""
    INHERITED = "inherited"
    """It names none; the filing's own holds."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class TemporalAnchor:
    """The time that a passage is about, from the earliest of its periods to the latest."""

    quality: AnchorQuality
    start: date | None = None
    """Earliest day that is known; None where only fiscal years are named."""
    end: date | None = None
    years: tuple[int, ...] = ()
    """Fiscal years named, ascending."""


class EntityScope(StrEnum):
    """Of what a passage speaks within its company."""

    COMPANY = "company"
    SEGMENT = "segment"
    GEOGRAPHY = "geography"
    PRODUCT = "product"
    PARENT = "parent"
    """The parent alone, a guarantor: not the consolidated company."""


class MeasurementBasis(StrEnum):
    """By which rules figures are measured."""

    GAAP = "gaap"
    NON_GAAP = "non_gaap"
    ADJUSTED = "adjusted"
    REPORTED = "reported"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Verifiability:
    """What of a passage can be checked."""

    numeric_claims: int = 0
    table: bool = False
    comparison: bool = False
    """It holds something against something: "compared with", "increase of"."""


@dataclass(frozen=True, slots=True)
class RiskSignals:
    """What speaks against relying on a passage."""

    boilerplate: float = 0.0
    """0, 0.5 (one sign of standing text) or 1 (several, or nothing else)."""
    limitations: tuple[str, ...] = ()
    """Words that limit it, as printed: "unaudited", "preliminary"."""


@dataclass(frozen=True, slots=True)
class StatedRow:
    """A row of a table by its names: what a figure is called, without the figure."""

    label: str
    section: str
    metrics: tuple[str, ...]
    """Lexicon keys that the row may state."""
    units: tuple[str, ...]
    """Units that its cells print (``%``, ``USD``), empty for a cell that prints none."""


@dataclass(frozen=True, slots=True)
class SemanticSketch:
    """A passage in a sentence and a few names."""

    summary: str
    """At most :data:`SUMMARY_WORDS` words, the passage's own."""
    anchors: tuple[str, ...] = ()
    """What it is about: caption, headings, first rows."""


class CardOrigin(StrEnum):
    """Who made a card."""

    RULES = "rules"
    HYBRID = "hybrid"
    """The rules, completed by a language model."""
    PLACEHOLDER = "placeholder"
    """The rules alone: a language model was to complete it and did not."""


@dataclass(frozen=True, slots=True)
class EvidenceSpan:
    """Where a field stands: the passage's ``text[start:end]`` (audit trace Ξ)."""

    field: str
    """``metrics``, ``numbers``, ``periods``, or ``claim``: what a model says it states."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Card:
    """A passage as a record; every text in it is printed in the passage or its filing's cover."""

    passage_id: str
    topic: str
    """T: the statement it belongs to, else its section's own name, in lower case."""
    entities: tuple[str, ...] = ()
    """E"""
    metrics: tuple[str, ...] = ()
    """M: lexicon keys of what it states, in the order in which it does."""
    numbers: tuple[str, ...] = ()
    """N: verbatim amounts in the order printed, repetitions too."""
    periods: tuple[Period, ...] = ()
    """P: each once; the filing's own where it names none."""
    section: str = ""
    """S"""
    triples: tuple[tuple[str, str, str], ...] = ()
    """D: (entity, metric, period) that it states; the period ``?`` where it is not sure."""
    spans: tuple[EvidenceSpan, ...] = ()
    """Ξ: where metrics, numbers and periods stand in the passage's text."""
    claim_role: ClaimRole = ClaimRole.SUPPORTING_CONTEXT
    evidence_type: EvidenceType = EvidenceType.NONE
    answerability: tuple[Answerability, ...] = ()
    temporal_anchor: TemporalAnchor = TemporalAnchor(AnchorQuality.NONE)
    scope: EntityScope = EntityScope.COMPANY
    basis: MeasurementBasis = MeasurementBasis.UNKNOWN
    verifiability: Verifiability = Verifiability()
    risk: RiskSignals = RiskSignals()
    sketch: SemanticSketch = SemanticSketch("")
    rows: tuple[StatedRow, ...] = ()
    """Table signature: the rows with figures, by their names; empty for prose."""
    caption: str = ""
    made: CardOrigin = CardOrigin.RULES

    @property
    def is_table(self) -> bool:
        """Whether it abstracts (a piece of) a table."""
        return self.verifiability.table

    @property
    def boilerplate(self) -> bool:
        """Whether it shows signs of standing text."""
        return self.risk.boilerplate > 0

    @property
    def explains(self) -> bool:
        """Whether it gives reasons, rules, prospects or meaning rather than figures."""
        return self.claim_role is ClaimRole.DEFINITION or self.evidence_type in (
            EvidenceType.QUALITATIVE_EXPLANATION,
            EvidenceType.POLICY_TEXT,
            EvidenceType.GUIDANCE,
        )
