"""Days that a filing prints date the years of a 52/53-week calendar."""

from datetime import date

from hirec.periods import PrintedDays

SATURDAY = 5


def test_days_are_counted() -> None:
    printed = PrintedDays.of(["May 30, 2020 and May 25, 2019", "at MAY 30, 2020", "June 31, 2020"])
    assert printed.counts == {date(2020, 5, 30): 2, date(2019, 5, 25): 1}


def test_the_day_printed_most_often_wins_among_those_of_one_weekday() -> None:
    printed = PrintedDays({date(2021, 12, 25): 3, date(2022, 1, 1): 1, date(2021, 12, 31): 9})
    assert printed.near(date(2021, 12, 31), SATURDAY) == date(2021, 12, 25)


def test_nothing_near_gives_the_default() -> None:
    printed = PrintedDays({date(2021, 11, 27): 3})
    assert printed.near(date(2021, 12, 31), SATURDAY) is None
    assert printed.near(date(2021, 12, 31), SATURDAY, date(2021, 12, 31)) == date(2021, 12, 31)
