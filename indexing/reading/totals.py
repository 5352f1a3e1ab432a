"""Rows that print no name and add up the rows above them: "Current:", three rows, and 411."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hirec.lexicon import words_in
from hirec.sums import Sum, sums
from hirec.types import Cell, Row, Table

_TOTAL, _GROSS = "Total", ", gross"
_LESS = re.compile(r"\W*(?:less|allowances?|valuation|accumulated|unamortized)\b", re.IGNORECASE)
"""What is taken off a total that stands above it."""
_DIGITS = 3
"""Of a total in one column alone: two rows of small numbers add up to a third by chance."""


def name_totals(table: Table) -> Table:
    """The table with a name for each row without one that is proven to be a total.

    It is the total of the heading under which all it adds up stand, or of the table, and closes
    it; gross where something is taken off below. One that adds up some rows of several keeps no
    name: what they are together nobody says.

    Returns:
        The very same table where no row is a total without a name.

    """
    silent = [at for at, row in enumerate(table.rows) if not row.label and _is_of_numbers(row)]
    if not silent:
        return table
    runs = [{run.total: run for run in sums(table, at)} for at in range(len(table.columns))]
    rows = list(table.rows)
    for at in silent:
        own = list(_own_sums(rows[at], at, runs))
        if own and _is_proven(rows[at], own):
            rows[at] = _named(rows, at, own, runs)
    return replace(table, rows=tuple(rows)) if rows != list(table.rows) else table


def _own_sums(row: Row, at: int, runs: Sequence[dict[int, Sum]]) -> Iterator[Sum]:
    """What a row adds up, of each column that has an amount; none where one is no sum."""
    columns = [column for column, cell in enumerate(row.cells) if _has_value(cell)]
    if all(at in runs[column] for column in columns):
        yield from (runs[column][at] for column in columns)


def _is_proven(row: Row, own: Sequence[Sum]) -> bool:
    digits = max(sum(map(str.isdigit, cell.text)) for cell in row.cells if cell is not None)
    return len(own) > 1 or digits >= _DIGITS


def _named(rows: Sequence[Row], at: int, own: Sequence[Sum], runs: Sequence[dict[int, Sum]]) -> Row:
    added = {part for run in own for part in run.rows}
    headings = {rows[part].section for part in added}
    heading = headings.pop() if len(headings) == 1 else ""
    first = min(_first_of(part, runs) for part in added)
    if not heading and any(map(_is_of_numbers, rows[:first])):
        return rows[at]
    behind = next((row for row in rows[at + 1 :] if any(map(_has_value, row.cells))), None)
    gross = behind is not None and _LESS.match(behind.label) is not None
    open_still = behind is not None and behind.section == heading and not gross
    if open_still or _is_closed_below(heading, rows[at + 1 :]):
        return rows[at]
    name = " ".join(filter(None, (_TOTAL, heading.strip(" :"))))
    section = rows[at].section if heading else ""
    return replace(rows[at], label=f"{name}{_GROSS if gross else ''}", section=section)


def _is_closed_below(heading: str, rows: Sequence[Row]) -> bool:
    """Whether a row with a name is the total of a heading: the one without it is a part's."""
    words = words_in(heading)
    return any(words and words | words_in(_TOTAL) <= words_in(row.label) for row in rows)


def _first_of(part: int, runs: Sequence[dict[int, Sum]]) -> int:
    """The first row that a row adds up, itself where it is no sum."""
    below = (run.rows[0] for column in runs if (run := column.get(part)) is not None)
    first = min(below, default=part)
    return part if first == part else _first_of(first, runs)


def _is_of_numbers(row: Row) -> bool:
    """Whether a row has amounts and no words in their place, which would be its name."""
    stated = [cell for cell in row.cells if cell is not None]
    words = (cell for cell in stated if cell.value is None and any(map(str.isalpha, cell.text)))
    return any(map(_has_value, stated)) and not any(words)


def _has_value(cell: Cell | None) -> bool:
    return cell is not None and cell.value is not None
