"""PDF filings by word positions. ``pdf``, ``pdf_file`` and ``pdf_view`` alone know PyMuPDF."""

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from hirec.types import Box, Document, Page, ReadError, SourceKind
from indexing.notes import OCR_ABSENT
from indexing.reading.continued import continue_tables
from indexing.reading.figures import Drawn, Figure, figures_among
from indexing.reading.lines import Line, Word, make_lines
from indexing.reading.ocr import DOTS_PER_INCH, Recogniser
from indexing.reading.pdf_file import (
    FAULTS,
    PDF,
    PdfFile,
    listed,
    opened,
    shown_words,
    unreadable,
)
from indexing.reading.pdf_page import page_blocks
from indexing.reading.running import EDGE, is_cover, is_running, running_lines

_DRAWINGS = 200
"""Strokes from which on a page without words is text drawn as curves."""
_FEWEST_WORDS = 40
_SIGN = re.compile(r"[!#*+<=>@^_`{|}~\\\[\]\"?]")
_SIGN_IN_WORD = re.compile(r"[!#*+<=>@^_`{|}~\\\[\]\"?]\S|\S[!#*+<=>@^_`{|}~\\\[\]\"]")
_SLANTED = 3
"""Curves and slanted lines from which on a drawing is no rule or border of a table."""
_MARGIN = 16.0
"""Points around a figure that are shown with it: titles and labels of axes are words."""
_DENSEST = 200 / 72
"""Pixels a point, at most."""


def read_pdf(data: bytes, name: str) -> Document:
    """Pages with paragraphs and tables in reading order, without running heads and feet.

    A page that is a picture is read by OCR where ``tesseract`` is installed; else it has no blocks
    and the document a note.

    Boxes are in points of the page as shown, origin at the top left. Pages that
    are damaged are left out with a note. Raises :class:`ReadError` for a file that is encrypted,
    or of which no page can be read.
    """
    with opened(data, name) as file:
        lines, notes = _page_lines(file, name)
    pages = [
        Page(number, tuple(page_blocks(kept)))
        for number, kept in enumerate(_without_running(lines), start=1)
    ]
    return Document(name, SourceKind.PDF, continue_tables(pages), notes=notes)


def read_figures(data: bytes, name: str, most: int, pixels: int) -> tuple[list[Figure], int]:
    """The largest figures in the order of the pages, and how many more there are.

    A picture has at most ``pixels`` pixels, whatever the page says of its size. Raises
    :class:`ReadError` as :func:`read_pdf` does.

    Args:
        data: The file's content.
        name: The file's name without folder.
        most: How many figures come back.
        pixels: Of each picture.

    """
    with opened(data, name) as file:
        load_page = file.pdf.load_page
        try:
            pages = [at for at in range(file.pdf.page_count) if _words(file, at, name) is not None]
            found = [drawn for at in pages for drawn in _drawn(load_page, at)]
            chosen = figures_among(found)
            shown = sorted(chosen[:most], key=lambda d: (d.page_number, d.box.top))
            figures = [Figure(d.page_number, d.box, _clipped(load_page, d, pixels)) for d in shown]
        except FAULTS as error:
            raise unreadable(error, f"{name}: figures cannot be drawn") from error
    return figures, len(chosen) - len(shown)


def _drawn(load_page: Callable[[int], Any], index: int) -> list[Drawn]:
    """Images, and clusters of strokes that are not all level or upright."""
    page = load_page(index)
    area = abs(page.rect.width * page.rect.height)
    strokes = [stroke for stroke in page.get_drawings() if _slanted(stroke["items"])]
    clusters = page.cluster_drawings(drawings=strokes) if len(strokes) >= _SLANTED else []
    places = [(image["bbox"], bytes(image["digest"])) for image in page.get_image_info(hashes=True)]
    drawn = []
    for place, digest in [*places, *((rect, b"") for rect in clusters)]:
        rect = PDF.Rect(place) * page.rotation_matrix & page.rect
        if area and not rect.is_empty and all(map(math.isfinite, rect)):
            share = rect.width * rect.height / area
            drawn.append(Drawn(index + 1, Box(*rect), share, digest))
    return drawn


def _slanted(items: Sequence[tuple[Any, ...]]) -> bool:
    """Whether a drawing has a curve, or a line that is neither level nor upright."""
    return any(
        item[0] == "c"
        or (item[0] == "l" and min(abs(item[1].x - item[2].x), abs(item[1].y - item[2].y)) > 1)
        for item in items
    )


def _clipped(load_page: Callable[[int], Any], drawn: Drawn, pixels: int) -> bytes:
    """A part of a page as a PNG."""
    page = load_page(drawn.page_number - 1)
    box = drawn.box
    clip = PDF.Rect(
        box.left - _MARGIN, box.top - _MARGIN, box.right + _MARGIN, box.bottom + _MARGIN
    )
    clip = clip & page.rect
    density = min(_DENSEST, _density(clip.width, clip.height, pixels))
    pixmap = page.get_pixmap(matrix=PDF.Matrix(density, density), clip=clip, alpha=False)
    png: bytes = pixmap.tobytes("png")
    return png


def _density(width: float, height: float, pixels: int) -> float:
    """Pixels a point that give ``pixels``, with two more a side for rounding to whole ones.

    The positive root of (width · d + 2) (height · d + 2) = pixels.
    """
    half, area = width + height, width * height
    return (math.sqrt(half * half + area * (pixels - 4)) - half) / area


def _page_lines(file: PdfFile, name: str) -> tuple[list[list[Line]], tuple[str, ...]]:
    """Lines of each page, and notes on the pages that are pictures or cannot be read."""
    load_page = file.pdf.load_page
    recogniser = Recogniser()
    lines: list[list[Line]] = []
    recognised: list[int] = []
    silent: list[int] = []
    for index in range(file.pdf.page_count):
        words = _words(file, index, name)
        if words is None:
            words = []
        elif _undecodable(words) or (not words and _shows_something(load_page, index)):
            words = recogniser.words(_picture(load_page, index)) if recogniser.able else []
            (recognised if words else silent).append(index + 1)
        lines.append(make_lines(words))
    if file.lost and not silent and not any(lines):
        raise ReadError(f"{name} is a damaged PDF of which no page can be read; download it again.")
    notes = file.notes()
    notes += [f"{listed(recognised)} read by OCR"] if recognised else []
    if silent:
        remedy = "OCR read nothing in time" if recogniser.installed else OCR_ABSENT
        notes.append(f"{listed(silent)} without readable text (a picture; {remedy})")
    return lines, tuple(notes)


def _without_running(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """Lines of the pages without running heads and feet; covers keep theirs."""
    patterns = running_lines([[line.text for line in lines] for lines in pages])
    return [*pages[:1], *(_kept(lines, patterns) for lines in pages[1:])]


def _kept(lines: list[Line], patterns: frozenset[str]) -> list[Line]:
    """Lines between the running ones; a page that holds nothing else keeps them."""
    start, end = 0, len(lines)
    head = [at for at, line in enumerate(lines[:EDGE]) if is_running(line.text, patterns)]
    foot = [at for at, line in enumerate(lines[-EDGE:]) if is_running(line.text, patterns)]
    if not head and not foot:
        return lines
    if is_cover(" ".join(line.text for line in lines)):
        return lines
    dropped = {*head, *(max(start, end - EDGE) + at for at in foot)}
    kept = [line for at, line in enumerate(lines) if at not in dropped]
    return kept or lines


def _undecodable(words: Sequence[Word]) -> bool:
    """Whether the page's fonts do not say which letters they print: signs inside the words."""
    if len(words) < _FEWEST_WORDS:
        return False
    if len(_SIGN.findall(" ".join([word[4] for word in words]))) * 4 <= len(words):
        return False
    broken = sum(_SIGN_IN_WORD.search(word[4]) is not None for word in words)
    return broken * 4 > len(words)


def _shows_something(load_page: Callable[[int], Any], index: int) -> bool:
    page = load_page(index)
    return bool(page.get_images()) or len(page.get_drawings()) > _DRAWINGS


def _picture(load_page: Callable[[int], Any], index: int) -> bytes:
    """The page as a grey PNG."""
    grey = load_page(index).get_pixmap(dpi=DOTS_PER_INCH, colorspace=PDF.csGRAY)
    picture: bytes = grey.tobytes("png")
    return picture


def _words(file: PdfFile, index: int, name: str) -> list[Word] | None:
    """Words of a page; None for one that is lost."""
    try:
        words = shown_words(file.pdf.load_page(index))
    except FAULTS as error:
        file.take(index + 1, unreadable(error, f"{name}: page {index + 1} cannot be read"))
        return None
    return None if file.judge(index + 1, bool(words)) else words
