"""Cutting a table into passages: only between rows, what stands above them repeated."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hirec.types import Box, Row, Table


def split_table(table: Table, size: int) -> Iterator[Table]:
    """Pieces of at most ``size`` characters as rendered, or of one row where that is longer.

    A piece that begins inside a section repeats the section's heading row.
    """
    head = len(replace(table, rows=()).render())
    rows: list[Row] = []
    filled = head
    for row in table.rows:
        length = len(row.render()) + 1
        if rows and filled + length > size:
            yield _piece_of(table, rows)
            rows = _heading_rows(row)
            filled = head + sum(len(heading.label) + 1 for heading in rows)
        rows.append(row)
        filled += length
    if rows:
        yield _piece_of(table, rows)


def _heading_rows(row: Row) -> list[Row]:
    if not row.section:
        return []
    return [Row(row.section, (None,) * len(row.cells), level=max(row.level - 1, 0))]


def _piece_of(table: Table, rows: Sequence[Row]) -> Table:
    boxes = [cell.box for row in rows for cell in row.cells if cell is not None]
    return replace(table, rows=tuple(rows), box=union(boxes) or table.box)


def union(boxes: Sequence[Box | None]) -> Box | None:
    """The smallest box around all that are known; None where none is."""
    known = [box for box in boxes if box is not None]
    if not known:
        return None
    return Box(
        min(box.left for box in known),
        min(box.top for box in known),
        max(box.right for box in known),
        max(box.bottom for box in known),
    )
