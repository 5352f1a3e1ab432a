"""Rows that say the period of their amounts, or stand under a heading that does."""

from datetime import date

from hirec.periods import cell_period
from hirec.types import Cell, Column, Form, Identity, Row, Table
from indexing.columns import resolve_table

ANNUAL = Identity("Amber Tools, Inc.", Form.ANNUAL, 2023, None, date(2023, 12, 31))


def periods(
    labels: list[tuple[str, int] | str], columns: list[str], caption: str = ""
) -> list[str]:
    """Periods of the cells of each row, as ``end months``; a label with a colon heads rows."""
    rows = []
    for said in labels:
        label, level = (said, 0) if isinstance(said, str) else said
        heads = label.endswith(":")
        rows.append(Row(label, tuple(None if heads else Cell("1") for _ in columns), "", level))
    table = resolve_table(Table(tuple(map(Column, columns)), tuple(rows), caption), ANNUAL)
    found = []
    for row in table.rows:
        if any(row.cells):
            cells = [cell_period(column, row) for column in table.columns]
            found.append(", ".join(f"{p.end} {p.months}" if p else "-" for p in cells))
    return found


def test_quarters_stand_under_the_heading_of_their_year() -> None:
    labels: list[tuple[str, int] | str] = ["2023:", ("Net sales", 1), "2022:", ("Net sales", 1)]
    assert periods(labels, ["First Quarter", "Fourth Quarter"]) == [
        "2023-03-31 3, 2023-12-31 3",
        "2022-03-31 3, 2022-12-31 3",
    ]


def test_quarters_named_by_their_last_day_find_their_year_as_well() -> None:
    columns = ["Three Months Ended March 31", "Three Months Ended June 30"]
    assert periods(["2022:", "Net income"], columns) == ["2022-03-31 3, 2022-06-30 3"]


def test_a_heading_without_a_date_does_not_end_a_year_set_flush_left() -> None:
    labels: list[tuple[str, int] | str] = ["2022:", "Net income", "Earnings per share:", "Basic"]
    assert periods(labels, ["First Quarter"]) == ["2022-03-31 3", "2022-03-31 3"]


def test_an_indented_block_ends_with_the_first_row_that_is_not() -> None:
    labels: list[tuple[str, int] | str] = ["2022:", ("Net income", 1), "Shares authorised"]
    assert periods(labels, ["Amount"]) == ["2022-12-31 12", "-"]


def test_headings_inside_a_year_may_indent_their_rows() -> None:
    labels: list[tuple[str, int] | str] = ["2022:", "Sales:", ("Net sales", 1), ("Total", 0)]
    assert periods(labels, ["Mining"]) == ["2022-12-31 12", "2022-12-31 12"]


def test_a_heading_may_be_set_further_in_than_its_rows() -> None:
    labels: list[tuple[str, int] | str] = [("2022:", 1), "Revenue", "Operating income"]
    assert periods(labels, ["Mining"]) == ["2022-12-31 12", "2022-12-31 12"]


def test_rows_of_quarters_stand_beside_columns_of_years() -> None:
    assert periods(["First", "Second"], ["2023", "2022"], "Net sales") == [
        "2023-03-31 3, 2022-03-31 3",
        "2023-06-30 3, 2022-06-30 3",
    ]


def test_a_balance_at_a_day_dates_the_flows_up_to_the_next() -> None:
    labels: list[tuple[str, int] | str] = [
        "Balance, December 31, 2021",
        "Net income",
        "Balance at December 31, 2022",
    ]
    assert periods(labels, ["Common Stock", "Total"]) == [
        "2021-12-31 0, 2021-12-31 0",
        "2022-12-31 12, 2022-12-31 12",
        "2022-12-31 0, 2022-12-31 0",
    ]


def test_days_on_which_no_accounts_close_date_nothing() -> None:
    assert periods(["February 13, 2023", "November 8, 2023"], ["Dividend"]) == ["-", "-"]


def test_ranges_of_days_date_nothing() -> None:
    assert periods(["October 1 - October 31, 2023"], ["Shares purchased"]) == ["-"]


def test_vintages_beside_dated_columns_are_no_periods() -> None:
    assert periods(["2019"], ["December 31, 2023"], "Loans by year of origination") == [
        "2023-12-31 0"
    ]


def test_a_column_of_years_dates_its_rows() -> None:
    row = Row("Rosalind M. Tate", (Cell("2022"), Cell("1,025,000")))
    table = Table((Column("Year"), Column("Salary")), (row,), "Summary Compensation Table")
    resolved = resolve_table(table, ANNUAL).rows[0].period
    assert resolved is not None
    assert (resolved.fiscal_year, resolved.months) == (2022, 12)
