"""Days as filings and questions write them."""

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

MONTH_NAMES = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
)
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
"""A month's name or its abbreviation; use with ``re.IGNORECASE``."""

YEAR = r"(?:19|20)\d\d"
BARE_YEAR = re.compile(YEAR)
"""To match the whole of a text with; a year within one is :func:`hirec.periods.years_in`."""

ORDINALS = ("first", "second", "third", "fourth")
"""What the quarters of a year are called."""

CENTURY = 70
"""Years from this on, written by their last two digits, are of the last century."""
_NTH = r"\s*(?:st|nd|rd|th)?"
_DATE = re.compile(
    rf"\b(?:(?P<month>{MONTH})\s*(?P<day>[0-3]?\d){_NTH}"
    rf"|(?P<day_first>[0-3]?\d){_NTH}\s+(?:of\s+)?(?P<month_behind>{MONTH}))\s*,?\s*(?P<year>{YEAR})\b"
    rf"|\b(?P<iso>{YEAR}-[01]\d-[0-3]\d)\b|\b(?P<slashed>[01]?\d/[0-3]?\d/(?:{YEAR}|\d\d))\b",
    re.IGNORECASE,
)
_WRITTEN = re.compile(
    rf"([ADFJMNOS](?<!\w.)(?:[a-z]{{2,8}}|[A-Z]{{2,8}}))\.?\s+([0-3]?\d)\s*,\s*({YEAR})\b"
)
"""Begins with a letter, not with a boundary, so that other places are passed over at once."""
_MONTH_DAY = re.compile(rf"\b({MONTH})\s*([0-3]?\d)\b(?!\s*,?\s*{YEAR})", re.IGNORECASE)
_MONTH_YEAR = re.compile(rf"\b({MONTH})\s*,?\s+({YEAR})\b", re.IGNORECASE)
_ABBREVIATIONS = [name.lower() for name in calendar.month_abbr]


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A day and where it is written: ``text[start:end]``."""

    start: int
    end: int
    day: date


def month_number(name: str) -> int:
    """1 to 12 for a month's name or abbreviation (``Sept.`` → 9)."""
    return _ABBREVIATIONS.index(name[:3].lower())


def month_end(year: int, month: int) -> date:
    """Last day of a month."""
    return date(year, month, calendar.monthrange(year, month)[1])


def _day(year: str, month: str, day: str) -> date | None:
    """A day that exists; None for June 31."""
    number = month_number(month) if month[0].isalpha() else int(month)
    try:
        return date(int(year), number, int(day))
    except ValueError:
        return None


def _day_of(match: re.Match[str]) -> date | None:
    if match["iso"]:
        return _day(*match["iso"].split("-"))
    if match["slashed"]:
        month, day, year = match["slashed"].split("/")
        year = year if len(year) == 4 else f"{19 if int(year) >= CENTURY else 20}{year}"
        return _day(year, month, day)
    day = match["day"] or match["day_first"]
    return _day(match["year"], match["month"] or match["month_behind"], day)


def find_date_spans(text: str) -> tuple[DateSpan, ...]:
    """Every full date in the order written; impossible ones (June 31) are left out."""
    if "19" not in text and "20" not in text and "/" not in text:
        return ()
    found = ((match, _day_of(match)) for match in _DATE.finditer(text))
    return tuple(DateSpan(match.start(), match.end(), day) for match, day in found if day)


def find_dates(text: str) -> tuple[date, ...]:
    """Days named in a text, in order, each once: ``dated 1st July 2022`` → 2022-07-01."""
    return tuple(dict.fromkeys(span.day for span in find_date_spans(text)))


def find_written_days(text: str) -> Iterator[date]:
    """Days written ``December 26, 2020``; quicker than all forms of :func:`find_date_spans`."""
    for match in _WRITTEN.finditer(text):
        known = match[1][:3].lower() in _ABBREVIATIONS
        if known and (day := _day(match[3], match[1], match[2])):
            yield day


def find_month_days(text: str) -> tuple[tuple[int, int], ...]:
    """Days without a year as (month, day): ``Fiscal Years Ended January 31,`` → ((1, 31),)."""
    found = ((month_number(m[1]), int(m[2])) for m in _MONTH_DAY.finditer(text))
    return tuple(dict.fromkeys((m, d) for m, d in found if 1 <= d <= 31))


def find_month_years(text: str) -> Iterator[DateSpan]:
    """Months without a day as their last day: ``quarter ended June 2023`` → 2023-06-30."""
    for match in _MONTH_YEAR.finditer(text):
        yield DateSpan(match.start(), match.end(), month_end(int(match[2]), month_number(match[1])))


def on_month_day(year: int, month: int, day: int) -> date:
    """A day of a year, cut to the month's length (February 29 → 28)."""
    return date(year, month, min(day, calendar.monthrange(year, month)[1]))
