"""What a question asks: its scope and slots, and what it was parsed to."""

from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum

from hirec.types.answer import Answer
from hirec.types.asked_for import Bound, Convention, DueWindow, Ranking, WantedFormat
from hirec.types.filing import Filing
from hirec.types.identity import Form
from hirec.types.intent import Relation
from hirec.types.period import Period


@dataclass(frozen=True, slots=True)
class CompanyRef:
    """A company of the index, and the words by which the question named it."""

    company_key: str
    name: str
    said: str
    doubt: str = ""
    """Why another may be meant; empty where the name is its alone."""


def is_of(filing: Filing, company: CompanyRef | None) -> bool:
    """Whether a filing is of the company; any is where the question names none."""
    return company is None or filing.company_key == company.company_key


@dataclass(frozen=True, slots=True)
class PeriodRef:
    """A period the question asks for, and how it said so."""

    period: Period
    said: str
    fiscal: bool = False
    """True where the question says "fiscal" or "FY"; else it may mean the calendar year."""

    @classmethod
    def on(cls, day: date) -> "PeriodRef":
        """A day by itself."""
        return cls(Period(end=day, months=0), day.isoformat())


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
    own_filings: bool = False
    """Only the one filing of each company and period counts, not what others say of that period."""
    partial: bool = False
    """A filing of a part of a year asked for will do: the index holds none of the year."""
    any_filing: bool = False
    """Any filing of the companies may tell: periods and days order them and rule out none."""
    given: bool = False
    """The passages come with the question: they are its scope, no company or period is demanded."""

    @property
    def names(self) -> tuple[str, ...]:
        """Companies as the question says them, those of the index first."""
        return (*(company.said for company in self.companies), *self.unknown_companies)

    @property
    def days(self) -> tuple[PeriodRef, ...]:
        """The days named, as periods, in the order said."""
        return tuple(map(PeriodRef.on, self.event_dates))

    @property
    def widened(self) -> "Scope":
        """The same over any filing of its companies."""
        said = tuple(ref for ref in self.periods if ref.said)
        return replace(self, periods=said, unknown_companies=(), own_filings=False, any_filing=True)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Company × newest period first; a scope without companies or periods has open slots."""
        return tuple(
            Slot(company, period)
            for company in (self.companies or (None,))
            for period in (self.periods or (None,))
        )


class Operation(StrEnum):
    """What a question wants done with its figures, in order, to become the answer."""

    VALUE = "value"
    DIFFERENCE = "difference"
    """Last less first."""
    GROWTH = "growth"
    """Last against first in percent of the first."""
    CAGR = "cagr"
    AVERAGE = "average"
    SUM = "sum"
    SHARE = "share"
    """First in percent of the last."""
    PORTION = "portion"
    """First in percent of the sum of all."""
    RATIO = "ratio"
    """First divided by the last."""
    LARGEST = "largest"
    SMALLEST = "smallest"
    MAXIMUM = "maximum"
    """The value of the largest, not what it is of."""
    MINIMUM = "minimum"
    ROSE = "rose"
    FELL = "fell"
    CHANGED = "changed"
    DIRECTION = "direction"
    POSITIVE = "positive"
    NEGATIVE = "negative"
    ABOVE = "above"
    """First above the last, or above a bound."""
    BELOW = "below"
    COUNT_ABOVE = "count_above"
    """In how many periods the figure is above a bound."""
    COUNT_BELOW = "count_below"
    SERIES = "series"
    """Each period with its value."""
    SEVERAL = "several"
    """Figures side by side."""
    TEXT = "text"
    """Words, not a figure."""

    @property
    def relation(self) -> Relation:
        """The relation of the question's intent."""
        return _RELATIONS.get(self, Relation.YES_NO)

    @property
    def worded(self) -> bool:
        """Whether the result is a word or a truth value, not a number."""
        return self.relation in (Relation.YES_NO, Relation.EXTREME)


_RELATIONS = {
    Operation.VALUE: Relation.LOOKUP,
    Operation.DIFFERENCE: Relation.DIFFERENCE,
    Operation.GROWTH: Relation.GROWTH,
    Operation.CAGR: Relation.GROWTH,
    Operation.AVERAGE: Relation.AVERAGE,
    Operation.SUM: Relation.SUM,
    Operation.SHARE: Relation.RATIO,
    Operation.PORTION: Relation.RATIO,
    Operation.RATIO: Relation.RATIO,
    Operation.LARGEST: Relation.EXTREME,
    Operation.SMALLEST: Relation.EXTREME,
    Operation.MAXIMUM: Relation.AVERAGE,
    Operation.MINIMUM: Relation.AVERAGE,
    Operation.COUNT_ABOVE: Relation.LOOKUP,
    Operation.COUNT_BELOW: Relation.LOOKUP,
    Operation.SERIES: Relation.LOOKUP,
    Operation.SEVERAL: Relation.LOOKUP,
    Operation.TEXT: Relation.EXPLAIN,
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One number that a question needs, as the question calls it."""

    words: str
    """As said, without company and period: "net cash used for investing activities"."""
    concept: str = ""
    """Lexicon key where its words are a known concept; evidence, not a filter."""
    part: str = ""
    """Segment, region or product: words that must be met."""
    kind: str = ""
    """money, shares, per_share, percent, ratio, days, count, or empty where not said."""
    company: CompanyRef | None = None
    period: PeriodRef | None = None
    qualifiers: tuple[str, ...] = ()
    """Negation, "excluding X", "adjusted", "diluted", "expected": must be met."""
    row_name: bool = False
    """The words may be the very name of a row."""
    counted: str = ""
    """Of a count, the noun and all that narrows it: "homes delivered in California"."""
    told: PeriodRef | None = None
    """Of what falls due in its period, when that was so: "due in 2023 as of the end of 2020"."""

    def is_of(self, company_key: str) -> bool:
        """Whether a company's filing may state it: where it names none, any company's may."""
        return self.company is None or self.company.company_key == company_key


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """``left sign right`` with ``+ - * /``, or ``%``: left in percent of right."""

    sign: str
    left: "Measure"
    right: "Measure"


@dataclass(frozen=True, slots=True)
class Aggregated:
    """A figure inside a formula that is averaged or summed, or its change, over periods."""

    aggregate: str
    """``average``, ``sum`` or ``change``."""
    figure: Figure
    periods: tuple[PeriodRef, ...] = ()
    """Periods said beside it; empty for this one and the one before."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number in a formula: 100, 365, a coefficient."""

    value: int | Decimal


Measure = Figure | Arithmetic | Aggregated | Constant
"""What is measured: a figure, or arithmetic over figures."""


ABOVE_BELOW = frozenset({Operation.ABOVE, Operation.BELOW})
"""What is held against another figure, or against a bound."""
COUNT_OPERATIONS = frozenset({Operation.COUNT_ABOVE, Operation.COUNT_BELOW})
"""How often a figure keeps to a bound."""
PLAIN_OPERATIONS = frozenset({Operation.TEXT, Operation.VALUE, Operation.SERIES, Operation.SEVERAL})
"""What computes nothing."""
WHOLE_COMPANY_CHOICES = frozenset({"", "year", "quarter", "company", "activity"})
"""What is chosen among where no part of a company is."""


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question understood once; planning, retrieval and grounding read this and nothing else."""

    text: str
    operation: Operation
    measures: tuple[Measure, ...] = ()
    """In the order in which the operation takes them."""
    companies: tuple[CompanyRef, ...] = ()
    periods: tuple[PeriodRef, ...] = ()
    """From the earliest to the latest, with every member of a range."""
    each: bool = False
    """Whether it has to hold from each period to the next: "did it rise every year"."""
    listed: bool = False
    """The periods are named one by one, not by the ends of a range."""
    wanted: WantedFormat = field(default_factory=WantedFormat)
    definitions: tuple[tuple[str, Measure], ...] = ()
    """What the question itself says that a name means."""
    convention: Convention | None = None
    """Of the one ratio it names; None where it names none, several, or defines it itself."""
    bound: Bound | None = None
    choose: str = ""
    """What is chosen among: ``year``, ``quarter``, ``company``, ``activity``, or a kind of part:
    ``segment``, ``region``, ``product``, or as said: ``end market``."""
    years: int = 0
    """3 for "three year average", "last 3 years"; 0 where not said."""
    latest: bool = False
    """The periods are counted back from the newest filing: "last three years"."""
    moving: Operation | None = None
    """The change that a condition, an average or a choice is about."""
    improving: bool = False
    """The question says "improve" instead of "rise"."""
    figure_asked: bool = False
    """Only a number would answer; a sentence that holds one proves nothing of it."""
    asks_text: str = ""
    """``reason``, ``person``, ``place``, ``day`` or ``description`` where words are asked for."""
    disclosure: str = ""
    """Key of the one fact of ``disclosures.yaml`` that it asks for, with no word beside."""
    judgement: str = ""
    """Key of ``judgements.yaml`` where it asks to judge: "is its liquidity healthy?"."""
    row_name: str = ""
    """The whole name with its operator, as a row may bear it: "net change in cash"."""
    core: str = ""
    """The clause that asks, without role play, instructions and definitions."""
    unplaced: tuple[str, ...] = ()
    """Words that found no place; what they stand in is not understood."""
    readings: tuple[str, ...] = ()
    """Why a word was read as it was, where it could be read otherwise."""
    due: DueWindow | None = None
    """The years in which what its one figure names falls due: "after 2028"."""
    ranking: Ranking | None = None
    """Of a choice among parts, which are named; None: the first."""
    left_out: str = ""
    """A part that a choice is not among: "outside the U.S., which region …"."""
    context: str = ""
    """What it stands in, as said: "when Acme bought Bolt"; told where the answer is."""
    doubt: str = ""
    """Why another operation may be meant."""

    @property
    def among_parts(self) -> bool:
        """Whether a part of the company is chosen."""
        return self.choose not in WHOLE_COMPANY_CHOICES

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure named, in order."""
        return tuple(figure for measure in self.measures for figure in figures_of(measure))

    @property
    def shared_companies(self) -> tuple[CompanyRef, ...]:
        """Companies that every measure is of; none where each figure has its own."""
        own = self.figures and all(figure.company for figure in self.figures)
        return () if own else self.companies

    @property
    def shared_periods(self) -> tuple[PeriodRef, ...]:
        """Periods that every measure is of; none where each figure has its own."""
        own = self.figures and all(figure.period for figure in self.figures)
        return () if own else self.periods

    @property
    def paired(self) -> bool:
        """Whether every figure has a company and a period of its own."""
        return bool(self.figures) and not (self.shared_companies or self.shared_periods)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that stands alone: in words for people, and as parsed where that is known."""

    text: str
    parsed: ParsedQuestion | None = None
    """What it asks for, taken from a conversation; None where its own words say all of it."""
    scope: Scope | None = None
    """Which filings it is about, with what it took over; None where its own words say it."""
    rests_on: tuple["Asked", ...] = ()
    """Figures to be computed first: what a judgement looks at, what an explanation is about."""
    facts: tuple[Answer, ...] = ()
    """Those of them that were found."""
    by_filing: tuple["Asked", ...] = ()
    """The same of one filing each, where words are asked for over several; else empty."""
    subject: str = ""
    """Of such a part whose and of when it is: ``Acme Inc., FY2023``."""
    chosen: "Chosen | None" = None
    """How the company is chosen that it is about, where another question says it."""
    any_filing: bool = False
    """Looked for in the sentences of any filing of its companies."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A question whose company another one names: the one with the highest revenue."""

    by: Asked
    """Which of the companies it is."""
    rest: str
    """What is asked of it, with ``{company}`` in its place."""
    companies: tuple[CompanyRef, ...]


def figures_of(measure: Measure) -> tuple[Figure, ...]:
    """The figures of a measure, in order."""
    match measure:
        case Figure():
            return (measure,)
        case Aggregated():
            return (measure.figure,)
        case Arithmetic():
            return (*figures_of(measure.left), *figures_of(measure.right))
        case Constant():
            return ()
