"""Set a filing as PDF: Times, letter pages, no dates or ids, so that bytes never change."""

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pymupdf

from generator.layout import Figure, Grid, GridRow, Pages, Paragraph, Style

_WIDTH, _HEIGHT, _MARGIN, _TOP = 612.0, 792.0, 54.0, 50.0
_SIZE, _LINE = 9.5, 12.0
_ROMAN, _BOLD = "tiro", "tibo"
_PDF: Any = pymupdf
"""Untyped upstream."""
_FONTS = {name: _PDF.Font(name) for name in (_ROMAN, _BOLD)}
_WINANSI = str.maketrans(
    {"—": "\x97", "–": "\x96", "’": "\x92", "‘": "\x91", "“": "\x93", "”": "\x94"}
)


def write_pdf(pages: Pages, footer: str, path: Path) -> None:
    """Write the pages; raises ValueError where a page's text would not fit on it."""
    document = _PDF.open()
    for number, blocks in enumerate(pages.pages, 1):
        page = document.new_page(width=_WIDTH, height=_HEIGHT)
        _PageSetter(page).set(blocks, f"{footer}   {number - 1}" if number > 1 else "", number)
    document.set_metadata({})
    document.save(path, garbage=4, clean=True, deflate=True, no_new_id=True)
    document.close()


def _plain(text: str) -> str:
    return text.replace("☒", "[X]").replace("☐", "[ ]")


@functools.cache
def _glyph_width(character: str, font: str) -> float:
    return float(_FONTS[font].text_length(character, _SIZE))


def _text_width(text: str, font: str) -> float:
    return sum(_glyph_width(character, font) for character in text)


def wrap(text: str, font: str, width: float) -> list[str]:
    """Break a text into lines that fit the width in points."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and _text_width(longer, font) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


class _PageSetter:
    """Puts blocks on one page from the top down."""

    def __init__(self, page: pymupdf.Page) -> None:
        self._shape = cast(Any, page).new_shape()
        self._y = _TOP

    def set(self, blocks: Sequence[Paragraph | Grid], footer: str, number: int) -> None:
        for block in blocks:
            if isinstance(block, Paragraph):
                self._paragraph(block)
            else:
                self._grid(block)
        if self._y > _HEIGHT - 36:
            raise ValueError(f"page {number}: the text ends at {self._y:.0f} points")
        if footer:
            width = _text_width(footer, _ROMAN)
            self._write((_WIDTH - width) / 2, _HEIGHT - 24, footer, _ROMAN)
        self._shape.commit()

    def _write(self, x: float, y: float, text: str, font: str) -> None:
        self._shape.insert_text((x, y), text.translate(_WINANSI), fontname=font, fontsize=_SIZE)

    def _rule(self, left: float, right: float, y: float) -> None:
        self._shape.draw_line((left, y), (right, y))
        self._shape.finish(width=0.5, color=(0, 0, 0))

    def _paragraph(self, paragraph: Paragraph) -> None:
        bold = paragraph.style in (Style.HEADING, Style.SUBHEADING, Style.TITLE)
        font = _BOLD if bold else _ROMAN
        middle = paragraph.style in (Style.CENTER, Style.TITLE)
        for line in wrap(_plain(paragraph.text), font, _WIDTH - 2 * _MARGIN):
            self._y += _LINE
            x = (_WIDTH - _text_width(line, font)) / 2 if middle else _MARGIN
            self._write(x, self._y, line, font)
        self._y += _LINE * 0.7

    def _grid(self, grid: Grid) -> None:
        right = _WIDTH - _MARGIN
        count = max(1, len(grid.columns))
        labelled = any(row.label for row in grid.rows)
        step = min(82.0, 290.0 / count) if labelled else (right - _MARGIN) / count
        edges = [right - step * (count - 1 - index) for index in range(count)]
        if not grid.continued:
            self._header(grid, edges, step, middle=not labelled)
        width = edges[0] - step - _MARGIN
        for row in grid.rows:
            self._row(row, edges, step, width if labelled else 0)
        self._y += _LINE * 0.7

    def _header(self, grid: Grid, edges: list[float], step: float, *, middle: bool) -> None:
        for text, font in ((grid.caption, _BOLD), (grid.unit_line, _ROMAN)):
            if text:
                self._y += _LINE
                self._write((_WIDTH - _text_width(text, font)) / 2, self._y, text, font)
        if grid.spans:
            self._y += _LINE
            first = 0
            for text, covered in grid.spans:
                left, right = edges[first] - step, edges[first + covered - 1]
                x = (left + right - _text_width(text, _BOLD)) / 2
                self._write(x, self._y, text, _BOLD)
                self._rule(left + 6, right, self._y + 2.5)
                first += covered
        labels = [wrap(label, _BOLD, step - 8) if label else [] for label in grid.columns]
        height = max((len(lines) for lines in labels), default=0)
        for edge, lines in zip(edges, labels, strict=True):
            for index, line in enumerate(lines):
                y = self._y + _LINE * (height - len(lines) + index + 1)
                gap = (step - _text_width(line, _BOLD)) / 2 if middle else 0
                self._write(edge - gap - _text_width(line, _BOLD), y, line, _BOLD)
        self._y += _LINE * height
        if height:
            self._rule(edges[0] - step + 6, edges[-1], self._y + 2.5)

    def _row(self, row: GridRow, edges: list[float], step: float, width: float) -> None:
        font = _BOLD if row.total or not row.cells else _ROMAN
        indent = _MARGIN + 9 * row.level
        if width:
            room = (width if row.cells else _WIDTH - 2 * _MARGIN) - 9 * row.level - 4
            for line in wrap(row.label, font, room):
                self._y += _LINE
                self._write(indent, self._y, line, font)
        else:
            self._y += _LINE
        for edge, cell in zip(edges, row.cells, strict=False):
            if cell is not None:
                self._cell(cell, edge, step, font, middle=not width)
        if row.total:
            self._rule(edges[0] - step + 6, edges[-1], self._y - _LINE + 2.5)

    def _cell(
        self, cell: Figure | str, edge: float, step: float, font: str, *, middle: bool
    ) -> None:
        if isinstance(cell, str):
            length = _text_width(cell, font)
            x = edge - (step + length) / 2 if middle else edge - length
            self._write(x, self._y, cell, font)
            return
        hang = 0 if cell.text.endswith((")", "%")) else _text_width(")", font)
        x = edge - _text_width(cell.text, font) - hang
        self._write(x, self._y, cell.text, font)
        if cell.dollar:
            self._write(edge - step + 10, self._y, "$", font)
