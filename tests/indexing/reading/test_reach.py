"""The nearest statement of scale wins, and what is farther is noted."""

from dataclasses import replace
from decimal import Decimal

from hirec.types import Cell, Column, Page, Reach, Row, Table, TextBlock
from indexing.reading.reach import is_index, state_scales

GENERAL_WORDS = "Unless otherwise noted, amounts in tables are stated in millions."


def table(unit_line: str = "", scale: int = 0, label: str = "Sales") -> Table:
    row = Row(label, (Cell("$ 25", Decimal(25), "USD"),))
    return Table((Column("2023"),), (row,), "Segments", unit_line, scale, "USD")


def stated(*blocks: TextBlock | Table) -> list[Table]:
    pages = state_scales([Page(1, (TextBlock(GENERAL_WORDS),)), Page(2, blocks)])
    return [block for block in pages[1].blocks if isinstance(block, Table)]


def test_a_general_sentence_reaches_tables_of_later_pages() -> None:
    (found,) = stated(table())
    assert found.scale == 6
    assert found.scale_source is not None
    assert found.scale_source.reach is Reach.GENERAL
    assert (found.scale_source.words, found.scale_source.page_number) == (GENERAL_WORDS, 1)
    assert found.unit_line == GENERAL_WORDS


def test_a_tables_own_unit_wins_and_the_general_one_is_a_conflict() -> None:
    (found,) = stated(table("(In thousands)", 3))
    assert found.scale == 3
    assert found.scale_source is not None
    assert found.scale_source.reach is Reach.TABLE
    assert found.scale_source.conflicts == (f"{GENERAL_WORDS} (page 1)",)


def test_stated_whole_dollars_are_not_overruled() -> None:
    (found,) = stated(table("(in whole dollars)"))
    assert found.scale == 0
    assert found.scale_source is not None


def test_a_unit_in_the_caption_is_the_tables_own() -> None:
    (found,) = stated(replace(table(), caption="Costs were as follows (in thousands):"))
    assert found.scale == 3


def test_several_tables_announced_share_the_unit_until_the_next_note() -> None:
    tables = stated(
        TextBlock("The following tables show deposits (in thousands):"),
        table(),
        table(),
        TextBlock("Note 8. Leases"),
        table(),
    )
    assert [found.scale for found in tables] == [3, 3, 6]


def test_a_note_below_says_the_unit_of_marked_columns() -> None:
    marked = replace(table(), columns=(Column("Options (a)"),))
    (found,) = stated(marked, TextBlock("(a) In thousands, at target."))
    assert found.columns[0].note == "In thousands"


def test_a_note_that_quotes_a_heading_says_the_unit_of_columns_in_all_tables_above() -> None:
    names = ("Japan Square Feet", "Japan Units", "Total Square Feet")
    tables = [replace(table(), columns=(Column(name),)) for name in names]
    found = stated(*tables, TextBlock('(2) "Square Feet" columns are reported in thousands.'))
    assert [bool(one.columns[0].note) for one in found] == [True, False, True]


def test_an_index_of_100_has_no_scale() -> None:
    rows = tuple(
        Row(name, (Cell("$ 100", Decimal(100)), Cell("$ 131", Decimal(131)))) for name in "AB"
    )
    index = Table((Column("2019"), Column("2020")), rows, unit="USD")
    assert is_index(index)
    assert stated(index)[0].scale_source is None
