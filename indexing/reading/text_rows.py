"""Lines of a table in plain text as cells on a sheet: its labels are what stands left of values."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from indexing.reading.placement import Placed, is_number
from indexing.reading.tokens import RawCell

RULE = re.compile(r"[\s\-=_*]+")
"""A line that is only drawn."""

_COLUMN_MARKS = re.compile(r"\s*<S>[\s<>Cc]*", re.IGNORECASE)
_GAP = re.compile(r"\s{2,}|\s*(?:\.\s?){3,}")
_YEAR = re.compile(r"(?:19|20)\d\d\*?")
_DRAWN = re.compile(r"[-=_ ]{4,}")
"""A rule under the headings of some columns."""
_POINTS = 3.0
"""What one blank counts as indent."""


def place_lines(lines: Sequence[str]) -> list[list[Placed]]:
    """A row for each line, empty where it is blank or a rule; places are counted in characters.

    All that is printed left of the values is label, however far it is indented, so that the
    labels of a table share one column.
    """
    sheet = [
        []
        if RULE.fullmatch(line) or not line.strip() or _COLUMN_MARKS.fullmatch(line)
        else _place(line)
        for line in lines
    ]
    first = next((at for at, row in enumerate(sheet) if any(_amounts(row))), None)
    if first is None:
        return sheet
    limit = min(item.start for row in sheet for item in _amounts(row))
    head = [_with_corner(row, limit) for row in sheet[:first]]
    return [*head, *(_with_label(row, limit) for row in sheet[first:])]


def _place(line: str) -> list[Placed]:
    placed: list[Placed] = []
    position = 0
    for gap in [*_GAP.finditer(line), None]:
        end = gap.start() if gap else len(line)
        text = line[position:end].strip()
        if text and not _DRAWN.fullmatch(text):
            start = position + len(line[position:end]) - len(line[position:end].lstrip())
            indent = _POINTS * start if not placed else 0.0
            placed.append(Placed(start, start + len(text), RawCell(text), indent))
        position = gap.end() if gap else end
    return placed


def _amounts(row: Sequence[Placed]) -> Iterator[Placed]:
    """Amounts and currency signs that stand behind a label; years may be headings."""
    if row and not is_number(row[0].text):
        for item in row[1:]:
            if item.text == "$" or (is_number(item.text) and not _YEAR.fullmatch(item.text)):
                yield item


def _with_corner(row: Sequence[Placed], limit: int) -> list[Placed]:
    """A header line; what stands over the labels alone belongs to them."""
    if row and row[0].end <= limit and not is_number(row[0].text):
        return [replace(row[0], start=0), *row[1:]]
    return list(row)


def _with_label(row: Sequence[Placed], limit: int) -> list[Placed]:
    """A row whose label reaches from the left edge to where values begin."""
    if not row or row[0].start >= limit:
        return list(row)
    first = row[0]
    if is_number(first.text) and not _YEAR.fullmatch(first.text):
        return list(row)
    return [replace(first, start=0, end=max(1, min(first.end, limit))), *row[1:]]
