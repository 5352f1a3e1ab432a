"""Tables that print a second header halfway: each part gets its whole header."""

import itertools
import re
from collections.abc import Sequence

from hirec.numbers import parse_number
from hirec.periods.dates import MONTH_NAMES
from indexing.reading.grid import Grid, split_grid
from indexing.reading.tokens import RawCell

_PERIOD = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:ended|ending|as\s+of|months?|weeks|quarters?|years?|fiscal"
    rf"|{MONTH_NAMES})\b",
    re.IGNORECASE,
)

_Line = Sequence[RawCell | None]


def split_parts(grid: Grid) -> list[Grid]:
    """Cut a grid at each later header of periods, the rows of that header kept together.

    Headings that span groups of columns ("Parent | Noncontrolling interest") and are printed
    only once, above the first part, are repeated above the others.
    """
    parts = [list(part) for part in split_grid(grid)]
    groups = _group_rows(parts[0]) if len(parts) > 1 else []
    for before, part in itertools.pairwise(parts):
        moved = 0
        while len(before) > 1 and _is_heading_row(before[-1]):
            part.insert(0, before.pop())
            moved += 1
        if not any(_is_group(line) for line in part[:moved]):
            part[:0] = groups
    return list(parts)


def _group_rows(part: Grid) -> list[_Line]:
    """Heading rows of the first part that name something other than periods."""
    rows: list[_Line] = []
    for line in part:
        if not _is_heading_row(line):
            break
        if _is_group(line):
            rows.append(line)
    return rows


def _is_heading_row(line: _Line) -> bool:
    """Nothing in the label column, words and no amounts in the others."""
    stated = [cell.text for cell in line[1:] if cell is not None and cell.text]
    label = line[0].text if line and line[0] is not None else ""
    return bool(stated) and not label and all(parse_number(text) is None for text in stated)


def _is_group(line: _Line) -> bool:
    stated = [cell.text for cell in line if cell is not None and cell.text]
    return bool(stated) and not any(_PERIOD.search(text) for text in stated)
