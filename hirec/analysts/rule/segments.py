"""Which segment, region, product or the like had the most: a choice among the parts of a table.

The members of a table's part axis, its rows or its columns, are enumerated as the years of a range
are, and the same programs choose among them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from hirec.analysts.rule.formula import Leaf, moved, prior
from hirec.analysts.rule.phrases import says, stems
from hirec.analysts.rule.plans import Part, Plan
from hirec.analysts.rule.surroundings import (
    Surroundings,
    beyond,
    states,
    sums,
    surroundings,
)
from hirec.analysts.rule.writing import write_program
from hirec.grounding.cells import TableCell
from hirec.grounding.tables import is_change, period_fit, residual
from hirec.lexicon import Kind, Metric, find_metrics, get_metric, match_row, words_in
from hirec.periods import cell_period
from hirec.types import (
    CannotAnswer,
    Figure,
    Filing,
    Operand,
    Operation,
    ParsedQuestion,
    Passage,
    PeriodRef,
    Program,
    Query,
    Row,
    Table,
)
from hirec.understanding import KINDS_OF_PARTS, parse_of, parts_called

_TOTAL = frozenset({"total", "totals", "consolidated"})
_NO_PART = re.compile(
    r"\b(?:totals?|consolidated|eliminat\w+|corporate|unallocated|intersegment|reconcil\w+)\b"
    r"|^\W*(?:all )?others?\b|\b(?:in|ex)cluding\b|-level\b|^\W*(?:19|20)\d\d\W*$",
    re.IGNORECASE,
)
_BY = re.compile(r"\bby\b(.*)", re.IGNORECASE | re.DOTALL)
"""``product revenue by segment``: what the parts are stands behind it."""
_END = re.compile(r"(?:\s+segments?)?\s*(?:\(\w{1,2}\)\s*)*:?\s*$", re.IGNORECASE)
_STATED = 0.9
"""Least fit of a row that states the metric under the heading of a part."""
_EITHER = "By amount it is another one than by percent."
_ONE_WAY = {
    Operation.ROSE: Operation.LARGEST,
    Operation.FELL: Operation.SMALLEST,
    Operation.POSITIVE: Operation.LARGEST,
    Operation.NEGATIVE: Operation.SMALLEST,
}
"""What only one part did, "which segment shrank": the choice that finds it."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is chosen by, and among what."""

    figure: Figure
    metric: Metric | None
    words: frozenset[str]
    """Stems that have to be met beside the metric."""
    among: str
    """What kind of parts, see :attr:`ParsedQuestion.choose`."""
    finish: Operation
    period: PeriodRef
    moving: Operation | None

    @property
    def periods(self) -> tuple[PeriodRef, ...]:
        """The period, and the one before where a change is asked about."""
        return (prior(self.period), self.period) if self.moving else (self.period,)

    def narrows(self, total: str) -> bool:
        """Whether a total is that of one part: "net Aerospace sales"."""
        kind = stems(" ".join((self.among, *parts_called(self.among))))
        return self.metric is not None and bool(beyond(total, self.words | kind, self.metric))

    def about(self, *headings: str) -> int:
        """How surely headings say that what stands under them are parts of the kind.

        The nearest that names a kind of parts decides, one that names several does not. Those that
        say it behind "by" come first, and count 2: product revenue by segment is that of segments.
        """
        for heading in sorted(headings, key=lambda one: _BY.search(one) is None):
            by = " ".join(_BY.findall(heading))
            said = stems(by or heading)
            kinds = {kind for kind in KINDS_OF_PARTS if stems(" ".join(parts_called(kind))) & said}
            if self.among not in KINDS_OF_PARTS and stems(self.among) <= said:
                kinds.add(self.among)
            if kinds:
                return (2 if by else 1) if kinds == {self.among} else 0
        return 0


@dataclass(frozen=True, slots=True)
class _Member:
    """One part, with its cell in each period."""

    label: str
    cells: tuple[TableCell, ...]


_Axis = tuple[_Member, ...]
"""Parts that one table states side by side."""


def choose_part(
    query: Query, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Program | None:
    """A program that names the largest or smallest part; None where no such choice is asked.

    Read are tables of the one company asked about: amounts whose parts add up to the total that
    the table states, rates, or the metric's row under the heading of each part.

    Raises:
        CannotAnswer: such a choice is asked, but no table states it, or two tables differ.

    """
    asked = _asked(parse_of(query))
    if asked is None:
        return None
    company = parse_of(query).companies[0].company_key
    found = [
        one
        for passage in passages
        if (filing := filings.get(passage.filing_id)) and filing.company_key == company
        for one in _axes(passage, asked)
    ]
    name = asked.figure.words
    if not found:
        raise CannotAnswer(f"No table states {name} by part.", (name,))
    surest = max(about for about, _ in found)
    axes = [axis for about, axis in found if about == surest]
    chosen = {_same_label(_chosen(axis, asked, asked.moving)): axis for axis in reversed(axes)}
    if len(chosen) > 1:
        raise CannotAnswer(f"Tables differ in which part it is: {', '.join(chosen)}.")
    return _program(axes[0], asked)


def _asked(parsed: ParsedQuestion) -> _Asked | None:
    chooses = parsed.operation in (Operation.LARGEST, Operation.SMALLEST, *_ONE_WAY)
    one = len(parsed.figures) == len(parsed.measures) == len(parsed.companies) == 1
    if not (parsed.among_parts and chooses and one) or parsed.unplaced:
        return None
    figure = parsed.figures[0]
    metric = get_metric(figure.concept)
    if metric is None and parsed.operation in _ONE_WAY:
        return None  # "which segment drove growth"
    moves = parsed.operation in (Operation.ROSE, Operation.FELL)
    moving = parsed.moving or (Operation.DIFFERENCE if moves else None)
    if len(parsed.periods) != 1 and not (moving and len(parsed.periods) == 2):
        return None
    words = stems(figure.part if metric else figure.words) - stems(parsed.choose)
    period = parsed.periods[-1]
    return _Asked(figure, metric, words, parsed.choose, parsed.operation, period, moving)


def _axes(passage: Passage, asked: _Asked) -> Iterator[tuple[int, _Axis]]:
    """Parts of the kind that is asked about, each with how surely headings say so."""
    table = passage.table
    if table is None:
        return
    axes = [*_by_rows(passage, table, asked), _by_columns(passage, table, asked)]
    for axis in axes:
        above = {cell.row.section for member in axis for cell in member.cells}
        above = above if len(above) == 1 else set()
        heads = (*above, table.caption, *passage.section.split(" > ")[:0:-1])
        if len(axis) > 1 and (about := asked.about(*heads)):
            yield about, axis


def _by_rows(passage: Passage, table: Table, asked: _Asked) -> Iterator[_Axis]:
    """Rows that are parts: under a heading each, adding up to a total, or rates side by side."""
    columns = [_column(table, asked.metric, period) for period in asked.periods]
    places = [at for at in columns if at is not None]
    if len(places) < len(columns):
        return
    at, metric = places[-1], asked.metric
    runs = [_under_headings(table, metric)] if metric else []
    if not any(runs):
        runs = [_addends(passage, table, asked, at), *_rates(passage, table, asked, at)]
    for rows in runs:
        cells = [
            (
                row,
                [
                    TableCell(passage, table, row, table.columns[n], c)
                    for n in places
                    if (c := row.cells[n])
                ],
            )
            for row in rows
        ]
        yield tuple(
            _Member(_label(row), tuple(own))
            for row, own in cells
            if len(own) == len(places) and all(one.cell.value is not None for one in own)
        )


def _under_headings(table: Table, metric: Metric) -> list[Row]:
    rows = [
        row
        for row in table.rows
        if row.section and not _NO_PART.search(row.section) and not says(metric, row.section)
        if match_row(metric.key, row.label) >= _STATED
    ]
    return rows if len({row.section for row in rows}) > 1 else []


def _addends(passage: Passage, table: Table, asked: _Asked, at: int) -> list[Row]:
    """The first rows that add up to a total and of which each is a part of the metric.

    None where some of them are parts of another, as those of a region: either level may be meant.
    """
    runs = list(sums(table, at))
    totals = {behind for _, behind, _ in runs}
    for first, behind, total in runs:
        nested = totals & set(range(first, behind)) or any(f <= behind < b for f, b, _ in runs)
        if (nested and not asked.about(total.label)) or asked.narrows(total.label):
            continue
        rows = [row for row in table.rows[first:behind] if (c := row.cells[at]) and c.unit != "%"]
        if any(find_metrics(row.label) for row in rows if not _TOTAL & words_in(row.label)):
            continue  # a reconciliation, whose rows are kinds of income and cost
        if all(_states(asked, surroundings(passage, table, row, at)) for row in rows):
            return [row for row in rows if row.label and not _NO_PART.search(row.label)]
    return []


def _rates(passage: Passage, table: Table, asked: _Asked, at: int) -> Iterator[list[Row]]:
    """Rows under one heading of which each states the rate that is asked for."""
    if asked.metric is not None and asked.metric.kind is not Kind.PERCENT:
        return
    for _, group in groupby(table.rows, key=lambda row: row.section):
        rows = [
            row
            for row in group
            if (cell := row.cells[at]) and cell.value is not None
            if TableCell(passage, table, row, table.columns[at], cell).kind is Kind.PERCENT
            if row.label and not _NO_PART.search(row.label) and not find_metrics(row.label)
        ]
        if all(_states(asked, surroundings(passage, table, row, at)) for row in rows):
            yield rows


def _by_columns(passage: Passage, table: Table, asked: _Asked) -> _Axis:
    """Columns that are parts and add up to the column behind them, in the metric's rows."""
    every = [_row_of_parts(passage, table, asked, period) for period in asked.periods]
    labels = [label for label in every[-1] if all(label in each for each in every)]
    return tuple(_Member(label, tuple(each[label] for each in every)) for label in labels)


def _row_of_parts(
    passage: Passage, table: Table, asked: _Asked, period: PeriodRef
) -> dict[str, TableCell]:
    for row in table.rows:
        if asked.metric is None or not match_row(asked.metric.key, row.label, row.section):
            continue
        cells: dict[str, TableCell] = {}
        for column, cell in zip(table.columns, row.cells, strict=False):
            said, label = cell_period(column, row), residual(column.label)
            fits = said and period_fit(asked.metric, said, period)
            if not (fits and cell and cell.value is not None) or is_change(column.label):
                continue
            if len(cells) > 1 and cell.value == sum(one.cell.value or 0 for one in cells.values()):
                if asked.narrows(label):
                    continue
                return {k: v for k, v in cells.items() if not _NO_PART.search(k)}
            if label:
                cells[label] = TableCell(passage, table, row, column, cell)
    return {}


def _states(asked: _Asked, around: Surroundings) -> bool:
    if asked.metric is not None and not states(asked.metric, around):
        return False
    texts = (around.label, around.section, around.column, around.caption, around.heading)
    return asked.words <= stems(" ".join((*texts, around.block, around.total)))


def _column(table: Table, metric: Metric | None, period: PeriodRef) -> int | None:
    """The one column of the period that states amounts; None where there is none or several."""
    fits = [
        (period_fit(metric, column.period, period), index)
        for index, column in enumerate(table.columns)
        if not is_change(column.label) and _is_plain(column.label, metric)
    ]
    best = max((fit for fit, _ in fits), default=0.0)
    at = [index for fit, index in fits if fit == best]
    return at[0] if best and len(at) == 1 else None


def _is_plain(label: str, metric: Metric | None) -> bool:
    """Whether a column says nothing beside its period, but the metric's name."""
    own = residual(label)
    return not own or bool(metric and (match_row(metric.key, own) or says(metric, own)))


def _label(row: Row) -> str:
    """What a part is called: its row, or the heading that the row stands under."""
    own = not row.section or find_metrics(row.label) == ()
    return _END.sub("", row.label if own else row.section).strip()


def _value(member: _Member, moving: Operation | None) -> float:
    *before, now = (float(cell.operand("x").value) for cell in member.cells)
    if not moving or not before:
        return now
    moved = now - before[0]
    return moved / abs(before[0] or 1) if moving is Operation.GROWTH else moved


def _chosen(axis: _Axis, asked: _Asked, moving: Operation | None) -> str:
    """Label of the part; raises CannotAnswer where not only one did what is asked."""
    values = {member.label: _value(member, moving) for member in axis}
    finish = _ONE_WAY.get(asked.finish, asked.finish)
    up = finish is Operation.LARGEST
    alike = [label for label, value in values.items() if value and (value > 0) == up]
    if finish is not asked.finish and len(alike) != 1:
        raise CannotAnswer(f"Of the parts {len(alike)} did: {', '.join(alike)}.")
    return max(values, key=lambda label: values[label] if up else -values[label])


def _same_label(label: str) -> str:
    return " ".join(label.lower().replace("&", "and").split())


def _program(axis: _Axis, asked: _Asked) -> Program:
    """The choice as a program, with each part's value beside the name."""
    operands: dict[Figure, Operand] = {}
    parts: list[Part] = []
    for member in axis:
        leaves: list[Leaf] = []
        for cell, period in zip(member.cells, asked.periods, strict=True):
            metric = asked.metric
            figure = replace(
                asked.figure,
                words=f"{asked.figure.words} {member.label}",
                concept="",
                period=period,
            )
            leaves.append(Leaf(figure))
            operands[figure] = cell.operand("", metric.kind if metric else None, metric)
        relative = asked.moving is Operation.GROWTH
        value = moved(relative, *leaves) if asked.moving else leaves[0]
        parts.append(Part(member.label, value))
    plan = Plan(_ONE_WAY.get(asked.finish, asked.finish), tuple(parts))
    ways = {_chosen(axis, asked, way) for way in (Operation.GROWTH, Operation.DIFFERENCE)}
    either = asked.moving is Operation.DIFFERENCE and len(ways) > 1
    return replace(write_program(plan, operands), doubt=_EITHER if either else "")
