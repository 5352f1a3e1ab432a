from datetime import date

import pytest

from hirec.periods import (
    PrintedDays,
    fiscal_quarter_of,
    fiscal_year_end,
    fiscal_year_of,
    matches,
)
from hirec.types import Form, Identity, Period, PeriodRef

GAMESTOP = Identity("GameStop", Form.ANNUAL, 2023, None, date(2024, 2, 3))
NVIDIA = Identity("NVIDIA", Form.QUARTERLY, 2026, 2, date(2025, 7, 27))
ADOBE = Identity("Adobe", Form.ANNUAL, 2022, None, date(2022, 12, 2))
PEPSICO = Identity("PepsiCo", Form.QUARTERLY, 2023, 3, date(2023, 9, 9))
WALMART = Identity("Walmart", Form.ANNUAL, 2018, None, date(2018, 1, 31))


@pytest.mark.parametrize(
    ("day", "identity", "year", "quarter"),
    [
        (date(2024, 2, 3), GAMESTOP, 2023, 4),
        (date(2023, 1, 28), GAMESTOP, 2022, 4),
        (date(2023, 7, 29), GAMESTOP, 2023, 2),
        (date(2025, 7, 27), NVIDIA, 2026, 2),
        (date(2025, 1, 26), NVIDIA, 2025, 4),
        (date(2024, 4, 28), NVIDIA, 2025, 1),
        (date(2015, 11, 27), ADOBE, 2015, 4),
        (date(2023, 6, 2), ADOBE, 2023, 2),
        (date(2022, 12, 31), PEPSICO, 2022, 4),  # its last quarter has 16 weeks
        (date(2023, 12, 30), PEPSICO, 2023, 4),
    ],
)
def test_own_calendar(day: date, identity: Identity, year: int, quarter: int) -> None:
    assert fiscal_year_of(day, identity) == year
    assert fiscal_quarter_of(day, identity) == quarter


def test_events_have_no_calendar() -> None:
    event = Identity("X", Form.CURRENT, 2023, None, date(2023, 5, 3))
    assert fiscal_year_of(date(2023, 5, 3), event) is None
    assert fiscal_year_end(2022, event) is None


def test_year_ends_are_given_only_where_sure() -> None:
    assert fiscal_year_end(2016, WALMART) == date(2016, 1, 31)
    assert fiscal_year_end(2022, GAMESTOP) is None


def ref(year: int | None, quarter: int | None = None, *, fiscal: bool = False) -> PeriodRef:
    return PeriodRef(Period(year, quarter), "", fiscal)


@pytest.mark.parametrize(
    ("asked", "period", "score"),
    [
        (ref(2023), Period(2023, None, date(2023, 12, 31), 12), 1.0),
        (ref(2023), Period(2022, None, date(2023, 1, 28), 12), 0.7),
        (ref(2023), Period(2023, 4, date(2023, 12, 31), 3), 0.0),
        (ref(2023), Period(2023, 2, date(2023, 6, 30), 0), 0.0),
        (ref(2023, 4), Period(2023, None, date(2023, 12, 31), 0), 1.0),
        (ref(2023, 2), Period(2023, 2, date(2023, 6, 30), 3), 1.0),
        (ref(2023, 2), Period(2023, 2, date(2023, 6, 30), 6), 0.5),
        (ref(2023, 3), Period(2024, 1, date(2023, 9, 30), 3), 0.7),
        (ref(2023, 3), Period(2023, 2, date(2023, 7, 2), 3), 0.0),
        (ref(2023, 2), Period(2023, 3, date(2023, 7, 2), 3), 0.7),
        (ref(2023, 1, fiscal=True), Period(2024, 1, date(2023, 7, 31), 0), 0.0),
        (ref(2023, 3, fiscal=True), Period(2024, 1, date(2023, 9, 30), 3), 0.0),
        (ref(2021), Period(2023, None, date(2023, 12, 31), 12), 0.0),
    ],
)
def test_matches(asked: PeriodRef, period: Period, score: float) -> None:
    assert matches(asked, period) == pytest.approx(score)


def test_a_day_matches_its_close() -> None:
    asked = PeriodRef(Period(end=date(2022, 12, 31), months=12), "")
    assert matches(asked, Period(2022, None, date(2022, 12, 31), 12)) == 1.0
    assert matches(asked, Period(2022, 4, date(2022, 12, 31), 3)) == 0.0
    assert matches(asked, Period(2021, None, date(2021, 12, 31), 12)) == 0.0


def test_a_printed_day_closes_a_year_of_weeks() -> None:
    printed = PrintedDays({date(2023, 1, 28): 2})
    assert fiscal_year_end(2022, GAMESTOP, printed) == date(2023, 1, 28)
