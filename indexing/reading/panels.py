"""Lists printed in several columns side by side, as one list: stores by state in three panels."""

import re
from collections.abc import Sequence
from dataclasses import replace

from hirec.types import Cell
from indexing.reading.rows import Body, Mark

_LETTERS = re.compile(r"[A-Za-z]{2}")
_FEWEST = 4
"""Rows below which names beside numbers are no list gone on."""
_MOSTLY = 0.6
"""Share of the rows in which a panel has a name."""


def one_below_the_other(
    rows: Sequence[Body], labels: Sequence[str]
) -> tuple[list[Body], list[str]]:
    """The rows of all panels below one another with their one column; others as they are.

    Panels have a name and a number each, and their headings, where they have any, say the same.

    Args:
        rows: As read, the names of all but the first panel as cells of text.
        labels: Of the columns.

    """
    width = len(labels)
    stated = [row for row in rows if row.mark is Mark.VALUES]
    if width < 3 or width % 2 == 0 or len(stated) < _FEWEST:
        return list(rows), list(labels)
    names, numbers = range(1, width, 2), range(0, width, 2)
    alike = all(len({labels[at] for at in side if labels[at]}) < 2 for side in (names, numbers))
    if not alike or not all(_is_of_names(stated, at) for at in names):
        return list(rows), list(labels)
    if not all(_is_of_numbers(stated, at) for at in numbers):
        return list(rows), list(labels)
    heading = next((labels[at] for at in numbers if labels[at]), "")
    below = [replace(row, cells=row.cells[:1]) for row in rows]
    for at in names:
        for row in stated:
            name, number = row.cells[at], row.cells[at + 1]
            if name is not None:
                below.append(Body(name.text, (number,), row.level, Mark.VALUES))
    return below, [heading]


def _is_of_names(rows: Sequence[Body], at: int) -> bool:
    said = [cell for row in rows if (cell := row.cells[at]) is not None]
    return len(said) >= _MOSTLY * len(rows) and all(map(_is_name, said))


def _is_name(cell: Cell) -> bool:
    return cell.value is None and _LETTERS.search(cell.text) is not None


def _is_of_numbers(rows: Sequence[Body], at: int) -> bool:
    said = [cell for row in rows if (cell := row.cells[at]) is not None]
    return bool(said) and all(cell.value is not None for cell in said)
