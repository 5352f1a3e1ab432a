"""Periods of cells by what their column and their row say together."""

from datetime import date

from hirec.periods import cell_period
from hirec.types import Column, Period, Row

YEAR = Period(2012, None, date(2012, 12, 31), 12)
THIRD = Period(fiscal_quarter=3, months=3)


def of(column: Period | None, row: Period | None) -> Period | None:
    return cell_period(Column("", column), Row("", (), period=row))


def test_a_quarter_takes_its_year_from_the_other_heading() -> None:
    third = Period(2012, 3, date(2012, 9, 30), 3)
    assert of(THIRD, YEAR) == third
    assert of(YEAR, THIRD) == third


def test_a_quarter_of_weeks_closes_thirteen_weeks_after_the_one_before() -> None:
    weeks = Period(2012, None, date(2013, 2, 2), 12)
    assert of(THIRD, weeks) == Period(2012, 3, date(2012, 11, 3), 3)


def test_a_quarter_beside_the_filings_own_quarter_is_counted_from_it() -> None:
    own = Period(2012, 2, date(2012, 6, 30), 3)
    assert of(own, Period(fiscal_quarter=1, months=3)) == Period(2012, 1, date(2012, 3, 31), 3)


def test_a_year_beside_quarters_is_the_whole_of_it() -> None:
    assert of(Period(months=12), YEAR) == YEAR


def test_balances_by_quarter_stay_balances() -> None:
    balance = Period(2012, None, date(2012, 12, 31), 0)
    assert of(balance, THIRD) == Period(2012, 3, date(2012, 9, 30), 0)


def test_a_quarter_of_no_year_is_no_period() -> None:
    assert of(THIRD, None) is None


def test_the_row_is_nearer_than_the_column() -> None:
    opening = Period(2011, None, date(2011, 12, 31), 0)
    assert of(YEAR, opening) == opening
    assert of(YEAR, None) == YEAR
