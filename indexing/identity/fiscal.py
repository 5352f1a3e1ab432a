"""Fiscal year and quarter by the company's own calendar, read from a filing's words."""

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta

from hirec.periods import find_date_spans
from hirec.periods.dates import MONTH, month_number

_NAMED = re.compile(
    r"\b(?:fiscal(?:\s+years?)?|FY)\s?'?((?:19|20)\d\d|(?<=[Y'])\d\d|(?<=FY )\d\d)(?!\d|[.,]\d)"
    r"|\b((?:19|20)\d\d)\s+fiscal\s+year\b",
    re.IGNORECASE,
)
_DATE = rf"{MONTH}\s*[0-3]?\d\s*,?\s*(?:19|20)\d\d"
_YEAR_THEN_DATE = re.compile(
    rf"\bfiscal(?:\s+year)?\s+((?:19|20)\d\d)\b[^.;\n]{{0,50}}?\b(?:ended|ending|ends|end)\s+(?:on\s+)?({_DATE})",
    re.IGNORECASE,
)
_DATE_THEN_YEAR = re.compile(
    rf"\b(?:ended|ending|ends|end)\s+(?:on\s+)?({_DATE})\s*\(?[^.;)\n]{{0,25}}[\"“(]\s*(?:the\s+)?[\"“]?"
    r"(?:fiscal(?:\s+year)?|FY)\s*((?:19|20)\d\d)",
    re.IGNORECASE,
)
_YEAR_ENDED = re.compile(
    rf"(?:fiscal\s+|full\s+)?year[\s-]+(?:ended|ending)\s*:?\s*({_DATE})", re.IGNORECASE
)
_LENGTHS = re.compile(
    rf"\b(three|six|nine|3|6|9)[\s-]+months?\s+(?:period\s+)?(?:ended|ending)\s+({MONTH})\s*([0-3]?\d)"
    rf"|\b(\d\d|thirteen|twelve|sixteen|twenty-six|twenty-four|twenty-eight|thirty-nine|thirty-six|forty)"
    rf"[\s-]+weeks?\s+(?:period\s+)?(?:ended|ending)\s+({MONTH})\s*([0-3]?\d)",
    re.IGNORECASE,
)
_QUARTERS = {"three": 1, "six": 2, "nine": 3, "3": 1, "6": 2, "9": 3, "12": 1, "13": 1, "14": 1}
_QUARTERS |= {"16": 1, "24": 2, "26": 2, "27": 2, "28": 2, "36": 3, "39": 3, "40": 3}
_QUARTERS |= {"thirteen": 1, "twelve": 1, "sixteen": 1, "twenty-six": 2, "twenty-four": 2}
_QUARTERS |= {"twenty-eight": 2, "thirty-nine": 3, "thirty-six": 3, "forty": 3}
_QUARTER_DAYS = 91.31
_MENTIONED = 0.35
"""A filing names its own year about as often as the year before, the next one rarely."""


@dataclass(frozen=True, slots=True)
class FiscalPeriod:
    """Year and quarter (None for a whole year) by the company's own calendar."""

    year: int
    quarter: int | None
    said: bool
    """True where the filing's words decided, False where only the calendar did."""
    year_places: frozenset[str] = frozenset()
    """Independent ways that lead to this year: ``definition``, ``mentions``, ``calendar``."""
    quarter_places: frozenset[str] = frozenset()
    """Those that lead to this quarter: ``year end``, ``span to date``."""


def annual_period(text: str, end: date) -> FiscalPeriod:
    """Name of the fiscal year that closed on a day."""
    year, said, places = _year_closing(text, end)
    return FiscalPeriod(year, None, said, places)


def quarterly_period(text: str, end: date) -> FiscalPeriod | None:
    """Fiscal year and quarter (1 to 3) that closed on a day; None where nothing tells them.

    The last closed year ("annual report for the year ended January 31, 2023") fixes the
    calendar; the longest span to date ("nine months ended") confirms or stands in for it.
    """
    closed = _last_year_end(text, end)
    to_date = quarter_to_date(text, end)
    if closed is None and to_date is None:
        return None
    if closed is not None:
        quarter = max(1, min(3, round((end - closed).days / _QUARTER_DAYS)))
        places = {"year end", *(("span to date",) if to_date == quarter else ())}
    else:
        quarter = to_date or 1
        closed = end - timedelta(days=round(quarter * _QUARTER_DAYS))
        places = {"span to date"} if to_date else set()
    closing = closed + timedelta(days=364)
    year, said, year_places = _year_closing(text, closing)
    return FiscalPeriod(year, quarter, said, year_places, frozenset(places))


def _year_closing(text: str, closing: date) -> tuple[int, bool, frozenset[str]]:
    """What the company calls the fiscal year that closes (about) on a day, and what says so.

    Only years that close in the first half may carry the year before's number; the others are
    named after the year they close in, by a custom without a known exception.
    """
    if closing.month > 6:
        return closing.year, False, frozenset(("calendar", "custom"))
    early = closing.month == 1 and closing.day <= 12
    found = {
        "definition": _defined_year(text, closing),
        "mentions": _mentioned_year(text, closing),
        "calendar": closing.year - (1 if early else 0),
    }
    year = next(year for year in found.values() if year is not None)
    places = frozenset(place for place, said in found.items() if said == year)
    return year, places != {"calendar"}, places


def _mentioned_year(text: str, closing: date) -> int | None:
    """The year that "fiscal 2023" names often enough, of the two that may be meant."""
    counts: Counter[int] = Counter()
    for match in _NAMED.finditer(text):
        digits = match[1] or match[2]
        counts[int(digits) if len(digits) == 4 else 2000 + int(digits)] += 1
    same, before = counts[closing.year], counts[closing.year - 1]
    if max(same, before) < 3:
        return None
    return closing.year if same >= _MENTIONED * before else closing.year - 1


def _defined_year(text: str, closing: date) -> int | None:
    """The year that sentences such as "fiscal 2023 ended on January 28, 2023" lead to."""
    votes: Counter[int] = Counter()
    pairs = [(m[1], m[2]) for m in _YEAR_THEN_DATE.finditer(text)]
    pairs += [(m[2], m[1]) for m in _DATE_THEN_YEAR.finditer(text)]
    for year, printed in pairs:
        for span in find_date_spans(printed):
            around = (span.day.replace(year=2001, day=1) - closing.replace(year=2001, day=1)).days
            offset = int(year) - span.day.year
            if abs(around) in (*range(32), *range(333, 367)) and offset in (0, -1):
                votes[offset] += 1
    return closing.year + votes.most_common(1)[0][0] if votes else None


def _last_year_end(text: str, end: date) -> date | None:
    """The fiscal year end before a quarter's end, as "year ended" names it most often."""
    votes: Counter[date] = Counter()
    for match in _YEAR_ENDED.finditer(text):
        for span in find_date_spans(match[1]):
            if 60 <= (end - span.day).days <= 310:
                votes[span.day] += 1
    return votes.most_common(1)[0][0] if votes else None


def quarter_to_date(text: str, end: date) -> int | None:
    """Quarter by the longest span to date ("nine months ended") that closes on a day."""
    found: set[int] = set()
    for match in _LENGTHS.finditer(text):
        length, month, day = (match[1], match[2], match[3]) if match[1] else match.group(4, 5, 6)
        quarter = _QUARTERS.get(length.lower())
        if quarter and (month_number(month), int(day)) == (end.month, end.day):
            found.add(quarter)
    return max(found, default=None)
