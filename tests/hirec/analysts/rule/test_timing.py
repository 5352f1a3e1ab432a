from datetime import date

import pytest

from hirec.analysts.rule.timing import asked_periods
from hirec.types import Scope


@pytest.mark.parametrize(
    ("core", "end", "months"),
    [
        ("cash flow in the twenty-six weeks ended July 29, 2023", date(2023, 7, 29), 6),
        ("net sales in the thirty-nine weeks ended October 28, 2023", date(2023, 10, 28), 9),
        ("net sales in the six months ended June 30, 2023", date(2023, 6, 30), 6),
        ("cash as of March 31, 2023", date(2023, 3, 31), 0),
    ],
)
def test_lengths_said_before_a_day(core: str, end: date, months: int) -> None:
    said, periods = asked_periods(core, Scope())
    assert said
    assert [(ref.period.end, ref.period.months) for ref in periods] == [(end, months)]


def test_the_periods_of_the_source_do_not_count_beside_others() -> None:
    core = "What did Acme expect for fiscal 2024, according to its FY2023 10-K"
    _, periods = asked_periods(core, Scope())
    assert [ref.period.fiscal_year for ref in periods] == [2024]
    _, periods = asked_periods("What were sales in its FY2023 10-K", Scope())
    assert [ref.period.fiscal_year for ref in periods] == [2023]


def test_an_events_day_stands_in_for_a_period() -> None:
    day = date(2023, 5, 22)
    said, periods = asked_periods("borrow under the agreement", Scope(event_dates=(day,)))
    assert not said
    assert [ref.period.end for ref in periods] == [day]


@pytest.mark.parametrize(
    "core",
    [
        "debt grow from the end of fiscal 2022 to the end of fiscal 2023",
        "change in debt between the end of fiscal 2022 and year-end fiscal 2023",
        "debt at the end of fiscal 2022 and at the close of fiscal 2023",
    ],
)
def test_the_end_of_a_year_is_a_day_whatever_stands_before_it(core: str) -> None:
    _, periods = asked_periods(core, Scope())
    assert [(r.period.fiscal_year, r.period.months) for r in periods] == [(2022, 0), (2023, 0)]
