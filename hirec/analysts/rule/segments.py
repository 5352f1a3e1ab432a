"""Which segment, region or country had the most: a choice among the rows of one table."""

import re
from collections.abc import Iterator, Mapping, Sequence

from hirec.analysts.rule.phrases import says
from hirec.analysts.rule.surroundings import states, sums, surroundings
from hirec.analysts.rule.writing import slug
from hirec.grounding.cells import TableCell
from hirec.grounding.tables import is_change, period_fit, residual
from hirec.lexicon import Metric, find_metrics, get_metric, match_row, words_in
from hirec.types import (
    CannotAnswer,
    Filing,
    Operation,
    Passage,
    PeriodRef,
    Program,
    Query,
    Row,
    Table,
)
from hirec.understanding import parse_of

_HEADINGS = {
    "segment": re.compile(r"segment|division|business unit", re.IGNORECASE),
    "region": re.compile(r"geograph|region|countr", re.IGNORECASE),
}
"""What parts are chosen among → what the heading of their table says."""
_TOTAL = frozenset({"total", "totals", "consolidated"})
_NO_PART = re.compile(
    r"\b(?:totals?|consolidated|eliminat\w+|corporate|unallocated|intersegment|reconcil\w+)\b"
    r"|^\W*(?:all )?others?\b|\b(?:in|ex)cluding\b",
    re.IGNORECASE,
)
_END = re.compile(r"(?:\s+segments?)?\s*(?:\(\d+\))?\s*:?\s*$", re.IGNORECASE)
_STATED = 0.9
"""Least fit of a row that states the metric under the heading of a part."""


def choose_part(
    query: Query, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Program | None:
    """A program that names the largest or smallest part; None where no such choice is asked.

    Read are tables of the one company asked about, whose rows are the parts (and add up to the
    total that the table states), or whose headings are, with the metric's row under each.

    Raises:
        CannotAnswer: such a choice is asked, but no table states it, or two tables differ.

    """
    asked = _asked(query)
    if asked is None:
        return None
    heading, metric, period, finish = asked
    company = parse_of(query).companies[0].company_key
    chosen: dict[str, list[TableCell]] = {}
    for passage in passages:
        filing = filings.get(passage.filing_id)
        if passage.table is None or filing is None or filing.company_key != company:
            continue
        if not heading.search(f"{passage.table.caption} {passage.section}"):
            continue
        places = list(_parts(passage, passage.table, metric, period))
        if len(places) > 1:
            values = [place.operand("x").value for place in places]
            best = max(values) if finish is Operation.LARGEST else min(values)
            chosen.setdefault(_label(places[values.index(best)].row).lower(), places)
    if not chosen:
        raise CannotAnswer(f"No table states {metric.names[0]} by part.", (metric.names[0],))
    if len(chosen) > 1:
        raise CannotAnswer(f"Tables differ in which part it is: {', '.join(chosen)}.")
    return _program(next(iter(chosen.values())), finish)


def _asked(query: Query) -> tuple[re.Pattern[str], Metric, PeriodRef, Operation] | None:
    parsed = parse_of(query)
    heading = _HEADINGS.get(parsed.choose)
    plain = parsed.operation in (Operation.LARGEST, Operation.SMALLEST) and not parsed.moving
    if heading is None or not plain or parsed.unplaced or len(parsed.figures) != 1:
        return None
    metric = get_metric(parsed.figures[0].concept)
    if metric is None or len(parsed.periods) != 1 or len(parsed.companies) != 1:
        return None
    return (heading, metric, parsed.periods[0], parsed.operation)


def _parts(
    passage: Passage, table: Table, metric: Metric, period: PeriodRef
) -> Iterator[TableCell]:
    """Places of the parts in a table: rows that are parts, or the metric's rows under them."""
    at = _column(table, metric, period)
    if at is None:
        return
    by_heading = [
        row
        for row in table.rows
        if row.section and not _NO_PART.search(row.section) and not says(metric, row.section)
        if match_row(metric.key, row.label) >= _STATED
    ]
    rows = by_heading if len({row.section for row in by_heading}) > 1 else []
    for row in rows or _addends(passage, table, metric, at):
        cell = row.cells[at]
        if cell is not None and cell.value is not None and cell.unit != "%":
            yield TableCell(passage, table, row, table.columns[at], cell)


def _addends(passage: Passage, table: Table, metric: Metric, at: int) -> list[Row]:
    """The first rows that add up to a total and of which each is a part of the metric.

    None where some of them are parts of another, as those of a region: either level may be meant.
    """
    runs = list(sums(table, at))
    totals = {behind for _, behind, _ in runs}
    for first, behind, _ in runs:
        nested = totals & set(range(first, behind)) or any(f <= behind < b for f, b, _ in runs)
        if nested:
            continue
        rows = [row for row in table.rows[first:behind] if row.cells[at]]
        if any(find_metrics(row.label) for row in rows if not _TOTAL & words_in(row.label)):
            continue  # a reconciliation, whose rows are kinds of income and cost
        if all(states(metric, surroundings(passage, table, row, at)) for row in rows):
            return [row for row in rows if row.label and not _NO_PART.search(row.label)]
    return []


def _column(table: Table, metric: Metric, period: PeriodRef) -> int | None:
    """The one column of the period that states amounts; None where there is none or several."""
    fits = [
        (period_fit(metric, column.period, period), index)
        for index, column in enumerate(table.columns)
        if not is_change(column.label) and not residual(column.label)
    ]
    best = max((fit for fit, _ in fits), default=0.0)
    at = [index for fit, index in fits if fit == best]
    return at[0] if best and len(at) == 1 else None


def _label(row: Row) -> str:
    """What a part is called: its row, or the heading that the row stands under."""
    own = not row.section or find_metrics(row.label) == ()
    return _END.sub("", row.label if own else row.section).strip()


def _program(places: Sequence[TableCell], finish: Operation) -> Program:
    labels = [_label(place.row) for place in places]
    names = [f"part_{number}" for number in range(1, len(places) + 1)]
    said = [slug(label) for label in labels]
    names = said if len(set(said)) == len(places) and all(said) else names
    operands = tuple(p.operand(n) for p, n in zip(places, names, strict=True))
    best = f"{'max' if finish is Operation.LARGEST else 'min'}({', '.join(names)})"
    text = repr(labels[-1])
    for name, label in reversed(list(zip(names[:-1], labels[:-1], strict=True))):
        text = f"{label!r} if {name} == {best} else {text}"
    lines = [f"{operand.name} = {operand.value.normalize():f}" for operand in operands]
    return Program("\n".join([*lines, f"answer = {text}"]) + "\n", operands, "")
