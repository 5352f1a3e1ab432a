"""A page of a PDF as a picture, and where on it printed words stand.

Boxes are in points of the page as shown, origin at the top left, as the reader gives them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hirec.types import Box, ReadError
from indexing.reading.lines import Word
from indexing.reading.pdf_file import FAULTS, PDF, opened, shown_words, unreadable

_MOST_PIXELS = 6_000_000
_SLACK = 1.0
"""Points by which a word's centre may lie outside of a box that holds it."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page drawn."""

    png: bytes
    width: float
    """Of the page as shown, in points."""
    height: float


@dataclass(frozen=True, slots=True)
class PrintedText:
    """Printed words that are said to stand in a box."""

    page_number: int
    printed: str
    box: Box
    whole: bool
    """Whether the box is said to hold nothing else, as that of a table's cell does."""


def page_size(path: Path, page_number: int) -> tuple[float, float]:
    """Width and height of a page as shown, in points; raises :class:`ReadError`."""
    with opened(path.read_bytes(), path.name) as file:
        try:
            rect = _page(file.pdf, page_number, path.name).rect
        except FAULTS as error:
            raise unreadable(error, f"{path.name}: page {page_number} cannot be read") from error
    return float(rect.width), float(rect.height)


def draw_page(path: Path, page_number: int, width_px: int) -> PagePicture:
    """Draw a page of a file; raises :class:`ReadError` where it cannot be.

    Args:
        path: Of a PDF.
        page_number: From 1.
        width_px: Narrower where that would take too many pixels.

    """
    with opened(path.read_bytes(), path.name) as file:
        try:
            page = _page(file.pdf, page_number, path.name)
            width, height = float(page.rect.width), float(page.rect.height)
            density = min(width_px / width, math.sqrt(_MOST_PIXELS / (width * height)))
            pixmap = page.get_pixmap(matrix=PDF.Matrix(density, density), alpha=False)
            return PagePicture(pixmap.tobytes("png"), width, height)
        except FAULTS as error:
            raise unreadable(error, f"{path.name}: page {page_number} cannot be drawn") from error


def find_printed(path: Path, texts: Sequence[PrintedText]) -> list[Box | None]:
    """Where the words are printed; None where the page does not print just them just there.

    Raises :class:`ReadError` for a file that cannot be read.
    """
    with opened(path.read_bytes(), path.name) as file:
        words: dict[int, list[Word]] = {}
        try:
            for number in {each.page_number for each in texts}:
                words[number] = shown_words(_page(file.pdf, number, path.name))
        except FAULTS as error:
            raise unreadable(error, f"{path.name} cannot be read") from error
    return [_place(words[each.page_number], each) for each in texts]


def _page(pdf: Any, page_number: int, name: str) -> Any:  # noqa: ANN401 - untyped upstream
    if not 1 <= page_number <= pdf.page_count:
        raise ReadError(f"{name} has {pdf.page_count} pages; there is no {page_number}.")
    return pdf.load_page(page_number - 1)


def _place(words: Sequence[Word], text: PrintedText) -> Box | None:
    inside = _in_order([word for word in words if _holds(text.box, word)])
    printed = "".join(text.printed.split())
    if text.whole:
        fits = "".join(word[4] for word in inside) == printed
        return text.box if fits and inside else None
    runs = [run for at in range(len(inside)) if (run := _run(inside[at:], printed))]
    return _around(runs[0]) if len(runs) == 1 else None


def _in_order(words: Sequence[Word]) -> list[Word]:
    """Line by line, each from left to right; words level with each other make a line."""
    ordered: list[Word] = []
    line: list[Word] = []
    for word in sorted(words, key=lambda word: word[1] + word[3]):
        if line and (word[1] + word[3]) / 2 > line[0][3]:
            ordered += sorted(line)
            line = []
        line.append(word)
    return ordered + sorted(line)


def _run(words: Sequence[Word], printed: str) -> list[Word]:
    """The first words, where together they print just this but for punctuation at the end."""
    stated = ""
    run: list[Word] = []
    for word in words:
        stated += word[4]
        run.append(word)
        if stated.strip(".,;:()") == printed.strip(".,;:()"):
            return run
        if len(stated) > len(printed) + 2:
            break
    return []


def _holds(box: Box, word: Word) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    across = box.left - _SLACK <= x <= box.right + _SLACK
    return across and box.top - _SLACK <= y <= box.bottom + _SLACK


def _around(words: Sequence[Word]) -> Box:
    return Box(
        min(word[0] for word in words),
        min(word[1] for word in words),
        max(word[2] for word in words),
        max(word[3] for word in words),
    )
