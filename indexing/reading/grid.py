"""Raw grids of strings, from PDF, HTML or text, turned into tables an analyst can read."""

import re
from collections.abc import Sequence
from dataclasses import replace

from hirec.numbers import parse_number, scale_of, unit_of
from hirec.types import Box, Cell, Column, Row, Table
from indexing.reading.header import (
    YEAR,
    LabelledRow,
    body_start,
    is_body,
    is_period_header,
    is_unit_line,
    read_header,
)
from indexing.reading.panels import one_below_the_other
from indexing.reading.rows import Body, Mark, close_rows
from indexing.reading.tokens import RawCell, Token, clean_label, tokens_of
from indexing.reading.totals import name_totals

__all__ = ["Grid", "RawCell", "clean_label", "is_unit_line", "split_grid", "table_from_grid"]


Grid = Sequence[Sequence[RawCell | None]]
_MARK = re.compile(r"\((?:\d|[a-z])\)")
_PERCENT_ROWS = 3
_RATES = re.compile(r"\b(?:rates?|yields?|coupons?)\b", re.IGNORECASE)


def table_from_grid(
    grid: Grid,
    caption: str,
    unit_line: str,
    box: Box | None = None,
    continued: bool = False,
    *,
    aligned: bool = False,
    prefix: str = "",
) -> Table | None:
    """Understand a grid: header rows, merged ``$``/``)``/``%``, labels, sections, scale, unit.

    Returns None where no cell holds a number, so that the caller can keep the grid as text.

    Args:
        grid: Rows of equal length; a spanning cell stands first and ``None`` follows it over its
            width; empty cells are ``RawCell("")`` (a leading ``None`` is taken as empty).
        caption: Printed above; may be empty.
        unit_line: May be empty: one printed inside the header is found.
        box: Place on the page, where it is known.
        continued: Whether it goes on from the page before.
        aligned: Whether each value column is exactly one grid column, as from word positions; else
            neighbouring columns that never meet are one.
        prefix: Period that all columns share, printed above the grid (``YEAR ENDED MAY 31,``).

    """
    rows = [tokens for line in grid if (tokens := tokens_of(line))]
    first_value = _first_value_column(rows)
    if first_value is None:
        return None
    labelled = [_split_label(tokens, first_value) for tokens in rows]
    start = body_start(labelled)
    head, body = labelled[:start], labelled[start:]
    anchors = sorted({token.last for _, values in body for token in values})
    if not anchors:
        return None
    groups = [[anchor] for anchor in anchors] if aligned else _group(anchors, body, head)
    header = read_header(head, groups, prefix, [label.text for label, _ in body if label])
    unit_line = unit_line or header.unit_line
    place = {anchor: at for at, group in enumerate(groups) for anchor in group}
    lines = [_body_row(label, values, place, header.labels) for label, values in body]
    lines, labels = _without_notes(*one_below_the_other(lines, header.labels))
    rows_out = close_rows(_percent_columns(lines, labels))
    scale = scale_of(unit_line) or scale_of(caption if is_unit_line(caption) else "")
    table = Table(
        columns=tuple(map(Column, labels)),
        rows=rows_out,
        caption=", ".join(part for part in (caption, header.caption) if part),
        unit_line=unit_line,
        scale=scale,
        unit=_table_unit(unit_line, rows_out),
        box=box,
        continued=continued,
    )
    return name_totals(table)


def _without_notes(lines: Sequence[Body], labels: Sequence[str]) -> tuple[list[Body], list[str]]:
    """Without columns that have no heading and hold but footnote marks, "(1)", beside amounts."""

    def marks(at: int) -> bool:
        stated = [cell.text for row in lines if (cell := row.cells[at]) is not None]
        return bool(stated) and not labels[at].strip() and all(map(_MARK.fullmatch, stated))

    kept = [at for at in range(len(labels)) if not marks(at)]
    if len(kept) == len(labels) or not kept:
        return list(lines), list(labels)
    rows = [replace(row, cells=tuple(row.cells[at] for at in kept)) for row in lines]
    return rows, [labels[at] for at in kept]


def split_grid(grid: Grid) -> list[Grid]:
    """Cut a grid where a second header of years or dates starts, one piece a table.

    Statements often print "2021 | 2020" anew in the middle; one table has one header only.
    """
    cuts, seen_body = [0], False
    dated = [at for at, line in enumerate(grid) if _names_year(line)]
    for at, line in enumerate(grid[: dated[-1] + 1 if dated else 0]):
        tokens = tokens_of(line)
        if not tokens:
            continue
        values = tokens[1:] if tokens[0].first == 0 else tokens
        label = tokens[0].text if tokens[0].first == 0 else ""
        if not values:
            continue
        if is_body(label, values):
            seen_body = True
        elif seen_body and is_period_header(label, values):
            cuts.append(at)
            seen_body = False
    return [grid[a:b] for a, b in zip(cuts, [*cuts[1:], len(grid)], strict=True)]


def _names_year(line: Sequence[RawCell | None]) -> bool:
    """Whether a row may head columns by their years; most rows are told apart by this alone."""
    return any(cell is not None and YEAR.search(cell.text) is not None for cell in line)


def _first_value_column(rows: list[list[Token]]) -> int | None:
    """Leftmost grid column where values may start: right of the leftmost printed column."""
    if not rows:
        return None
    leftmost = min(tokens[0].first for tokens in rows)
    if _starts_with_amounts(rows, leftmost):
        return leftmost
    numeric = [
        token.first
        for tokens in rows
        for token in tokens
        if token.first > leftmost and parse_number(token.text) is not None
    ]
    if not numeric:
        return None
    first = min(numeric)
    crowded = [
        tokens[1].first
        for tokens in rows
        if len(tokens) > 1 and tokens[0].last < tokens[1].first < first
    ]
    return min(crowded, default=first)


def _starts_with_amounts(rows: list[list[Token]], leftmost: int) -> bool:
    """Whether the leftmost printed column holds amounts in every body row: no labels at all."""
    first = [
        tokens[0].text
        for tokens in rows
        if tokens[0].first == leftmost and any(parse_number(t.text) is not None for t in tokens[1:])
    ]
    return bool(first) and all(
        parse_number(text) is not None and re.search(r"\d[,.]\d|[$€£]", text) for text in first
    )


def _split_label(tokens: list[Token], first_value: int) -> LabelledRow:
    if tokens[0].first < first_value:
        return tokens[0], tokens[1:]
    return None, tokens


def _group(
    anchors: list[int],
    body: Sequence[LabelledRow],
    head: Sequence[LabelledRow],
) -> list[list[int]]:
    """Join neighbouring anchors that no row uses together and no header tells apart."""
    used = [{token.last for token in values} for _, values in body]
    groups = [[anchors[0]]]
    for anchor in anchors[1:]:
        group = groups[-1]
        meets = any(anchor in row and not row.isdisjoint(group) for row in used)
        if meets or _separated_by_head(group, anchor, head):
            groups.append([anchor])
        else:
            group.append(anchor)
    return groups


def _separated_by_head(group: list[int], anchor: int, head: Sequence[LabelledRow]) -> bool:
    for _, values in head:
        over = [any(v.first <= a <= v.last for a in group) for v in values]
        beyond = [v.first <= anchor <= v.last for v in values]
        if any(over) and any(b and not o for o, b in zip(over, beyond, strict=True)):
            return True
    return False


def _body_row(
    label: Token | None, values: list[Token], place: dict[int, int], labels: list[str]
) -> Body:
    cells: list[Cell | None] = [None] * len(labels)
    for token in values:
        at = place[token.last]
        before = cells[at]
        text = f"{before.text} {token.text}" if before else token.text
        value = parse_number(text)
        unit = _cell_unit(text, labels[at]) if value is not None else None
        cells[at] = Cell(
            text, value, unit, token.box, token.fact or (before.fact if before else None)
        )
    name, level = (label.text, label.cell.level) if label else ("", 0)
    return Body(name, tuple(cells), level, Mark.VALUES if values else Mark.SECTION)


def _cell_unit(text: str, column: str) -> str | None:
    own = "%" if "%" in text else unit_of(text)
    if own:
        return own
    return "%" if "%" in column or "percent" in column.lower() else None


def _percent_columns(rows: Sequence[Body], labels: Sequence[str]) -> list[Body]:
    """Rows in which columns that print ``%`` at their first and last number have it at all.

    A column of rates by its heading needs it at its first only.
    """
    width = len(rows[0].cells) if rows else 0
    marked = {
        at
        for at in range(width)
        if _all_percent([row.cells[at] for row in rows], rates=bool(_RATES.search(labels[at])))
    }
    if not marked:
        return list(rows)
    return [
        replace(row, cells=tuple(_marked(c, at in marked) for at, c in enumerate(row.cells)))
        for row in rows
    ]


def _all_percent(cells: Sequence[Cell | None], *, rates: bool) -> bool:
    stated = [cell for cell in cells if cell is not None and cell.value is not None]
    if len(stated) < _PERCENT_ROWS or any(
        "," in c.text or c.unit not in (None, "%") for c in stated
    ):
        return False
    return stated[0].unit == "%" and (rates or stated[-1].unit == "%")


def _marked(cell: Cell | None, percent: bool) -> Cell | None:
    if not percent or cell is None or cell.value is None:
        return cell
    return replace(cell, unit="%")


def _table_unit(unit_line: str, rows: Sequence[Row]) -> str:
    stated = unit_of(unit_line)
    if stated:
        return stated
    units = [
        cell.unit
        for row in rows
        for cell in row.cells
        if cell is not None and cell.value is not None
    ]
    for unit in ("USD", "EUR", "GBP", "JPY", "CAD", "AUD"):
        if unit in units:
            return unit
    return "%" if units and units.count("%") == len(units) else ""
