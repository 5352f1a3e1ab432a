"""HTML table elements as grids of cells, spans resolved, and as tables where they hold numbers."""

import re
from collections.abc import Iterator

from lxml import etree

from hirec.types import Fact
from indexing.reading.html_style import bracketed, style_of
from indexing.reading.ixbrl import Tags, inner_text, is_only_tag, read_fact
from indexing.reading.placement import Placed, is_number, lay_out
from indexing.reading.tokens import RawCell
from indexing.reading.wrapped import join_wrapped

MAX_SPAN = 200
"""Widest span believed; browsers stop at 1,000, filings use under 60."""
MAX_GRID_CELLS = 200_000
"""A larger grid is a hostile file or no table."""

_SPAN = re.compile(r"\s*(\d{1,6})")
_ZERO_WIDTH = re.compile(r"[\u200b\ufeff\u00ad]")
_LINE_BREAKS = frozenset({"br", "p", "div", "li", "tr", "td", "th", "table", "h1", "h2", "h3"})


def grid_of(table: etree._Element, tags: Tags) -> list[list[RawCell | None]]:
    """Rows of equal length; spanning cells stand first, None follows; empty cells are ``""``.

    Spacer rows and columns are left out, and columns that only carry ``$``, ``)`` or ``%`` are
    merged into their number. Empty list for a table without text, or too large to be one.
    """
    return lay_out(join_wrapped(_place(table, tags)), MAX_GRID_CELLS)


def table_rows(table: etree._Element) -> Iterator[etree._Element]:
    """Rows of a table, not those of tables inside it."""
    for part in table:
        if part.tag == "tr":
            yield part
        elif part.tag in ("thead", "tbody", "tfoot") or not _is_structure(part):
            yield from table_rows(part)


def row_cells(row: etree._Element) -> Iterator[etree._Element]:
    """Cells of a row, also where tags such as ``ix:continuation`` stand between."""
    for part in row:
        if part.tag in ("td", "th"):
            yield part
        elif not _is_structure(part):
            yield from row_cells(part)


def _is_structure(element: etree._Element) -> bool:
    """True where an element between table and row, or row and cell, is not to be looked into."""
    return not (isinstance(element.tag, str) and element.tag.startswith("ix:"))


def _place(table: etree._Element, tags: Tags) -> list[list[Placed]]:
    taken: dict[int, int] = {}
    """Column → rows for which a cell above still reaches down."""
    rows: list[list[Placed]] = []
    for row in table_rows(table):
        placed: list[Placed] = []
        reach: dict[int, int] = {}
        column = 0
        for cell in row_cells(row):
            while taken.get(column, 0) > 0:
                column += 1
            width = _span(cell, "colspan")
            height = _span(cell, "rowspan")
            # Half of all cells only keep others apart.
            if inner_text(cell).strip():
                content = _read_cell(cell, tags, column, column + width)
                placed += [content] if content.text else []
            if height > 1:
                reach.update(dict.fromkeys(range(column, column + width), height))
            column += width
        taken = {place: left - 1 for place, left in taken.items() if left > 1}
        taken.update({place: left - 1 for place, left in reach.items()})
        rows.append(placed)
    return rows


def _span(cell: etree._Element, name: str) -> int:
    stated = cell.get(name)
    digits = _SPAN.match(stated) if stated else None
    return max(1, min(int(digits[1]), MAX_SPAN)) if digits else 1


def _read_cell(cell: etree._Element, tags: Tags, start: int, end: int) -> Placed:
    plain: list[str] = []
    marks: list[str] = []
    facts: list[Fact] = []
    indents: list[float] = []
    _collect(cell, tags, plain, marks, facts, indents)
    text, mark = fold("".join(plain)), fold("".join(marks))
    only_mark = bool(mark) and not text
    if only_mark:
        text = mark
    elif mark and not is_number(text):
        text = fold(f"{text} {bracketed(mark)}")
    fact = facts[0] if len({fact.value for fact in facts}) == 1 else None
    leading = len(plain[0]) - len(plain[0].lstrip("\u00a0 ")) if plain else 0
    indent = sum(indents[:4]) + 3.0 * leading
    return Placed(start, end, RawCell(text, fact=fact), indent, only_mark)


def _collect(
    element: etree._Element,
    tags: Tags,
    plain: list[str],
    marks: list[str],
    facts: list[Fact],
    indents: list[float],
) -> None:
    """Text, footnote marks, facts and indents of a cell in one walk without recursion."""
    stack: list[tuple[etree._Element, bool, bool]] = [(element, False, False)]
    leftmost = True
    while stack:
        node, raised, leaving = stack.pop()
        if leaving:
            if node.tail and node is not element:
                (marks if raised else plain).append(node.tail)
            continue
        tag = node.tag
        if not isinstance(tag, str):
            plain.append(node.tail or "")
            continue
        style = style_of(node)
        stack.append((node, raised, True))
        if style.hidden or is_only_tag(node):
            continue
        if tag == "ix:nonfraction":
            fact = read_fact(node, tags)
            if fact is not None:
                facts.append(fact)
        if tag in _LINE_BREAKS and node is not element:
            plain.append(" ")
        if leftmost:
            indents.append(style.indent)
        raised = raised or style.superscript
        if node.text:
            (marks if raised else plain).append(node.text)
            leftmost = leftmost and not node.text.strip()
        stack.extend((child, raised, False) for child in reversed(node))


def fold(text: str) -> str:
    """White space folded to single blanks, zero-width characters dropped."""
    if not text.isascii():
        text = _ZERO_WIDTH.sub("", text)
    return " ".join(text.split())
