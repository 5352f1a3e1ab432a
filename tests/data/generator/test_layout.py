from datetime import date
from decimal import Decimal

import pytest

from generator.layout import (
    PAGE_LINES,
    Figure,
    Grid,
    GridRow,
    PageBreak,
    Paragraph,
    Style,
    Tag,
    paginate,
)


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (Figure(1234), "1,234"),
        (Figure(-1234), "(1,234)"),
        (Figure(0), "—"),
        (Figure(Decimal("4.5"), "USD/shares", 2), "4.50"),
        (Figure(Decimal("-0.3"), "%", 1), "(0.3)%"),
    ],
)
def test_figures_as_printed(figure: Figure, text: str) -> None:
    assert figure.text == text


def _grid(rows: int, *, splittable: bool) -> Grid:
    content = tuple(GridRow(f"row {i}", (Figure(i + 1),), f"r{i}") for i in range(rows))
    return Grid("CAPTION", ("2023",), content, "(In millions)", anchor="g", splittable=splittable)


def test_grid_runs_over_the_page_without_header() -> None:
    pages = paginate([*[Paragraph("text")] * 15, _grid(40, splittable=True)])
    assert len(pages.pages) == 2
    rest = pages.pages[1][0]
    assert isinstance(rest, Grid)
    assert rest.continued
    assert pages.locate("g/r0") == 1
    assert pages.locate("g/r39") == 2
    assert "CAPTION" not in pages.texts()[1]


def test_grid_that_may_not_split_moves_on() -> None:
    pages = paginate([*[Paragraph("text")] * 15, _grid(40, splittable=False)])
    assert pages.locate("g/r0") == 2


def test_heading_stays_with_its_text() -> None:
    filler = [Paragraph("x")] * (PAGE_LINES // 2 - 1)
    heading = Paragraph("Item 7", Style.HEADING, "item")
    pages = paginate([*filler, heading, Paragraph("body", anchor="body")])
    assert pages.locate("item") == pages.locate("body") == 2


def test_pages_that_state_a_fact() -> None:
    tag = Tag("us-gaap:Revenues", date(2023, 1, 1), date(2023, 12, 31))
    row = GridRow("Net sales", (Figure(7, tag=tag),), "revenue")
    other = GridRow("Net sales", (Figure(8, tag=tag),), "revenue")
    grids = [Grid("", ("2023",), (r,), anchor="income") for r in (row, other, row)]
    pages = paginate([grids[0], PageBreak(), grids[1], PageBreak(), grids[2]])
    assert pages.figure("income/revenue", 0) == (tag, 7)
    assert pages.stating({(tag, 7)}) == [1, 3]
    assert pages.stating({(tag, 7), (tag, 8)}) == []


def test_breaks_make_no_empty_pages_and_anchors_must_exist() -> None:
    pages = paginate([PageBreak(), Paragraph("a"), PageBreak(), PageBreak(), Paragraph("b")])
    assert len(pages.pages) == 2
    with pytest.raises(KeyError):
        pages.locate("nowhere")
