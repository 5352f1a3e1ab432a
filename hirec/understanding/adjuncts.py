"""Whose figures, and of when: companies and periods, wherever a question says them."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hirec.lexicon import Kind
from hirec.periods import in_order, members, years_earlier
from hirec.types import (
    COUNT_OPERATIONS,
    Arithmetic,
    CannotAnswer,
    CompanyRef,
    Figure,
    Measure,
    Operation,
    Period,
    PeriodRef,
    Scope,
    WantedFormat,
    figures_of,
)
from hirec.understanding.annotate import DETERMINERS, Annotation, Span
from hirec.understanding.antecedents import Antecedents
from hirec.understanding.falling_due import due_spans, due_words, sources
from hirec.understanding.figures import Named, bound_to, rebound
from hirec.understanding.operations import Operators
from hirec.understanding.pieces import Pieces, companies_of, periods_of

EVERY = frozenset(
    {Operation.LARGEST, Operation.SMALLEST, Operation.MAXIMUM, Operation.MINIMUM}
    | {Operation.AVERAGE, Operation.SUM, Operation.SERIES}
    | COUNT_OPERATIONS
)
"""Operations over every member of a range, not over its two ends."""
_LAST = ("last", "past", "previous", "trailing", "prior", "recent")


@dataclass(frozen=True, slots=True)
class Clause:
    """What the reading of one clause starts from."""

    annotation: Annotation
    pieces: Pieces
    wanted: WantedFormat
    scope: Scope
    antecedents: Antecedents | None = None
    """What the turns before it offer; None for a question that stands alone."""

    def repeats(self, named: Named) -> bool:
        """Whether "that price", "this 2005 price" is what the turn before called in full."""
        base = self.antecedents.measures.get("base", ()) if self.antecedents else ()
        before = [token.lower for token in self.annotation.tokens[: named.first]][-2:]
        if len(base) != 1 or not isinstance(base[0], Figure):
            return False
        pointed = before[-1:] and (before[-1] in DETERMINERS or before[-1].isdigit())
        same = set(named.figure.words.lower().split()) <= set(base[0].words.lower().split())
        return bool(pointed and DETERMINERS & set(before)) and same


class Adjuncts:
    """Reads the companies and periods of one clause."""

    def __init__(self, clause: Clause, operators: Operators, named: Sequence[Named]) -> None:
        """Take the clause as far as it is read.

        Args:
            clause: With its pieces.
            operators: Of the same clause.
            named: Figures of the clause in the order of their words.

        """
        self._clause = clause
        self._ops = operators
        self._named = named
        self._pieces = clause.pieces.pieces

    def said(
        self,
    ) -> tuple[tuple[CompanyRef, ...], tuple[PeriodRef, ...], tuple[PeriodRef, ...]]:
        """Companies, periods in order of time, and periods as said."""
        due = self._due()
        adjuncts = self._clause.pieces.adjuncts
        listed = len(due) > 1 and len(self._named) == 1  # "due in 2023, 2024 and 2025"
        spans = [span for span in adjuncts if (span in due) == listed]
        companies = companies_of(adjuncts) or self._clause.scope.companies
        ranges = [group for group in self._groups() if len(group) > 1]
        # "the 2005 plan's cost from 2009 to 2010": a year outside the range belongs to a name.
        dated = ranges[0] if len(ranges) == 1 else spans
        periods = _without_days_years(periods_of(dated))
        periods = periods or (() if due else self._clause.scope.periods)
        if not periods and not due:
            periods = self._clause.scope.days
        return companies, in_order(periods), periods

    def in_turn(
        self,
        operation: Operation,
        structure: str,
        companies: tuple[CompanyRef, ...],
        periods: tuple[PeriodRef, ...],
    ) -> tuple[tuple[CompanyRef, ...], tuple[PeriodRef, ...]]:
        """Whose share it is stands first; so does what is so many times as large, or larger.

        What is only listed is told as it was asked: "in 2021 and 2020".
        """
        said = self.said()[2]
        listing = operation is Operation.SERIES and not self._ops.moving and self.listed()
        if listing and len(said) == len(periods):
            return companies, said
        if operation in (Operation.SHARE, Operation.PORTION) and len(companies) > 1:
            spans = [span for span in self._clause.pieces.adjuncts if span.company]
            own = spans[-1].company
            return (
                *(c for c in companies if c == own),
                *(c for c in companies if c != own),
            ), periods
        if structure in ("single_ratio", "share_of_own"):
            return companies, said or periods
        if structure == "multiple":
            last = any(p.value == "times" for p in self._pieces if p.kind == "TIMES_AS")
            if len(said) > 1:
                return companies, said[::-1] if last else said
            return companies[::-1] if last else companies, periods
        apart = operation in (Operation.DIFFERENCE, Operation.GROWTH) and self._ops.has("MORE")
        if apart and self._than() and len(said) == len(periods) == 2 and len(companies) < 2:
            less = self._ops.values("MORE") == {"less"} and operation is Operation.DIFFERENCE
            return companies, said if less else said[::-1]
        return companies, periods

    def _than(self) -> bool:
        """Whether "than" stands between two periods: what is held against what is said."""
        kinds = [
            "than" if span.kind == "VS" and span.said.lower().startswith("than") else span.kind
            for span in self._clause.annotation.spans
        ]
        at = kinds.index("than") if "than" in kinds else 0
        return "PERIOD" in kinds[:at] and "PERIOD" in kinds[at:]

    def _due(self) -> list[Span]:
        """Periods in which a part of a whole falls due, beside the day of which it is told.

        A lone figure that is due in a year is that year's.
        """
        said = [span for span in self._clause.pieces.adjuncts if span.kind == "PERIOD"]
        named = [one.figure for one in self._named]
        due = due_spans(self._clause.annotation, said, named)
        told = len(due) < len(said) or sources(self._clause.annotation)
        return due if self._shared() or self._lone_share() or told else []

    def _lone_share(self) -> bool:
        """Whether one figure is a share of itself: "what portion of the rent falls due in 2024"."""
        figures = [named.figure for named in self._named]
        asks = {"SHARE", "PERCENT"} & self._kinds()
        return len(figures) == 1 and bool(asks) and due_words(figures[0].words) != ""

    def _shared(self) -> bool:
        return len(self._named) == 2 and bool({"SHARE", "AS_SHARE", "PERCENT"} & self._kinds())

    def _kinds(self) -> set[str]:
        return {piece.kind for piece in self._pieces}

    def with_own(self, measures: tuple[Measure, ...]) -> tuple[Measure, ...]:
        """Figures with a company and period of their own, where each of several has one."""
        owners = [self._beside(at) for at in range(len(self._named))]
        if due := self._due():
            return self._falling_due(measures, due)
        kept = {id(figure) for measure in measures for figure in figures_of(measure)}
        if len(owners) < 2 or not all(id(named.figure) in kept for named in self._named):
            return measures  # one figure said twice is nobody's alone
        own_company = all(len(companies_of(spans)) == 1 for spans in owners)
        own_period = all(len(periods_of(spans)) == 1 for spans in owners)
        same_period = len({periods_of(spans) for spans in owners}) == 1
        bound = {
            id(named.figure): bound_to(
                named.figure,
                companies_of(spans) if own_company else (),
                periods_of(spans) if own_period and not same_period else (),
            )
            for named, spans in zip(self._named, owners, strict=True)
        }
        return tuple(rebound(measure, bound) for measure in measures)

    def pairs(self) -> tuple[tuple[CompanyRef, PeriodRef], ...]:
        """Companies with a period of their own: "Acme's 2001 revenue against Borealis' 2002".

        Empty where all companies share their periods. Raises CannotAnswer where it is open which
        period is whose.
        """
        spans = [span for span in self._clause.pieces.adjuncts if span.last and span.periods]
        spans = [span for span in spans if span not in self._due()]
        owners = [span for span in self._clause.pieces.adjuncts if span.last and span.company]
        if len(companies_of(owners)) < 2 or len(periods_of(spans)) < 2:
            return ()
        in_order_said = sorted([*spans, *owners], key=lambda span: span.first)
        runs = [
            list(run) for _, run in itertools.groupby(in_order_said, lambda s: s.company is None)
        ]
        if any(token.lower == "respectively" for token in self._clause.annotation.tokens):
            companies, periods = companies_of(owners), periods_of(spans)
            if len(companies) == len(periods):
                return tuple(zip(companies, periods, strict=True))
        if len({periods_of(run) for run in runs if run[0].periods}) < 2:
            return ()
        # Periods that stand together stay together, companies are taken one by one.
        said = [part for run in runs for part in ([run] if run[0].periods else [[s] for s in run])]
        blocks = [list(itertools.chain(*said[at : at + 2])) for at in range(0, len(said), 2)]
        pairs = tuple((companies_of(block), periods_of(block)) for block in blocks)
        if any(len(whose) != 1 or len(when) != 1 for whose, when in pairs):
            raise CannotAnswer("It is unclear which period is whose: say one for each company.")
        return tuple((whose[0], when[0]) for whose, when in pairs)

    def _falling_due(
        self, measures: tuple[Measure, ...], due: Sequence[Span]
    ) -> tuple[Measure, ...]:
        """The part, or the lone figure, with the year in which it falls due."""
        periods = periods_of(due)
        said = [span for span in self._clause.pieces.adjuncts if span.kind == "PERIOD"]
        others = periods_of([span for span in said if span not in due]) or sources(
            self._clause.annotation
        )
        told = others[0] if len(others) == 1 else None

        def part_of(figure: Figure) -> Figure:
            return replace(bound_to(figure, (), periods), told=told)

        match measures:
            case (Arithmetic("%", Figure() as part, whole),):
                return (Arithmetic("%", part_of(part), whole),)
            case (Figure(kind=Kind.PERCENT) as figure,) if due_words(figure.words):
                words = figure.words.removesuffix(due_words(figure.words)).strip()
                part = part_of(replace(figure, kind="", row_name=False))
                return (Arithmetic("%", part, replace(figure, kind="", words=words)),)
            case (Figure() as figure,):
                return (part_of(figure),)
            case _:
                return measures

    def _beside(self, at: int) -> list[Span]:
        """Adjuncts from one figure to the next; the first one takes those in front of it too."""
        start = self._named[at].first if at else -1
        end = self._named[at + 1].first if at + 1 < len(self._named) else 1 << 30
        adjuncts = self._clause.pieces.adjuncts
        if at + 1 < len(self._named):
            # What stands right in front of the next figure is its own: "Intel's revenue".
            between = [s.last for s in self._telling() if s.first >= self._named[at].last]
            joint = [last for last in between if last <= end]
            end = min(end, joint[0]) if joint else end
        if at:
            start = min(start, self._beside_end(at - 1))
        return [span for span in adjuncts if start <= span.first < end]

    def _beside_end(self, at: int) -> int:
        ends = [s.last for s in self._telling() if s.first >= self._named[at].last]
        return ends[0] if ends else self._named[at + 1].first

    def _telling(self) -> list[Span]:
        return [
            span
            for piece in self._pieces
            if piece.kind not in ("NAME", "CONCEPT")
            for span in piece.spans
        ]

    def ranged(self, periods: tuple[PeriodRef, ...], years: int) -> tuple[PeriodRef, ...]:
        """Every member of a range; as many years back as are counted."""
        kinds = {span.kind for span in self._clause.pieces.joins}
        said = self._ops.values("SERIES") | self._ops.values("DOMAIN")
        if "quarter" in said and all(_is_year(ref) for ref in periods):
            return tuple(quarter for ref in periods for quarter in _quarters(ref))
        if len(periods) == 2 and kinds & {"BETWEEN", "TO", "MINUS"}:
            return members(periods[0], periods[1])
        year = periods[0].period.fiscal_year if len(periods) == 1 else None
        if year is not None and years > 1:
            first = replace(periods[0].period, fiscal_year=year - years + 1)
            return members(replace(periods[0], period=first), periods[0])
        return periods

    def stepped(self, periods: tuple[PeriodRef, ...], years: int) -> tuple[PeriodRef, ...]:
        """Every member of a range, with the one before where the first is to be held against it."""
        each = self.ranged(periods, years)
        words = {token.lower for token in self._clause.annotation.tokens}
        back = years or self.listed() or not words.isdisjoint(_LAST)
        return (years_earlier(each[0]), *each) if back and each else each

    def beyond(self) -> tuple[str, ...]:
        """Periods after which something is asked for: no period of a filing is meant."""
        tokens = self._clause.annotation.tokens
        spans = (
            span for span in self._clause.pieces.adjuncts if span.kind == "PERIOD" and span.first
        )
        led = ((tokens[span.first - 1].lower, span.said) for span in spans)
        return tuple(f"{word} {said}" for word, said in led if word in ("after", "beyond"))

    def computed(self) -> Operation | None:
        """What the sign between two periods computes: "2022 minus 2021"."""
        kinds = {span.kind for span in self._clause.pieces.joins if span.said != "-"}
        signs = {"MINUS": Operation.DIFFERENCE, "PLUS": Operation.SUM}
        return next((signs[kind] for kind in kinds if kind in signs), None)

    def listed(self) -> bool:
        """Whether several periods are named one by one: "in 2021 and 2022"."""
        kinds = {span.kind for span in self._clause.pieces.joins}
        match self._groups():
            case [[first, *_, last]]:
                between = self._clause.annotation.tokens[first.last : last.first]
                ranged = any(token.text in "-–" for token in between)
                return kinds <= {"AND"} and not ranged
            case _:
                return False

    def scattered(self) -> tuple[str, ...]:
        """Periods that nothing joins: "issued in 2005 that are due in 2035"."""
        groups = [group for group in self._groups() if group[0] not in self._due()]
        return tuple(group[0].said for group in groups[1:])

    def _groups(self) -> list[list[Span]]:
        """Period spans that are joined with each other: "from 2019 to 2021"."""
        joined = {join.first for join in self._clause.pieces.joins}
        groups: list[list[Span]] = []
        for span in self._clause.pieces.adjuncts:
            if span.kind != "PERIOD" or not span.last:
                continue  # taken from the turn before
            before = groups[-1][-1] if groups else None
            between = range(before.last, span.first) if before else range(0)
            listed = all(self._clause.annotation.tokens[at].text in "-–," for at in between)
            if before and (listed or not joined.isdisjoint(between)):
                groups[-1].append(span)
            else:
                groups.append([span])
        return groups

    def years(self) -> tuple[int, bool]:
        """How many years are counted, and whether back from the newest."""
        for span in self._ops.by.get("YEARS", ()):
            before = self._clause.annotation.tokens[max(span.first - 2, 0) : span.first]
            return int(span.value), any(token.lower in _LAST for token in before)
        return 0, False


def _is_year(ref: PeriodRef) -> bool:
    return bool(ref.period.fiscal_year) and ref.period.fiscal_quarter is None


def _quarters(ref: PeriodRef) -> tuple[PeriodRef, ...]:
    numbers = range(1, 5)
    return tuple(
        replace(ref, period=Period(ref.period.fiscal_year, number, None, 3)) for number in numbers
    )


def _without_days_years(periods: tuple[PeriodRef, ...]) -> tuple[PeriodRef, ...]:
    """A bare year beside a day of that year says no more: "in 2009 … at May 31, 2009"."""
    days = {ref.period.end.year for ref in periods if ref.period.end is not None}
    return tuple(
        ref
        for ref in periods
        if ref.period.fiscal_year not in days or ref.period.fiscal_quarter or ref.fiscal
    )
