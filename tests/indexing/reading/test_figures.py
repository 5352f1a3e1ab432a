"""Which drawings are figures, and what their pictures are."""

import io

import pymupdf
import pytest
from PIL import Image

from hirec.types import Box, ReadError
from indexing.reading.figures import Drawn, figures_among
from indexing.reading.pdf import read_figures

PIXELS = 250_000


def drawn(left: float, top: float, width: float, height: float, **more: object) -> Drawn:
    share = width * height / (612 * 792)
    fields = {"page_number": 1, "share": share, **more}
    return Drawn(box=Box(left, top, left + width, top + height), **fields)  # type: ignore[arg-type]


def test_logos_backgrounds_and_rules_are_none() -> None:
    assert figures_among([drawn(50, 50, 90, 200)]) == []
    assert figures_among([drawn(50, 50, 400, 20)]) == []
    assert figures_among([drawn(0, 0, 612, 792)]) == []


def test_what_stands_on_three_pages_is_layout() -> None:
    pages = [drawn(50, 50, 200, 200, page_number=page, image=b"a") for page in (1, 2, 3)]
    assert figures_among(pages) == []
    assert len(figures_among(pages[:2])) == 2


def test_strips_are_one_figure() -> None:
    strips = [drawn(100, 100 + 30 * at, 300, 30, image=bytes([at])) for at in range(6)]
    (figure,) = figures_among([*strips, drawn(100, 500, 120, 100)])[:1]
    assert figure.box == Box(100, 100, 400, 280)
    assert figure.share == pytest.approx(300 * 180 / (612 * 792))


def test_the_largest_comes_first() -> None:
    small, large = drawn(100, 100, 150, 100), drawn(100, 400, 300, 300)
    assert figures_among([small, large]) == [large, small]


def image() -> pymupdf.Pixmap:
    pixmap = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, 60, 40))
    pixmap.clear_with(120)
    return pixmap


def pdf_of_figures(rotation: int = 0) -> bytes:
    """Page 1: a table with rules; page 2: an image and a line chart."""
    with pymupdf.open() as pdf:
        ruled = pdf.new_page(width=612, height=792)
        for at in range(20):
            ruled.draw_line((50, 100 + 20 * at), (500, 100 + 20 * at))
            ruled.draw_rect((50, 100 + 20 * at, 300, 110 + 20 * at), fill=(0.8, 0.9, 1))
        page = pdf.new_page(width=612, height=792)
        page.insert_image((100, 100, 400, 300), pixmap=image())
        for at in range(6):
            page.draw_line((100 + 50 * at, 600 - 20 * at), (150 + 50 * at, 580 - 20 * at - at))
        page.set_rotation(rotation)
        return bytes(pdf.tobytes())


def test_images_and_charts_are_found_and_ruled_tables_not() -> None:
    figures, more = read_figures(pdf_of_figures(), "a.pdf", most=5, pixels=PIXELS)
    assert more == 0
    assert [figure.page_number for figure in figures] == [2, 2]
    assert figures[0].box == Box(100, 100, 400, 300)
    assert figures[1].box.top > 450


def test_pictures_are_bounded_pngs() -> None:
    for figure in read_figures(pdf_of_figures(), "a.pdf", most=5, pixels=PIXELS)[0]:
        picture = Image.open(io.BytesIO(figure.png))
        assert picture.format == "PNG"
        assert 0.9 * PIXELS < picture.size[0] * picture.size[1] <= PIXELS


def test_a_turned_page_is_shown_as_it_is_read() -> None:
    figures, _ = read_figures(pdf_of_figures(rotation=90), "a.pdf", most=1, pixels=PIXELS)
    # Turned clockwise by a quarter, x is the page's height less y, and y is x.
    assert figures[0].box == Box(792 - 300, 100, 792 - 100, 400)
    picture = Image.open(io.BytesIO(figures[0].png)).convert("L")
    width, height = picture.size
    assert width < height
    assert picture.getpixel((width // 2, height // 2)) in range(115, 126)


def test_only_the_largest_are_shown_and_the_others_counted() -> None:
    figures, more = read_figures(pdf_of_figures(), "a.pdf", most=1, pixels=PIXELS)
    assert (len(figures), figures[0].box, more) == (1, Box(100, 100, 400, 300), 1)


def test_a_page_of_huge_size_gives_a_small_picture() -> None:
    with pymupdf.open() as pdf:
        page = pdf.new_page(width=14_000, height=14_000)
        page.insert_image((100, 100, 9_000, 9_000), pixmap=image())
        data = bytes(pdf.tobytes())
    (figure,), _ = read_figures(data, "a.pdf", most=5, pixels=10_000)
    picture = Image.open(io.BytesIO(figure.png))
    assert picture.size[0] * picture.size[1] <= 10_000


def test_a_broken_file_is_named() -> None:
    with pytest.raises(ReadError, match=r"a\.pdf"):
        read_figures(pdf_of_figures()[:300], "a.pdf", most=5, pixels=PIXELS)
