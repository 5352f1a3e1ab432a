"""Fiscal year and quarter by the company's own calendar, read from a filing's words."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta

from hirec.periods import find_date_spans
from hirec.periods.dates import MONTH, ORDINALS, month_number, on_month_day
from indexing.identity.findings import Findings

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
_DATE_THEN_QUOTED = re.compile(
    rf"\byear\s+(?:ended|ending)\s+({_DATE})\s*\(\s*(?:the\s+)?[\"“]\s*((?:19|20)\d\d)\b",
    re.IGNORECASE,
)
"""``the fiscal year ended January 28, 2012 (the "2011 Form 10-K")``."""
_YEARS_THEN_DATES = re.compile(
    r"[\"“]((?:19|20)\d\d),?[\"”][^.]{0,80}?\b(?:references?\s+to|refers?\s+to|means?|represents?)\b"
    rf"[^.]{{0,60}}?\b(?:ended|ending)\s+({_DATE})",
    re.IGNORECASE,
)
"""``references to "2012," "2011" are references to the fiscal years ended February 2, 2013``."""
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
_QUARTER_NAMED = re.compile(
    rf"\b({'|'.join(ORDINALS)})[\s-]+quarters?\s+(?:of\s+)?(?:fiscal\s+(?:year\s+)?|FY\s?)"
    r"((?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_QUARTER_DAYS = 91.31
_LAST_EARLY_MONTH = 6
_LAST_WINTER_MONTH = 3
_DAYS_OF_OLD_YEAR = 12
"""Weeks end so late after a year that they still belong to it."""
_MENTIONED = 0.35
"""A filing names its own year about as often as the year before, the next one rarely."""


def annual_findings(text: str, end: date) -> Iterator[Findings]:
    """What a filing's words call the fiscal year that closed on a day."""
    for place, year in _names_of_year(text, end):
        yield Findings(source=place, fiscal_year=year)


def quarterly_findings(
    text: str, end: date, year_end: tuple[int, int] | None
) -> Iterator[Findings]:
    """Fiscal quarter (1 to 3) that closed on a day, and what its fiscal year is called.

    The last closed year ("annual report for the year ended January 31, 2023") or the stated last
    day of the fiscal year fixes the calendar, the longest span to date ("nine months ended")
    besides.

    Args:
        text: The filing's folded text.
        end: Last day of the quarter.
        year_end: Month and day on which fiscal years close, where tags or a header state it.

    """
    counted = {
        "year end": _last_year_end(text, end),
        "year-end tag": _year_end_before(end, year_end) if year_end else None,
    }
    votes: Counter[int] = Counter()
    for place, closed in counted.items():
        if closed is not None:
            quarter = max(1, min(3, round((end - closed).days / _QUARTER_DAYS)))
            votes[quarter] += 1
            yield Findings(source=place, fiscal_quarter=quarter)
    to_date = quarter_to_date(text, end)
    if to_date is not None:
        votes[to_date] += 1
        yield Findings(source="span to date", fiscal_quarter=to_date)
    if not votes:
        return
    quarter = votes.most_common(1)[0][0]
    closed = counted["year end"] or counted["year-end tag"]
    closed = closed or end - timedelta(days=round(quarter * _QUARTER_DAYS))
    for place, year in _names_of_year(text, closed + timedelta(days=364)):
        yield Findings(source=place, fiscal_year=year)
    named = _year_of_quarter(text, quarter, end.year)
    if named is not None:
        yield Findings(source="quarter named", fiscal_year=named)


def _names_of_year(text: str, closing: date) -> Iterator[tuple[str, int]]:
    """What the company calls the fiscal year that closes (about) on a day, and what says so.

    Only years that close in the first half may carry the year before's number; the others are
    named after the year they close in, by a custom without a known exception.
    """
    if closing.month > _LAST_EARLY_MONTH:
        yield "custom", closing.year
        yield "calendar", closing.year
        return
    if closing.month > _LAST_WINTER_MONTH:
        yield "spring custom", closing.year
    defined, mentioned = _defined_year(text, closing), _mentioned_year(text, closing)
    early = closing.month == 1 and closing.day <= _DAYS_OF_OLD_YEAR
    if defined is not None:
        yield "definition", defined
    if mentioned is not None:
        yield "mentions", mentioned
    yield "calendar", closing.year - (1 if early else 0)


def _year_of_quarter(text: str, quarter: int, latest: int) -> int | None:
    """The latest year that "second quarter of fiscal 2024" names more than once."""
    counts: Counter[int] = Counter()
    for match in _QUARTER_NAMED.finditer(text):
        if ORDINALS.index(match[1].lower()) + 1 == quarter:
            counts[int(match[2])] += 1
    named = [
        year for year, count in counts.items() if count > 1 and latest - 1 <= year <= latest + 1
    ]
    return max(named, default=None)


def _year_end_before(end: date, month_day: tuple[int, int]) -> date | None:
    """The last close of a fiscal year before a quarter's end; None for the year's end itself."""
    month, day = month_day
    days = [on_month_day(year, month, day) for year in (end.year, end.year - 1)]
    near = [closed for closed in days if 45 <= (end - closed).days <= 310]
    return near[0] if near else None


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
    pairs += [(m[1], m[2]) for m in _YEARS_THEN_DATES.finditer(text)]
    for pattern in (_DATE_THEN_YEAR, _DATE_THEN_QUOTED):
        pairs += [(m[2], m[1]) for m in pattern.finditer(text)]
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
