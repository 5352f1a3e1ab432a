"""Pages drawn, and printed words found where they are said to stand; rotated pages too."""

from pathlib import Path

import pymupdf
import pytest

from hirec.types import Box, ReadError, Table
from indexing.reading.pdf import read_pdf
from indexing.reading.pdf_view import PrintedText, draw_page, find_printed

ROWS = (
    ("Net sales", "$ 1,234", "(99)"),
    ("Cost of sales", "800", "77"),
    ("Profit", "434", "(176)"),
)


@pytest.fixture(params=[0, 90, 180, 270])
def page(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A table on a page that is shown turned, printed so that it reads upright."""
    pdf = pymupdf.open()
    sheet = pdf.new_page(width=612, height=792)
    sheet.set_rotation(request.param)
    back = sheet.derotation_matrix
    cells = [("2023", 300.0, 80.0), ("2022", 400.0, 80.0)]
    for at, row in enumerate(ROWS):
        cells += zip(row, (60.0, 300.0, 400.0), (110.0 + 20 * at,) * 3, strict=True)
    for text, x, y in cells:
        sheet.insert_text(pymupdf.Point(x, y) * back, text, fontsize=10, rotate=request.param)
    path = tmp_path / "page.pdf"
    pdf.save(path)
    return path


def test_every_cell_that_is_read_is_found_where_it_is_printed(page: Path) -> None:
    (read,) = read_pdf(page.read_bytes(), page.name).pages
    (table,) = (block for block in read.blocks if isinstance(block, Table))
    cells = [cell for row in table.rows for cell in row.cells if cell and cell.box]
    assert [cell.text for cell in cells] == [text for row in ROWS for text in row[1:]]
    wanted = [PrintedText(1, cell.text, cell.box, True) for cell in cells if cell.box]
    assert find_printed(page, wanted) == [cell.box for cell in cells]
    others = [PrintedText(1, "1", each.box, True) for each in wanted]
    assert find_printed(page, others) == [None] * len(cells)


def test_the_picture_has_ink_where_a_box_says_so(page: Path) -> None:
    drawn = draw_page(page, 1, 800)
    picture = pymupdf.Pixmap(drawn.png)
    assert picture.width == 800
    scale = picture.width / drawn.width
    (box,) = find_printed(page, [PrintedText(1, "434", Box(290, 140, 330, 155), False)])
    assert box is not None
    inside = [
        picture.pixel(x, y)[0]
        for x in range(int(box.left * scale), int(box.right * scale))
        for y in range(int(box.top * scale), int(box.bottom * scale))
    ]
    assert min(inside) < 100
    beside = [picture.pixel(int(200 * scale), y)[0] for y in range(picture.height)]
    assert min(beside) == 255


def test_words_that_stand_twice_in_a_box_have_no_place(page: Path) -> None:
    whole = Box(0, 0, 800, 800)
    assert find_printed(page, [PrintedText(1, "Cost of sales", whole, False)])[0] is not None
    assert find_printed(page, [PrintedText(1, "sales", whole, False)]) == [None]
    assert find_printed(page, [PrintedText(1, "absent", whole, False)]) == [None]


def test_a_page_or_file_that_is_not_there_is_a_named_failure(page: Path, tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="has 1 pages; there is no 2"):
        draw_page(page, 2, 800)
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 and no more")
    with pytest.raises(ReadError):
        draw_page(broken, 1, 800)


def test_a_huge_page_is_drawn_small(tmp_path: Path) -> None:
    pdf = pymupdf.open()
    pdf.new_page(width=200, height=14_000)
    pdf.save(tmp_path / "tall.pdf")
    picture = pymupdf.Pixmap(draw_page(tmp_path / "tall.pdf", 1, 2400).png)
    assert picture.width * picture.height <= 6_100_000
