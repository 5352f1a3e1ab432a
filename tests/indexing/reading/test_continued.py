"""Tables that go on, or show the rows of an earlier one for another period."""

from dataclasses import replace
from decimal import Decimal

from hirec.types import Cell, Column, Page, Row, Table, TextBlock
from indexing.reading.continued import continue_tables

CELL = Cell("5", Decimal(5))
ROWS = ("Third party", "Intersegment", "Cost of goods sold", "Operating income")


def table(period: str, caption: str = "", unit_line: str = "") -> Table:
    rows = tuple(Row(label, (CELL,)) for label in ROWS)
    scale = 6 if unit_line else 0
    return Table((Column(period),), rows, caption, unit_line, scale)


def test_headless_table_at_the_top_takes_everything() -> None:
    first = Page(1, (table("2023", "Segments", "(in millions)"),))
    second = continue_tables([first, Page(2, (TextBlock("34"), table("")))])[1].blocks[1]
    assert isinstance(second, Table)
    assert (second.caption, second.unit_line, second.scale) == ("Segments", "(in millions)", 6)
    assert [column.label for column in second.columns] == ["2023"]
    assert second.continued


def test_same_rows_for_another_period_take_caption_and_unit() -> None:
    long = TextBlock("1 The results were affected by many items. " * 9)
    first = Page(1, (table("2023", "Segments", "(in millions)"), long))
    second = continue_tables([first, Page(2, (table("2022"),))])[1].blocks[0]
    assert isinstance(second, Table)
    assert (second.caption, second.scale) == ("Segments", 6)
    assert [column.label for column in second.columns] == ["2022"]


def test_a_table_with_words_of_its_own_keeps_them() -> None:
    first = Page(1, (table("2023", "Segments", "(in millions)"),))
    second = continue_tables([first, Page(2, (table("2022", "Stores", "(in thousands)"),))])[1]
    assert isinstance(second.blocks[0], Table)
    assert second.blocks[0].caption == "Stores"


def test_a_continuation_with_its_own_unit_line_keeps_it_and_takes_the_headings() -> None:
    first = Page(1, (table("2023", "Segments", "(in millions)"),))
    second = continue_tables([first, Page(2, (table("", "", "(in thousands)"),))])[1].blocks[0]
    assert isinstance(second, Table)
    assert (second.unit_line, second.caption) == ("(in thousands)", "Segments")
    assert [column.label for column in second.columns] == ["2023"]


def test_a_table_right_below_another_has_its_columns_where_it_heads_none() -> None:
    below = replace(table(""), rows=(Row("Margin:", (None,)), Row("Services", (CELL,))))
    dated = replace(below, rows=(Row("December 31, 2022", (None,)), *below.rows[1:]))
    for under, label in ((below, "2023"), (dated, "")):
        page = Page(1, (table("2023", "Segments"), under))
        second = continue_tables([page])[0].blocks[1]
        assert isinstance(second, Table)
        assert [column.label for column in second.columns] == [label]


def test_a_heading_that_ends_the_page_before_is_the_tables() -> None:
    first = Page(
        1, (TextBlock("Sales by region."), TextBlock("Canada", heading=True), TextBlock("20"))
    )
    headed = continue_tables([first, Page(2, (TextBlock("Table of Contents"), table("2022")))])[1]
    assert isinstance(headed.blocks[1], Table)
    assert headed.blocks[1].caption == "Canada"
    text = TextBlock("Sales rose as we sold more to those who had bought before. " * 5)
    below = continue_tables([first, Page(2, (text, table("2022")))])[1].blocks[1]
    assert isinstance(below, Table)
    assert not below.caption
