"""The scale that words around a cell give it."""

import pytest

from hirec.numbers import parse_number, scale_of
from hirec.scales import cell_scale, count_scale
from hirec.types import Cell, Column, Row, Table

MILLIONS = "(In millions, except per share data)"


def scale(
    text: str, label: str, *, unit_line: str = MILLIONS, column: str = "2023", section: str = ""
) -> int:
    cell = Cell(text, parse_number(text), "%" if "%" in text else None)
    row = Row(label, (cell,), section)
    columns = (Column(column),)
    table = Table(columns, (row,), unit_line=unit_line, scale=scale_of(unit_line))
    return cell_scale(table, row, columns[0], cell)


@pytest.mark.parametrize(
    ("text", "label", "section", "expected"),
    [
        ("$ 8,514", "Net sales", "", 6),
        ("12.5%", "Gross margin", "", -2),
        ("$ 0.59", "Basic net income per share(1)", "", 0),
        ("2.49", "Diluted", "Earnings per common share:", 0),
        ("1,618.4", "Diluted", "Weighted average common shares outstanding:", 6),
        ("(6,152)", "Cash dividends declared ($0.7333 per share)", "", 6),
        ("$ 7.67", "Domestic", "Average Revenue Per Piece:", 0),
        ("$ 23,496", "Average spending (dollars)", "", 0),
        ("64", "Operating Days", "", 0),
        ("500.0", "3.38% Senior Notes due December 15, 2027", "", 6),
        ("4.8", "Weighted average interest rate", "", -2),
        ("$ 3.96", "Dividends declared per common share", "", 0),
        ("$ 43,908", "Cash per Consolidated Balance Sheets", "", 6),
    ],
)
def test_rows_under_one_unit_line(text: str, label: str, section: str, expected: int) -> None:
    assert scale(text, label, section=section) == expected


@pytest.mark.parametrize(
    ("unit_line", "expected"),
    [
        ("(In thousands, except share and per share data)", 0),
        ("(In millions, except number of shares, which are reflected in thousands)", 3),
        ("(In millions, except per share data)", 6),
        ("Dollars in millions; shares in thousands", 3),
    ],
)
def test_shares_follow_what_the_unit_line_says_of_them(unit_line: str, expected: int) -> None:
    assert scale("15,697", "Number of shares", unit_line=unit_line) == expected


def test_shares_bought_in_a_month_are_told_in_full() -> None:
    column = "Total number of shares purchased"
    assert scale("188,212", "June 1-30, 2023", column=column, unit_line="(in thousands)") == 0
    assert scale("8,212", "June 1-30, 2023", column=column, unit_line="(in thousands)") == 3
    said = "(dollars in millions, shares in thousands)"
    assert scale("188,212", "June 1-30, 2023", column=column, unit_line=said) == 3


def test_more_shares_than_any_company_has_are_not_scaled() -> None:
    assert scale("354,724", "Number of restricted shares", column="Shares") == 0


def test_own_scale_of_a_row_wins_over_the_table() -> None:
    assert scale("22,958", "Gross volume (in millions)", unit_line="(in thousands)") == 6


def test_a_sign_and_a_scale_over_a_column_hold_for_it() -> None:
    assert scale("11,154", "Flexibles", column="Net sales $ thousand") == 3
    assert scale("11,154", "Notes of $500 thousand", column="2023") == 6


def test_a_row_that_the_unit_line_excepts_has_the_scale_said_for_it() -> None:
    said = "(in millions, except remaining performance obligation, which is presented in billions)"
    assert scale("$ 48.6", "Remaining performance obligation", unit_line=said) == 9
    assert scale("$ 12,508", "Cash and marketable securities", unit_line=said) == 6


def test_whole_dollars_said_of_a_column_win_over_the_table() -> None:
    assert scale("$ 59,200", "Average claim", column="2022 (in whole dollars)") == 0


def test_dollars_in_tables_in_millions_are_millions() -> None:
    assert scale("$ 76", "Interest income", unit_line="(Dollars in tables in millions)") == 6


def test_money_has_the_scale_said_of_values_beside_that_of_shares() -> None:
    said = "(shares in thousands; aggregate intrinsic value in millions)"
    assert scale("$ 166", "Options", unit_line=said, column="Aggregate intrinsic value") == 6


def test_shares_printed_in_full_are_told_by_the_largest_of_their_column() -> None:
    cells = (Cell("441,000,000", parse_number("441,000,000")), Cell("1,383", parse_number("1,383")))
    rows = (Row("Balance", cells[:1]), Row("Issued", cells[1:]))
    table = Table((Column("Shares"),), rows, unit_line="(in thousands)", scale=3, unit="USD")
    assert [cell_scale(table, row, table.columns[0], row.cells[0]) for row in rows] == [0, 0]


@pytest.mark.parametrize(
    ("unit_line", "label", "section", "column", "expected"),
    [
        (
            "(dollars in millions and units in thousands)",
            "Phones",
            "Unit sales:",
            "2023",
            (3, True),
        ),
        (
            "(net sales in millions and unit sales in thousands)",
            "Unit sales",
            "",
            "2023",
            (3, True),
        ),
        ("(Dollar amounts and floor space in millions)", "Floor space", "", "2023", (6, True)),
        ("(Amounts in millions, except unit counts)", "Number of shops", "", "2023", (0, True)),
        ("(Amounts in millions, except unit counts)", "Retail square feet", "", "2023", (6, False)),
        (
            "(in thousands)",
            "Paid members at end of period",
            "",
            "As of/Year Ended 2023",
            (3, False),
        ),
        ("(in thousands)", "Remaining lease term (years)", "", "2023", (0, True)),
        ("(in millions)", "Gearland", "", "Number of Customers", (0, False)),
        ("(in millions)", "Gearland", "", "Customers (In thousands)", (3, True)),
    ],
)
def test_things_are_counted_in_the_scale_that_is_said_of_them(
    unit_line: str, label: str, section: str, column: str, expected: tuple[int, bool]
) -> None:
    row, head = Row(label, (Cell("1,129", parse_number("1,129")),), section), Column(column)
    table = Table((head,), (row,), unit_line=unit_line, scale=scale_of(unit_line) or 6)
    assert count_scale(table, row, head) == expected
