"""Tables said in words, nothing that they do not hold."""

from datetime import date
from decimal import Decimal

import pytest

from hirec.types import Cell, Column, Period, Row, Table
from indexing.enrichment.table_descriptions import describe


def year(number: int, months: int = 12) -> Period:
    return Period(number, None, date(number, 12, 31), months)


def cell(text: str, value: str | None, unit: str | None = None) -> Cell:
    return Cell(text, None if value is None else Decimal(value), unit)


def row(label: str, now: Cell | None, before: Cell | None) -> Row:
    return Row(label, (now, before))


COLUMNS = (Column("2023", year(2023)), Column("2022", year(2022)))


def test_caption_unit_columns_rows_and_movements() -> None:
    table = Table(
        COLUMNS,
        (
            Row("Revenue:", (None, None)),
            row("Services", cell("40", "40"), cell("60", "60")),
            row("Total net sales", cell("$ 1,200", "1200"), cell("$ 1,100", "1100")),
            row("Net income (loss)", cell("(5)", "-5"), cell("7", "7")),
        ),
        caption="CONSOLIDATED STATEMENTS OF OPERATIONS:",
        scale=6,
        unit="USD",
    )
    assert describe(table) == (
        "Table: CONSOLIDATED STATEMENTS OF OPERATIONS, in millions of USD; columns FY2023, FY2022; "
        "rows Services, Total net sales, Net income (loss); "
        "Total net sales rose from $1,100 in FY2022 to $1,200 in FY2023; "
        "Net income (loss) went from 7 in FY2022 to (5) in FY2023; "
        "Services fell from 60 in FY2022 to 40 in FY2023."
    )


def test_what_did_not_move() -> None:
    table = Table(COLUMNS, (row("Rate", cell("21%", "21", "%"), cell("21%", "21", "%")),))
    assert describe(table).endswith("; Rate stayed at 21% in FY2022 and FY2023.")


@pytest.mark.parametrize(
    "other",
    [None, cell("n/m", None), cell("60%", "60", "%")],
    ids=["not printed", "no number", "another unit"],
)
def test_no_movement_where_two_cells_do_not_compare(other: Cell | None) -> None:
    table = Table(COLUMNS, (row("Services", cell("40", "40"), other),))
    assert describe(table) == "Table; columns FY2023, FY2022; rows Services."


def test_periods_of_other_lengths_are_not_compared() -> None:
    columns = (Column("Nine months 2023", year(2023, 9)), Column("2022", year(2022)))
    table = Table(columns, (row("Sales", cell("40", "40"), cell("60", "60")),))
    assert describe(table) == "Table; columns FY2023 (Nine months 2023), FY2022; rows Sales."


def test_long_tables_and_captions_stay_short() -> None:
    rows = tuple(row(f"Row {n} {'x' * 80}", cell("1", "1"), None) for n in range(200))
    described = describe(Table(COLUMNS, rows, caption="word " * 200))
    assert len(described) < 1100
    assert "Row 11 " in described
    assert "Row 12 " not in described


def test_a_list_without_numbers_is_left_alone() -> None:
    table = Table((Column("Exhibit"),), (Row("3.1", (Cell("Articles"),)),))
    assert describe(table) == ""


def test_ragged_rows() -> None:
    table = Table(COLUMNS, (Row("Sales", (cell("40", "40"),)),))
    assert describe(table) == "Table; columns FY2023, FY2022; rows Sales."
