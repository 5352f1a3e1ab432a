"""Cells placed on a sheet, in HTML columns or characters, laid out as the grid a table needs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hirec.periods.dates import BARE_YEAR
from indexing.reading.html_style import bracketed
from indexing.reading.tokens import RawCell

_CURRENCY = re.compile(r"(?:US|C|A|HK|NT|R)?[$€£¥]\s*\(?|\(|(?:USD|EUR|GBP|RMB)")
_TAIL = re.compile(r"\)?\s*(?:%|pts?\.?|bps|x)?\s*\)?")
_NUMBER = re.compile(
    r"[-–—(]?\s*(?:US)?[$€£¥]?\s*\(?[\d,]*\.?\d+\)?\s*%?\s*\)?|(?:US)?[$€£¥]?\s*[-–—]+\s*%?"
)
_INDENT_STEP = 3.0
_WIDEST_ROW = 300
_LONGEST_NUMBER = 64


@dataclass(slots=True)
class Placed:
    """A cell on the sheet: where it starts, where it ends (exclusive), what it says."""

    start: int
    end: int
    cell: RawCell
    indent: float = 0.0
    """Of the text inside the cell, in points."""
    note: bool = False
    """All superscript: a footnote mark in a cell of its own."""

    @property
    def text(self) -> str:
        """What is printed in it."""
        return self.cell.text


def lay_out(sheet: Sequence[Sequence[Placed]], max_cells: int) -> list[list[RawCell | None]]:
    """Rows of equal length; spanning cells stand first, None follows; empty cells are ``""``.

    Blank rows and columns are left out, and cells that only carry ``$``, ``)`` or ``%`` are merged
    into their number. Empty list where nothing is printed, a row has over 300 cells, or over
    ``max_cells`` would come out.
    """
    rows = [_merge_marks(row) for row in sheet if row]
    if not rows or max(map(len, rows)) > _WIDEST_ROW:
        return []
    columns = _columns(rows)
    if len(rows) * len(columns) > max_cells:
        return []
    _set_levels(rows, columns)
    return [_laid_out(row, columns) for row in rows]


def is_number(text: str) -> bool:
    """True for a printed amount, year or dash; a quick look that reads no value."""
    return len(text) <= _LONGEST_NUMBER and bool(_NUMBER.fullmatch(text))


def _merge_marks(row: Sequence[Placed]) -> list[Placed]:
    """Join ``$`` and ``(`` to the number right of them, ``)`` and ``%`` to the one left."""
    merged: list[Placed] = []
    prefix: Placed | None = None
    for item in row:
        if prefix is not None:
            if re.match(r"[-–—(.\d]", item.text):
                item = _with_prefix(prefix, item)
            else:
                merged.append(prefix)
            prefix = None
        last = merged[-1] if merged else None
        if _CURRENCY.fullmatch(item.text):
            prefix = item
        elif last is not None and item.note:
            merged[-1] = _with_mark(last, item)
        elif last is not None and _TAIL.fullmatch(item.text) and _takes_tail(last.text, item.text):
            cell = replace(last.cell, text=f"{last.text}{item.text}")
            merged[-1] = replace(last, end=item.end, cell=cell)
        else:
            merged.append(item)
    return [*merged, prefix] if prefix is not None else merged


def _with_prefix(prefix: Placed, item: Placed) -> Placed:
    glue = "" if prefix.text.endswith("(") else " "
    cell = replace(item.cell, text=f"{prefix.text}{glue}{item.text}")
    return replace(item, start=prefix.start, cell=cell)


def _with_mark(item: Placed, mark: Placed) -> Placed:
    """A footnote mark stays with a label and is dropped from a number."""
    if is_number(item.text):
        return item
    return replace(item, cell=replace(item.cell, text=f"{item.text} {bracketed(mark.text)}"))


def _takes_tail(text: str, tail: str) -> bool:
    """Whether a sign behind belongs to it; ``%`` behind a year heads a column of its own."""
    if tail == "%" and BARE_YEAR.fullmatch(text):
        return False
    return bool(re.search(r"[\d–—-]$", text)) or (text.startswith("(") and text[-1:].isdigit())


def _columns(rows: Sequence[Sequence[Placed]]) -> list[tuple[int, int]]:
    """Places (start, end) of the columns that really hold something, left to right.

    Numbers of the body decide first: overlapping ones share a column. Other cells make a column
    of their own where none is under them; a cell over several columns spans them.
    """
    everything = [item for row in rows for item in row]
    numbers = [i for i in everything if is_number(i.text) and not BARE_YEAR.fullmatch(i.text)]
    others = [i for i in everything if not is_number(i.text) or BARE_YEAR.fullmatch(i.text)]
    columns: list[tuple[int, int]] = []
    for item in sorted(numbers, key=lambda i: (i.end - i.start, i.start)):
        _grow(columns, item.start, item.end)
    for item in sorted(others, key=lambda i: (i.end - i.start, i.start)):
        if not _under(columns, item):
            columns.append((item.start, item.end))
            columns.sort()
    return columns


def _grow(columns: list[tuple[int, int]], start: int, end: int) -> None:
    """Add a number's place; one that covers several columns already found is a spanning cell."""
    touched = [place for place in columns if place[0] < end and start < place[1]]
    if len(touched) > 1:
        return
    if touched:
        columns.remove(touched[0])
        start, end = min(start, touched[0][0]), max(end, touched[0][1])
    columns.append((start, end))
    columns.sort()


def _under(columns: Sequence[tuple[int, int]], item: Placed) -> list[int]:
    return [
        index for index, (start, end) in enumerate(columns) if start < item.end and item.start < end
    ]


def _set_levels(rows: Sequence[Sequence[Placed]], columns: Sequence[tuple[int, int]]) -> None:
    """Rank the indents of the first column's labels: 0 for the leftmost."""
    labels = [row[0] for row in rows if 0 in _under(columns, row[0])]
    ranks: list[float] = []
    for indent in sorted(item.indent for item in labels):
        if not ranks or indent - ranks[-1] >= _INDENT_STEP:
            ranks.append(indent)
    for item in labels:
        level = sum(rank <= item.indent for rank in ranks) - 1
        item.cell = replace(item.cell, level=max(level, 0))


def _laid_out(row: Sequence[Placed], columns: Sequence[tuple[int, int]]) -> list[RawCell | None]:
    line: list[RawCell | None] = [RawCell("") for _ in columns]
    owners = _owners(row, columns)
    for item in row:
        own = [index for index, owner in owners.items() if owner is item]
        for index in own:
            line[index] = item.cell if index == own[0] else None
    for item in row:
        if not any(owner is item for owner in owners.values()):
            _add_text(line, _under(columns, item), item.cell)
    return line


def _owners(row: Sequence[Placed], columns: Sequence[tuple[int, int]]) -> dict[int, Placed]:
    """Each column's cell: a number before a label that reaches into it, else what covers most."""
    claims: dict[int, tuple[bool, int]] = {}
    owners: dict[int, Placed] = {}
    for item in row:
        for index in _under(columns, item):
            start, end = columns[index]
            claim = (is_number(item.text), min(end, item.end) - max(start, item.start))
            if index not in claims or claim > claims[index]:
                claims[index], owners[index] = claim, item
    return dict(sorted(owners.items()))


def _add_text(line: list[RawCell | None], places: Sequence[int], cell: RawCell) -> None:
    """Keep a second cell of the same place: nothing printed is lost."""
    first = next((at for at in range(places[0], -1, -1) if line[at] is not None), places[0])
    held = line[first]
    line[first] = cell if held is None else replace(held, text=f"{held.text} {cell.text}")
