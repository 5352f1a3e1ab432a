"""A part and its whole as one table states both: sites in Asia of all sites, what is due in 2019.

A share's two figures seldom bear full names: the row is called by the part's own words, the whole
is the total that it is added up in, and what both are of is said around the table. So the table is
asked for the pair, instead of the page for each.
"""

import calendar
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hirec.analysts.rule.plans.plan import Plan
from hirec.analysts.rule.requirements.phrases import LETTER, OPTIONAL, part_stems, stems
from hirec.analysts.rule.tables.parts_asked import TOTAL
from hirec.analysts.rule.vocabulary import FOOTNOTE
from hirec.grounding.cells import TableCell
from hirec.grounding.tables import is_change, period_fit, residual
from hirec.lexicon import words_in
from hirec.periods import cell_period, years_in
from hirec.sums import adds_up, sums
from hirec.types import Cell, Figure, Filing, Operand, Passage, Period, PeriodRef, Table, is_of

_LIGHT = stems(
    "due payable come fall mature maturing scheduled related attributable allocated located held"
    " comprised consist represent account company total overall all balance amount number their"
    f" certain {' '.join(OPTIONAL - {'operating'})}"
)
"""Says that a part belongs to its whole, or that a whole is one."""
_BUCKET = re.compile(r"\b(?:less|more|after|within|thereafter)\b|\d\s*(?:-|–|to)\s*\d|[<>]", re.I)
"""``1-3 years``, ``less than one year``: a column of a part of what is due."""
_MONTHS = {name[:3].lower(): name for name in calendar.month_name[1:]}
_MONTH = re.compile(rf"\b(?:{'|'.join(_MONTHS)})(?:\b|t\b)", re.IGNORECASE)
"""``Nov. 1 through Nov. 30``"""
_COSTS = stems("cost expense")
"""What no whole is called but one of costs."""
_MOST_SPARE = 8
"""A label of more words that nobody asked for is of many things, or tells a change."""
_OWED = stems("future minimum payment liability obligation commitment maturity undiscounted")
"""What is due is called so in many ways; the rest says of what: leases, debt."""


@dataclass(frozen=True, slots=True)
class Portion:
    """The cells of a part and of its whole."""

    part: TableCell
    whole: TableCell
    unmet: int
    """Words of the whole that nothing around the table says."""
    far: int
    """Words of the whole that its own row and column do not say."""
    spare: int
    """Words of rows and columns that the question does not have."""
    aside: bool
    """The column, or the row, that holds both is one beside a total and is not asked for."""
    apart: int
    """Rows from the part to the whole."""
    proven: bool
    """The whole is the sum of a run that the part is in."""

    @property
    def rank(self) -> tuple[int, ...]:
        """The best comes first."""
        return self.unmet, self.aside, not self.proven, self.far + self.spare, self.apart


def portion_of(
    plan: Plan, passages: Sequence[Passage], filings: Mapping[str, Filing], *, sure: bool = False
) -> Mapping[Figure, Operand]:
    """The two figures of a share where one table states them; empty where none or several do.

    Args:
        plan: With the pair in ``share``.
        passages: Evidence; only tables are read.
        filings: By filing_id; not looked at where the page is given.
        sure: Only where the whole is the sum of such parts and all of its words are met.

    """
    if plan.share is None:
        return {}
    part, whole = plan.share
    wanted = _Wanted.of(part, whole)
    if wanted is None:
        return {}
    if plan.given:  # what the page is about is said all over it
        about = stems(" ".join(p.text for p in passages if not p.table_json))
        tables = [_Table(p, p.table, wanted, about) for p in passages if p.table]
    else:
        tables = [
            _Table(p, p.table, wanted, own=filing.identity.period)
            for p in passages
            if p.table and (filing := filings.get(p.filing_id)) and is_of(filing, part.company)
        ]
    found = [one for table in tables for one in table.portions() if plan.given or not one.unmet]
    if whole.period is None and not plan.given:
        found = _newest(found, filings)
    if not found:
        return {}
    best = min(one.rank for one in found)
    chosen = [one for one in found if one.rank == best]
    if len({(one.part.cell.value, one.whole.cell.value) for one in chosen}) > 1:
        return {}
    one = chosen[0]
    if sure and (one.unmet or not one.proven):
        return {}
    kind = one.whole.kind
    return {part: one.part.operand("", kind), whole: one.whole.operand("", kind)}


def taken_as(whole: Operand) -> str:
    """What a whole is called where it was taken from the table that states its part."""
    label = whole.row or whole.column
    return f"The whole is taken as “{label}” of the table that states the part."


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What tells the part, what tells the whole, and of when."""

    own: frozenset[str]
    letters: frozenset[str]
    """``customers A and B``"""
    whole: frozenset[str]
    due: int | None
    """The year in which the part falls due, where that is what tells it."""
    period: PeriodRef | None

    @classmethod
    def of(cls, part: Figure, whole: Figure) -> "_Wanted | None":
        all_of = part_stems(whole.words) - _LIGHT
        own = part_stems(part.words) - all_of - _LIGHT
        due = None
        if not own and part.period != whole.period and part.period is not None:
            due = part.period.period.fiscal_year
            all_of -= _OWED
        if not (own or due) or not all_of:
            return None
        letters = frozenset(LETTER.findall(part.part or part.words))
        return cls(own, letters, all_of, due, whole.period)

    def tells(self, label: str) -> bool:
        """Whether a label is that of the part."""
        if self.due is not None:
            return years_in(label) == (self.due,)
        if not self.letters <= {*LETTER.findall(label)}:
            return False
        return self.own <= stems(_MONTH.sub(lambda at: _MONTHS[at[0][:3].lower()], label))

    def spare(self, label: str) -> int:
        """Words of a label that the question does not have."""
        said = stems(FOOTNOTE.sub(" ", residual(label))) - self.own - self.whole - _LIGHT
        return len(said if self.due is None else said - _OWED)


class _Table:
    """The pairs of cells in one table that may be a part and its whole."""

    def __init__(
        self,
        passage: Passage,
        table: Table,
        wanted: _Wanted,
        about: frozenset[str] = frozenset(),
        own: Period | None = None,
    ) -> None:
        """``about``: words said elsewhere of all that is here; ``own``: the filing's period."""
        self._passage, self._table, self._wanted, self._own = passage, table, wanted, own
        self._around = about | stems(f"{table.caption} {passage.section}")

    def portions(self) -> Iterator[Portion]:
        """By rows, then by columns; those with no more than half of the whole's words unmet."""
        for portion in (*self._by_rows(), *self._by_columns()):
            part, whole = portion.part.cell, portion.whole.cell
            if part.value is None or not whole.value or "%" in (part.unit, whole.unit):
                continue
            told = 2 * portion.unmet <= len(self._wanted.whole) and portion.spare <= _MOST_SPARE
            if told and abs(part.value) <= abs(whole.value):
                yield portion

    def _by_rows(self) -> Iterator[Portion]:
        rows = self._table.rows
        parts = [
            at for at, row in enumerate(rows) if self._wanted.tells(f"{row.section} {row.label}")
        ]
        if not parts:
            return
        for column in self._columns():
            runs = {run.total: run.rows for run in sums(self._table, column)}
            for at in parts:
                for whole in self._wholes(at, column, runs):
                    yield self._pair((at, column), (whole, column), _within(at, whole, runs))

    def _wholes(self, part: int, column: int, runs: Mapping[int, Sequence[int]]) -> Iterator[int]:
        for at, row in enumerate(self._table.rows):
            if at == part or row.cells[column] is None:
                continue
            if _COSTS & stems(row.label) - self._wanted.whole:
                continue  # "total cost of revenues" is no revenue
            named = self._wanted.whole <= stems(row.label) and not self._wanted.spare(row.label)
            total = at > part and (not row.label or bool(TOTAL & words_in(row.label)))
            if named or total or _within(part, at, runs):
                yield at

    def _columns(self) -> Iterator[int]:
        columns = self._table.columns
        for at in range(len(columns)):
            if not is_change(columns[at].label) and self._is_of(columns[at].period):
                yield at

    def _is_of(self, period: Period | None) -> bool:
        """Whether a period, where one is said, is the one that is asked for."""
        asked, period = self._wanted.period, period or self._own
        return period is None or asked is None or period_fit(None, period, asked) > 0

    def _by_columns(self) -> Iterator[Portion]:
        columns = self._table.columns
        parts = [at for at, column in enumerate(columns) if self._wanted.tells(column.label)]
        for number, row in enumerate(self._table.rows):
            if not parts:
                return
            if self._wanted.due is None and not self._is_of(cell_period(columns[parts[0]], row)):
                continue
            values = [cell.value if cell else None for cell in row.cells]
            for whole, column in enumerate(columns):
                value = values[whole] if whole < len(values) else None
                if value is None or whole in parts:
                    continue
                others = [one for at, one in enumerate(values) if at != whole]
                proven = adds_up(others, value)
                if proven or TOTAL & words_in(column.label):
                    for part in parts:
                        yield self._pair((number, part), (number, whole), proven)

    def _pair(self, part: tuple[int, int], whole: tuple[int, int], proven: bool) -> Portion:
        one, other = self._cell(*part), self._cell(*whole)
        said = stems(
            " ".join((other.row.section, other.row.label, other.column.label, one.row.section))
        )
        lacking = self._wanted.whole - said
        labels = (one.row.label, one.column.label, other.row.label, other.column.label)
        spare = sum(self._wanted.spare(label) for label in dict.fromkeys(labels))
        unmet = len(lacking - self._around)
        both = one.column.label if part[1] == whole[1] else one.row.label
        lines = self._table.columns if part[1] == whole[1] else self._table.rows
        alone = len(lines) == 1 or bool(TOTAL & words_in(both))
        asked = not _BUCKET.search(both) and (self._wanted.own | self._wanted.whole) & stems(both)
        aside = not (alone or asked)
        apart = abs(part[0] - whole[0])
        return Portion(one, other, unmet, len(lacking), spare, aside, apart, proven)

    def _cell(self, row: int, column: int) -> TableCell:
        own = self._table.rows[row]
        cell = own.cells[column] or Cell("")
        return TableCell(self._passage, self._table, own, self._table.columns[column], cell)


def _within(part: int, whole: int, runs: Mapping[int, Sequence[int]]) -> bool:
    """Whether a row is added up in another, by subtotals too."""
    rows = runs.get(whole, ())
    return part in rows or any(_within(part, row, runs) for row in rows if row in runs)


def _newest(found: Sequence[Portion], filings: Mapping[str, Filing]) -> list[Portion]:
    """Those of the filing with the last period, where the question names none."""
    days = [filings[one.part.passage.filing_id].identity.available_ordinal for one in found]
    return [one for one, day in zip(found, days, strict=True) if day == max(days)]
