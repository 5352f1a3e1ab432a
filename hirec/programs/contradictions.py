"""Whether another place of the same filing contradicts an answer.

A number is backed by the page it cites. Another page may all the same print a measure of that
name as the company defines it, or the whole of what the cited table only has a part of.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

from hirec.grounding.tables import is_change, residual, standing_of
from hirec.lexicon import (
    Metric,
    content_words,
    get_metric,
    match_row,
    metric_named,
    normalize_label,
)
from hirec.periods import cell_period, years_in
from hirec.scales import cell_scale
from hirec.types import Cell, Operand, Passage, Period, Program, Row, Table

Pages = Callable[[Sequence[str]], Sequence[Passage]]
"""Every passage of filings."""

_PERIOD = re.compile(r"\b(?:q\d|fy\d+|\d+)\b")
"""What a variable says of its period."""
_TOTAL = frozenset({"total"})
_FEW_ROWS = 3
_ROUNDED = Decimal("0.006")
"""Share by which two roundings of one number may differ."""


def contradiction(program: Program, value: object, pages: Pages) -> str:
    """What another place of the cited filings says against an answer; empty where nothing does.

    Args:
        program: With its operands.
        value: What it came to.
        pages: The whole filings.

    """
    filing_ids = tuple(dict.fromkeys(operand.filing_id for operand in program.operands))
    metric = get_metric(program.measure)
    if metric is not None and isinstance(value, Decimal):
        return _own_measure(metric, value, pages(filing_ids))
    for operand in program.operands:
        passages = pages((operand.filing_id,))
        checks = (_whole, _divided_otherwise) if operand.column else (_tabled,)
        if reason := next(filter(None, (check(operand, passages) for check in checks)), ""):
            return reason
    return ""


def _own_measure(metric: Metric, value: Decimal, passages: Sequence[Passage]) -> str:
    """A row of the measure's name, where none of that name has the value computed."""
    shown = ""
    for passage in _tables(passages, metric.names[0]):
        for row in (passage.table or Table((), ())).rows:
            if not match_row(metric.key, row.label, row.section):
                continue
            cells = [cell for cell in row.cells if cell and cell.value and cell.unit != "%"]
            if any(_same_digits(cell.value or Decimal(), value) for cell in cells):
                return ""
            printed = ", ".join(cell.text for cell in cells)
            if printed and not shown:
                shown = f"{_place(passage)} prints “{row.label}”: {printed}."
    return shown


def _whole(operand: Operand, passages: Sequence[Passage]) -> str:
    """A larger number under the same label for the same period, in no table of a part.

    A variable that says more than the label is of a part itself.
    """
    named = content_words(_PERIOD.sub(" ", operand.name.replace("_", " ")))
    own = next((p for p in passages if p.passage_id == operand.passage_id), None)
    if (
        own is None
        or not named <= content_words(operand.row)
        or own.table is None
        or standing_of(own.table, own.section).primary
    ):
        return ""
    period = next((c.period for c in own.table.columns if c.label == operand.column), None)
    if period is None or period.fiscal_year is None:
        return ""
    printed = operand.value.scaleb(-operand.scale)
    for passage in _tables(passages, operand.row):
        table = passage.table
        if table is None or standing_of(table, passage.section).statement == "partial":
            continue
        if table.scale != own.table.scale:
            continue  # a filing that prints a number twice may round it once
        for period_of, cell in _called(operand.row, table):
            larger = abs(cell.value or printed) > abs(printed) * (1 + _ROUNDED)
            if period_of == period and larger and (cell.unit == "%") == (operand.unit == "%"):
                return f"{_place(passage)} prints {cell.text} as “{operand.row}”."
    return ""


def _divided_otherwise(operand: Operand, passages: Sequence[Passage]) -> str:
    """Another number for a part, where a second table divides the same whole among the same rows.

    Sales by where goods go, and by where those sit who buy them.
    """
    own = next((p for p in passages if p.passage_id == operand.passage_id), None)
    if own is None or own.table is None or operand.cell is None:
        return ""
    at, column = operand.cell
    head = own.table.columns[column]
    name, mine = normalize_label(own.table.rows[at].label), _parts(own.table, column)
    if head.period is None or mine.get(name) is None or len(mine) < _FEW_ROWS:
        return ""
    for passage in _tables(passages, head.label):
        table = passage.table
        if table is None or passage is own or column >= len(table.columns):
            continue
        if (table.columns[column].label, table.columns[column].period) != (head.label, head.period):
            continue
        other = _parts(table, column)
        same_whole = {*other} == {*mine} and max(other.values()) == max(mine.values())
        if same_whole and other[name] != mine[name]:
            told = f"{other[name]:,} for “{operand.row}”"
            return f"{_place(passage)} divides the same otherwise: {told}."
    return ""


def _parts(table: Table, column: int) -> dict[str, Decimal]:
    """Numbers of a column by the labels of their rows."""
    cells = ((normalize_label(row.label), row.cells[column]) for row in table.rows)
    return {label: cell.value for label, cell in cells if cell and cell.value is not None}


def _tabled(operand: Operand, passages: Sequence[Passage]) -> str:
    """A larger number in a row of that very name, for an amount that a sentence states.

    A sentence says "our backlog" of a segment's too, where it stands among the segment's pages.
    """
    words = " ".join(_PERIOD.sub(" ", operand.name.replace("_", " ")).split())
    named, metric = content_words(words) - _TOTAL, metric_named(words)
    years = set(years_in(operand.row))
    if not named or operand.unit != "USD":
        return ""
    for passage in _tables(passages, ""):
        for row in passage.table.rows if passage.table else ():
            known = metric is not None and match_row(metric.key, row.label, row.section)
            if content_words(row.label) - _TOTAL != named and not known:
                continue
            for value, cell in _of_years(passage.table, row, years):
                if abs(value) > abs(operand.value) * (1 + _ROUNDED):
                    return f"{_place(passage)} prints {cell.text} as “{row.label}”."
    return ""


def _of_years(table: Table | None, row: Row, years: set[int]) -> Iterator[tuple[Decimal, Cell]]:
    """Amounts of a row in base units, of columns that close in one of some years."""
    for column, cell in zip(table.columns if table else (), row.cells, strict=False):
        period = cell_period(column, row)
        year = period and (period.end.year if period.end else period.fiscal_year)
        if table and cell and cell.value is not None and cell.unit != "%" and year in years:
            yield cell.value.scaleb(max(0, cell_scale(table, row, column, cell))), cell


def _tables(passages: Sequence[Passage], words: str) -> Iterator[Passage]:
    """Passages of tables that say these words; the others are not parsed."""
    phrase = " ".join(words.lower().split())
    for passage in passages:
        if passage.table_json and phrase in " ".join(passage.text.lower().split()):
            yield passage


def _called(label: str, table: Table) -> Iterator[tuple[Period | None, Cell]]:
    """The figures of a row of this label."""
    rows: Iterator[Row] = (
        row for row in table.rows if normalize_label(row.label) == normalize_label(label)
    )
    for row in rows:
        for column, cell in zip(table.columns, row.cells, strict=False):
            dated = not is_change(column.label) and not residual(column.label)
            if (
                cell
                and cell.value is not None
                and dated
                and not (cell.fact and cell.fact.dimensions)
            ):
                yield cell_period(column, row), cell


def _same_digits(printed: Decimal, value: Decimal) -> bool:
    """Whether a number is printed, at whatever scale, up to rounding."""
    return any(
        abs(abs(printed.scaleb(at)) - abs(value)) <= abs(value) * _ROUNDED for at in (0, 3, 6, 9)
    )


def _place(passage: Passage) -> str:
    return f"{passage.filing_id}, page {passage.page_number},"
