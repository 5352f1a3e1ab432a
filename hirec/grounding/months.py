"""Rows of a month among the places of a figure: "June 1-30, 2023", "10/5/08 - 11/1/08".

Every annual and quarterly report lists what its company bought of its own shares month by month
(Regulation S-K, item 703). Such a row is named by its days alone, so that no word of a question
leads to it but the month.
"""

import calendar
import re
from collections.abc import Sequence
from datetime import date

from hirec.grounding.places import Place
from hirec.periods import month_of
from hirec.periods.dates import month_end
from hirec.periods.days import days_named
from hirec.types import Figure, Passage, PeriodRef

_MONTH = re.compile(
    rf"(?<!ended )\b(?P<name>{'|'.join(calendar.month_abbr[1:])})[a-z]*\.? (?:\d\d?, )?"
    r"(?P<year>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_MOSTLY = 0.5
"""Share of a row's days that lie in the month asked."""


def of_month(figure: Figure, places: Sequence[Place]) -> Sequence[Place]:
    """The places that say the month asked, where rows of that month are among them; else all.

    Of days that are no whole month only rows.
    """
    asked = _asked(figure.period)
    rows = [place for place in places if _is_row(place, *asked)] if asked else []
    if asked is None or not rows:
        return places
    last = asked[1]
    if asked != (last.replace(day=1), month_end(last.year, last.month)):
        return rows
    prose = (place for place in places if place.table is None)
    return [*rows, *(place for place in prose if _month(last) in _months(place.section))]


def is_of_month(figure: Figure, place: Place) -> bool:
    """Whether a place is a cell of a row that the month asked names, or of one below its name."""
    asked = _asked(figure.period)
    return asked is not None and _is_row(place, *asked)


def of_another_month(figure: Figure, place: Place) -> bool:
    """Whether a sentence names months, and the one asked is none of them."""
    asked = _asked(figure.period)
    told = _months(place.section) if asked and place.table is None else frozenset()
    return asked is not None and bool(told) and _month(asked[1]) not in told


def has_month(period: PeriodRef | None, passages: Sequence[Passage]) -> bool:
    """Whether a table has a row of the month that a period is said by."""
    asked = _asked(period)
    rows = (row for passage in passages if passage.table for row in passage.table.rows)
    said = (words for row in rows for words in (row.label, row.section))
    return asked is not None and any(_lies_in(words, *asked) for words in said)


def _asked(period: PeriodRef | None) -> tuple[date, date] | None:
    """First and last day of a period said by its month, or by these."""
    if period is None or not month_of(period) or period.period.fiscal_year is None:
        return None
    return days_named(period.said, period.period.fiscal_year)


def _month(day: date) -> str:
    return f"{calendar.month_abbr[day.month]} {day.year}".lower()


def _months(sentence: str) -> frozenset[str]:
    """The months that a sentence names with their years: "jun 2023"; none that a period ends in."""
    found = _MONTH.finditer(sentence)
    return frozenset(f"{month['name']} {month['year']}".lower() for month in found)


def _is_row(place: Place, start: date, end: date) -> bool:
    said = (place.label, place.section) if place.table else ()
    return any(_lies_in(words, start, end) for words in said)


def _lies_in(label: str, start: date, end: date) -> bool:
    """Whether a row is named by days most of which lie between two others."""
    days = days_named(label, end.year)
    if days is None:
        return False
    first, last = days
    inside = (min(last, end) - max(first, start)).days + 1
    return inside > _MOSTLY * ((last - first).days + 1)
