from datetime import date

import pytest

from hirec.periods import PrintedDays, resolve_column, resolve_part
from hirec.types import Form, Identity, Period

WALMART = Identity("Walmart", Form.ANNUAL, 2018, None, date(2018, 1, 31))
PFIZER = Identity("Pfizer", Form.QUARTERLY, 2023, 2, date(2023, 7, 2))
HOME_DEPOT = Identity("Home Depot", Form.ANNUAL, 2023, None, date(2024, 1, 28))
BEST_BUY = Identity("Best Buy", Form.EARNINGS, 2023, 4, date(2023, 1, 28))
PEPSICO = Identity("PepsiCo", Form.QUARTERLY, 2023, 2, date(2023, 6, 17))
CHANGING = Identity(
    "Acme",
    Form.ANNUAL,
    2020,
    period_end=date(2020, 12, 31),
    transition_from=date(2020, 8, 1),
)
GAMESTOP = Identity("GameStop", Form.ANNUAL, 2023, None, date(2024, 2, 3))
EVENT = Identity("Pfizer", Form.CURRENT, 2023, None, date(2023, 5, 3))


@pytest.mark.parametrize(
    ("label", "context", "identity", "expected"),
    [
        (
            "2018",
            "Fiscal Years Ended January 31,",
            WALMART,
            Period(2018, None, date(2018, 1, 31), 12),
        ),
        ("Three Months Ended July 2, 2023", "", PFIZER, Period(2023, 2, date(2023, 7, 2), 3)),
        ("Six Months Ended July 3, 2022", "", PFIZER, Period(2022, 2, date(2022, 7, 3), 6)),
        (
            "December 31, 2022",
            "CONDENSED CONSOLIDATED BALANCE SHEETS",
            PFIZER,
            Period(2022, None, date(2022, 12, 31), 0),
        ),
        ("AS OF MAY 31, 2019", "annual leases", WALMART, Period(2020, 1, date(2019, 5, 31), 0)),
        (
            "Five Months Ended December 31, 2020",
            "STATEMENTS OF OPERATIONS",
            CHANGING,
            Period(2020, None, date(2020, 12, 31), 5),
        ),
        (
            "Year Ended July 31, 2020",
            "STATEMENTS OF OPERATIONS",
            CHANGING,
            Period(2020, None, date(2020, 7, 31), 12),
        ),
        ("2019", "STATEMENTS OF OPERATIONS", CHANGING, Period(2019, None, None, None)),
        (
            "53 Weeks Ended February 3, 2024",
            "",
            GAMESTOP,
            Period(2023, None, date(2024, 2, 3), 12),
        ),
        (
            "14 Weeks Ended February 3, 2024",
            "",
            GAMESTOP,
            Period(2023, 4, date(2024, 2, 3), 3),
        ),
        ("fiscal 2023", "", HOME_DEPOT, Period(2023, None, date(2024, 1, 28), None)),
        (
            "January 29, 2023",
            "balance sheets",
            HOME_DEPOT,
            Period(2022, None, date(2023, 1, 29), 0),
        ),
        ("Q4 FY23", "", BEST_BUY, Period(2023, 4, date(2023, 1, 28), 3)),
        ("Q4 FY22", "", BEST_BUY, Period(2022, 4, None, 3)),
        ("FY23", "", BEST_BUY, Period(2023, None, date(2023, 1, 28), None)),
        ("12 Weeks Ended 6/17/2023", "", PEPSICO, Period(2023, 2, date(2023, 6, 17), 3)),
        ("24 Weeks Ended June 11, 2022", "", PEPSICO, Period(2022, 2, date(2022, 6, 11), 6)),
        ("U.S.", "Year ended January 31, 2018", WALMART, Period(2018, None, date(2018, 1, 31), 12)),
        ("% Change", "Fiscal Years Ended January 31, 2018", WALMART, None),
        ("2018 vs. 2017", "", WALMART, None),
        ("2019 and thereafter", "", WALMART, None),
        ("Total", "", WALMART, None),
        ("June 30, 2023", "", EVENT, Period(None, None, date(2023, 6, 30), None)),
    ],
)
def test_resolve_column(
    label: str, context: str, identity: Identity, expected: Period | None
) -> None:
    assert resolve_column(label, context, identity) == expected


def test_an_age_is_no_length() -> None:
    found = resolve_column("July 2, 2023 12 Months or Greater Fair Value", "", PFIZER)
    assert found == Period(2023, 2, date(2023, 7, 2), 0)


def test_how_long_something_has_lasted_is_no_length() -> None:
    above = "Losses for less than twelve months, as of January 31, 2018 and 2017"
    found = resolve_column("2018 Fair value", above, WALMART)
    assert found == Period(2018, None, date(2018, 1, 31), 0)


def test_three_and_six_months_leave_the_length_open() -> None:
    found = resolve_column("Total", "For the three and six months ended July 2, 2023", PFIZER)
    assert found == Period(2023, 2, date(2023, 7, 2), None)


@pytest.mark.parametrize(
    ("label", "context", "rows", "end", "months"),
    [
        ("2018", "Rate reconciliation", ("Statutory rate",), date(2018, 1, 31), 12),
        ("2018", "", ("Raw materials", "Finished goods"), date(2018, 1, 31), 0),
        ("January 31, 2018", "", ("North",), date(2018, 1, 31), 0),
        ("January 31, 2018", "Statements of cash flows", ("Net income",), date(2018, 1, 31), 12),
        ("2017", "As of January 31, 2018 and 2017", (), date(2017, 1, 31), 0),
    ],
)
def test_a_tables_words_tell_a_bare_heading_apart(
    label: str, context: str, rows: tuple[str, ...], end: date, months: int
) -> None:
    found = resolve_column(label, context, WALMART, rows=rows)
    assert found is not None
    assert (found.end, found.months) == (end, months)


def test_a_month_is_the_companys_own_last_day() -> None:
    weeks = Identity("Acme", Form.ANNUAL, 2002, None, date(2002, 5, 31))
    printed = PrintedDays({date(2002, 5, 31): 2, date(2000, 5, 26): 1})
    found = resolve_column("Year Ended May 2000", "", weeks, printed=printed)
    assert found == Period(2000, None, date(2000, 5, 26), 12)


def test_a_bare_year_of_a_first_quarter_heads_three_months() -> None:
    first = Identity("Acme", Form.QUARTERLY, 2024, 1, date(2023, 7, 31))
    found = resolve_column("2023", "", first, rows=("Net sales", "Cost of sales"))
    assert found == Period(2023, 1, date(2022, 7, 31), 3)


@pytest.mark.parametrize("year", [2022, 2023])
def test_a_year_under_a_heading_of_both_years_is_the_one_that_stands_below(year: int) -> None:
    label = f"Second-Quarter 2023 and 2022 (Unaudited) {year}"
    found = resolve_column(label, "Revenues", PFIZER)
    assert found is not None
    assert (found.fiscal_year, found.fiscal_quarter, found.months) == (year, 2, 3)


@pytest.mark.parametrize(
    ("label", "context", "expected"),
    [
        ("2nd Quarter", "", Period(fiscal_quarter=2, months=3)),
        ("Fourth", "", Period(fiscal_quarter=4, months=3)),
        ("Quarter Ended July 31", "", Period(fiscal_quarter=2, months=3)),
        ("October 31", "Quarter ended", Period(fiscal_quarter=3, months=3)),
        ("October 31", "Selected quarterly financial data", Period(fiscal_quarter=3, months=3)),
        ("October 31", "Assets", None),
        ("Full Year", "", Period(months=12)),
        ("Net sales", "", None),
        ("First Quarter 2018", "", None),
        ("% Change", "", None),
    ],
)
def test_a_quarter_may_be_named_without_its_year(
    label: str, context: str, expected: Period | None
) -> None:
    assert resolve_part(label, context, WALMART) == expected
