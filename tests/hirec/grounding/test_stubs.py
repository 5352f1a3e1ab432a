from datetime import date

from hirec.grounding.stubs import spelled_out
from hirec.numbers import parse_number
from hirec.periods import cell_period
from hirec.types import Cell, Column, Period, Row, Table

DAY = Period(2023, 2, date(2023, 7, 2), 0)


def table(*rows: tuple[str, ...]) -> Table:
    columns = tuple(Column(label, None) for label in ("Period", "Global", "Region"))
    body = tuple(
        Row(label, tuple(Cell(t, parse_number(t), None) if t else None for t in cells))
        for label, *cells in rows
    )
    return Table((*columns, Column("July 2, 2023", DAY)), body, "Products", "", 6, "USD")


NESTED = table(
    ("Tools", "QTD", "$17 Down 8% (operationally)", "U.S.", "10"),
    ("", "", "", "Int'l.", "7"),
    ("", "", "", "Worldwide", "17"),
    ("", "YTD", "$40 Up 2% (operationally)", "U.S.", "30"),
    ("", "", "", "Worldwide", "40"),
    ("Paint", "QTD", "", "U.S.", "5"),
    ("", "", "", "Worldwide", "6"),
)


def test_rows_that_share_a_label_are_told_apart_by_the_words_beside_it() -> None:
    rows = spelled_out(NESTED, 2).rows
    assert [row.label for row in rows] == [
        "Tools, U.S.",
        "Tools, Int'l.",
        "Tools, Worldwide",
        "Tools, U.S.",
        "Tools, Worldwide",
        "Paint, U.S.",
        "Paint, Worldwide",
    ]
    periods = [cell_period(NESTED.columns[-1], row) for row in rows]
    assert [period and period.months for period in periods] == [3, 3, 3, 6, 6, 3, 3]
    assert [row.cells for row in rows] == [row.cells for row in NESTED.rows]


def test_the_year_to_date_needs_the_quarter() -> None:
    months = [row.period and row.period.months for row in spelled_out(NESTED).rows]
    assert months == [3, 3, 3, None, None, 3, 3]


def test_a_table_whose_rows_have_labels_stays_as_it_is() -> None:
    plain = table(
        ("Operating cost", "Cost of sales", "", "", "10"),
        ("Interest", "Interest expense", "", "", "2"),
        ("", "", "", "", "12"),
    )
    assert spelled_out(plain) is plain


def test_what_goes_on_from_the_page_before_has_no_name() -> None:
    rest = table(("", "YTD", "", "U.S.", "30"), ("", "", "", "Worldwide", "40"))
    assert spelled_out(rest, 2) is rest
