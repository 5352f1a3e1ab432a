"""Tables that no statement reaches take the filing's scale, marked, within bounds."""

from decimal import Decimal

from hirec.numbers import parse_number
from hirec.scales import cell_scale
from hirec.types import Cell, Column, Page, Reach, Row, Table, TextBlock
from indexing.reading.prevailing import infer_scales
from indexing.reading.reach import state_scales


def table(*rows: tuple[str, str], unit_line: str = "", column: str = "2023") -> Table:
    made = tuple(Row(label, (Cell(text, parse_number(text), "USD"),)) for label, text in rows)
    return Table((Column(column),), made, unit_line=unit_line, unit="USD")


BALANCE = table(
    ("Cash", "$ 1,250"),
    ("Inventories", "875"),
    ("Total assets", "$ 9,400"),
    unit_line="(In millions)",
)


def inferred(*blocks: Table | TextBlock) -> Table:
    pages = infer_scales(state_scales([Page(1, (BALANCE,)), Page(2, blocks)]))
    found = pages[1].blocks[-1]
    assert isinstance(found, Table)
    return found


def test_the_scale_of_the_statements_is_inferred_and_marked() -> None:
    found = inferred(table(("Income taxes paid", "$ 317"), ("Interest paid", "146")))
    assert found.scale == 6
    assert found.scale_inferred
    assert found.unit_line == ""


def test_the_same_rows_and_values_elsewhere_settle_it() -> None:
    found = inferred(table(("Cash", "$ 1,250"), ("Inventories", "875"), ("Other", "3")))
    assert found.scale == 6
    assert found.scale_source is not None
    assert found.scale_source.reach is Reach.MATCHED
    assert not found.scale_inferred


def test_what_is_larger_than_the_company_is_printed_in_full() -> None:
    assert inferred(table(("Audit fees", "$ 1,734,000"), ("Tax fees", "32,118"))).scale == 0


def test_prices_fees_and_columns_of_dollars_stay_unscaled() -> None:
    assert inferred(table(("First quarter", "$ 34.95"), ("Second quarter", "33.63"))).scale == 0
    assert inferred(table(("Member", "$ 5,000"), ("Chair", "$ 9,000"))).scale == 0
    assert inferred(table(("J. Doe", "$ 3,217"), column="Salary ($)")).scale == 0


def test_part_iii_prints_whole_dollars() -> None:
    heading = TextBlock("Item 11. Executive Compensation", heading=True)
    assert inferred(heading, table(("J. Doe", "$ 3,217"))).scale == 0


def test_a_filing_without_statements_infers_nothing() -> None:
    (page,) = infer_scales([Page(1, (table(("Sales", "$ 12")),))])
    assert page.blocks[0].scale == 0  # type: ignore[union-attr]
    assert Decimal(12) == page.blocks[0].rows[0].cells[0].value  # type: ignore[union-attr]


def test_a_row_with_a_scale_of_its_own_settles_no_other() -> None:
    elsewhere = table(
        ("Total assets", "$ 9,400"),
        ("Card volumes (billions)", "1,552"),
        ("Purchase volumes (billions)", "1,284"),
        unit_line="(In millions)",
    )
    pages = [Page(1, (elsewhere,)), Page(2, (table(*MIXED),))]
    found = infer_scales(state_scales(pages))[1].blocks[0]
    assert isinstance(found, Table)
    assert found.scale_inferred


MIXED = (
    ("Card volumes (billions)", "$ 1,552"),
    ("Purchase volumes (billions)", "1,284"),
    ("Billed business", "$ 1,338"),
    ("Cards in force (millions)", "133"),
    ("Basic cards in force", "111"),
    ("Spending of a member (dollars)", "$ 23,496"),
    ("Operating days", "64"),
)


def test_below_rows_that_say_their_scale_others_have_the_same() -> None:
    found = inferred(table(*MIXED))
    scales = [cell_scale(found, r, found.columns[0], r.cells[0]) for r in found.rows if r.cells[0]]
    assert scales == [9, 9, 9, 6, 6, 0, 0]


def test_what_is_priced_to_the_cent_takes_no_scale_from_above() -> None:
    rows = (
        ("Customer transactions (in millions)", "1,637.2"),
        ("Average ticket", "$89.31"),
        ("Sales per retail square foot", "$599.92"),
    )
    found = inferred(table(*rows))
    scales = [cell_scale(found, r, found.columns[0], r.cells[0]) for r in found.rows if r.cells[0]]
    assert scales == [6, 0, 0]


def test_what_a_later_row_says_does_not_reach_up_or_beyond_amounts_without() -> None:
    rows = [("Net revenue", "$ 1,708"), ("Payment volume (in billions)", "49"), ("Profit", "$ 44")]
    found = inferred(table(*rows))
    scales = [cell_scale(found, r, found.columns[0], r.cells[0]) for r in found.rows if r.cells[0]]
    assert scales == [6, 9, 6]
