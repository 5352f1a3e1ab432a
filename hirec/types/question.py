"""What a question demands: scope, slots, intent; and the cards that answer it."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from hirec.types.identity import Form
from hirec.types.period import Period


@dataclass(frozen=True, slots=True)
class CompanyRef:
    """A company of the index, and the words by which the question named it."""

    company_key: str
    name: str
    said: str


@dataclass(frozen=True, slots=True)
class PeriodRef:
    """A period the question asks for, and how it said so."""

    period: Period
    said: str
    fiscal: bool = False
    """True where the question says "fiscal" or "FY"; else it may mean the calendar year."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One (company × period) that the answer needs; every slot keeps a place of its own."""

    company: CompanyRef | None
    period: PeriodRef | None


@dataclass(frozen=True, slots=True)
class Scope:
    """Which filings a question is about. Empty fields mean "not said"."""

    companies: tuple[CompanyRef, ...] = ()
    periods: tuple[PeriodRef, ...] = ()
    forms: tuple[Form, ...] = ()
    """Forms said or implied ("AGM" → 8-K), most likely first."""
    event_dates: tuple[date, ...] = ()
    """Days named in the question ("dated 1st July 2022", "on May 26, 2023")."""
    unknown_companies: tuple[str, ...] = ()
    """Names that are not one company of the index: of another company, misspelt too far, or of
    several. They are never replaced by a near name; a refusal says which are near."""
    outlook: bool = False
    """True where the question asks what was expected of its periods, not how they turned out."""
    as_of: date | None = None
    """Filings made later than this day do not exist for the question."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Company × newest period first; a scope without companies or periods has open slots."""
        return tuple(
            Slot(company, period)
            for company in (self.companies or (None,))
            for period in (self.periods or (None,))
        )


class Relation(StrEnum):
    """What is to be done with the numbers or statements asked for."""

    LOOKUP = "lookup"
    DIFFERENCE = "difference"
    GROWTH = "growth"
    RATIO = "ratio"
    AVERAGE = "average"
    SUM = "sum"
    EXTREME = "extreme"
    YES_NO = "yes_no"
    EXPLAIN = "explain"


@dataclass(frozen=True, slots=True)
class Intent:
    """FinCards' query intent (T, E, M, R, Θ, ν, K), equation 3."""

    topic: str
    entities: tuple[str, ...]
    metrics: tuple[str, ...]
    """Lexicon keys, or the question's own noun phrases where the lexicon has none."""
    relation: Relation
    periods: tuple[Period, ...]
    needs_number: bool
    keywords: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """FinCards' chunk card: core (T, E, M, N, P, S, D, Ξ) of equation 2, then auxiliary fields."""

    passage_id: str
    topic: str
    entities: tuple[str, ...]
    metrics: tuple[str, ...]
    numbers: tuple[str, ...]
    """Verbatim numeric spans."""
    periods: tuple[Period, ...]
    section: str
    triples: tuple[tuple[str, str, str], ...]
    """(entity, metric, period) that the passage states."""
    spans: tuple[str, ...]
    """Verbatim evidence for the fields above: the audit trace Ξ."""
    is_table: bool = False
    boilerplate: bool = False
