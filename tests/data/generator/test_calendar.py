from datetime import date

from generator.calendar import FiscalCalendar
from generator.companies import BY_TICKER


def test_month_ends() -> None:
    june = FiscalCalendar(6)
    assert june.year_end(2023) == date(2023, 6, 30)
    assert [june.quarter_end(2023, q) for q in (1, 2, 3, 4)] == [
        date(2022, 9, 30), date(2022, 12, 31), date(2023, 3, 31), date(2023, 6, 30),
    ]  # fmt: skip
    assert june.quarter_start(2023, 3) == date(2023, 1, 1)


def test_two_names_for_one_year() -> None:
    after_start = BY_TICKER["LMFO"].calendar
    after_end = BY_TICKER["BRHS"].calendar
    assert after_start.year_end(2022) == after_end.year_end(2023) == date(2023, 1, 28)


def test_fifty_three_weeks() -> None:
    lumenfell = BY_TICKER["LMFO"].calendar
    assert lumenfell.year_end(2023) == date(2024, 2, 3)
    assert (lumenfell.week_count(2022), lumenfell.week_count(2023)) == (52, 53)
    assert lumenfell.quarter_end(2023, 1) == date(2023, 4, 29)
    assert lumenfell.span_words(2) == "Twenty-six Weeks Ended"
