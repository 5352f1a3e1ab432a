"""Where a question says a period: each mention, by itself."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from hirec.periods.dates import (
    CENTURY,
    MONTH,
    YEAR,
    find_date_spans,
    find_month_years,
    month_end,
    month_number,
)
from hirec.periods.days import days_named
from hirec.types import Period, PeriodRef

_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3}
_ORDINALS |= {"fourth": 4, "4th": 4, "final": 4}

_YEAR_WORD = (
    r"(?P<fiscal>FY\s?|fiscal[\s-](?:year[\s-](?:ended\s+|ending\s+)?)?)?"
    rf"'?(?P<year>{YEAR}|(?<=[YQHM'\s])\d\d)"
)
_NUMBERED = (
    rf"(?:Q(?P<q>[1-4])|(?P<p>[1-4])Q|(?P<word>{'|'.join(_ORDINALS)})[\s-]+"
    r"(?:fiscal\s+)?quarter|quarter\s+(?P<n>[1-4]))(?:'s)?"
)
_JOIN = r"(?:\s*[,\-–—/]?\s*(?:(?:of|in|for)\s+)?(?:the\s+)?(?:calendar\s+)?(?:year\s+)?)"

_QUARTER_YEAR = re.compile(rf"\b{_NUMBERED}{_JOIN}{_YEAR_WORD}(?!\d)", re.IGNORECASE)
_YEAR_QUARTER = re.compile(
    rf"\b(?P<fiscal>FY\s?|fiscal[\s-](?:year[\s-])?)?'?(?P<year>{YEAR}|(?<=Y)\d\d)[\s,\-–']*{_NUMBERED}\b",
    re.IGNORECASE,
)
_HALF = re.compile(
    rf"\b(?:(?P<word>first|second)[\s-]half|H(?P<n>[12])|(?P<m>[12])H){_JOIN}{_YEAR_WORD}(?!\d)",
    re.IGNORECASE,
)
_YEAR_TO_DATE = re.compile(
    r"\b(?:(?:(?:first|initial)\s+(?P<months>three|six|nine|3|6|9)|(?P<n>six|nine|[69]))[\s-]months?"
    r"(?:\s+period)?|(?P<m>[69])M|first\s+(?P<weeks>13|26|39|thirteen|twenty-six|thirty-nine)"
    rf"[\s-]weeks?){_JOIN}{_YEAR_WORD}(?!\d)",
    re.IGNORECASE,
)
_BARE_MONTHS = re.compile(r"\b(?P<months>three|six|nine|[369])-months?\b", re.IGNORECASE)
"""A length apart from its day: "nine-month revenues as of March 31"."""
_BARE_QUARTER = re.compile(rf"\b{_NUMBERED}\b", re.IGNORECASE)
_FISCAL_YEAR = re.compile(
    rf"\b(?P<fiscal>FYE?|F(?='?\d\d(?!\d))|fiscal(?:[\s-]years?)?(?:[\s-](?:ended|ending|end))?)[\s-]?'?(?P<year>{YEAR}|\d\d)(?!\d|[.,]\d|%)",
    re.IGNORECASE,
)
_PLAIN_YEAR = re.compile(
    r"(?=[12C])(?<![\d$€£.#/])(?<!(?<!\d{4}),)(?<!(?<!\d\d)\d\d-)(?<!(?<!\d)\d-)"
    r"(?<!\bdue )(?<!\bASU )(?<!\bASU No. )(?:\bCY\s?)?(?<!\d)"
    rf"(?P<year>{YEAR})(?![\d%]|\.\d|,(?!{YEAR}\b)\d|-\d\d\b|/\d"
    r"|\s+(?:(?:[A-Z]\w+\s+){0,3}(?:Notes?|Bonds?|Debentures?|Plans?|Act|Warrants?)\b"
    r"|(?:(?:senior|convertible|subordinated|unsecured|exchangeable)\s+){0,3}"
    r"(?:notes?|bonds?|debentures?)\b(?! (?:payable|receivable|due|to)\b)"
    r"|(?:million|billion)\b))"
)
_SHORT_RANGE = re.compile(rf"(?<![\w-])(?<!ASU )(?P<year>{YEAR})[-–](?P<to>\d\d)(?![\d-])")
_SHORT_YEARS = re.compile(
    r"(?<![\w$.,'-])'?(?P<year>\d\d)\s*(?:v|vs\.?|versus)\s*'?(?P<to>\d\d)(?![\w%]|[.,]\d)",
    re.IGNORECASE,
)
"""Years held against each other by their last two digits: "23 v 22"."""
_SPLIT_YEAR = re.compile(rf"(?<![\w/])(?P<from>{YEAR})/(?P<to>(?:20)?\d\d)(?![\d/])")
_QUARTER_BEHIND = re.compile(r"\s+(?:quarter|10-?Q)\b", re.IGNORECASE)
"""A quarter named by its last month: "the March 2017 quarter", "the June 2023 10-Q"."""
_MONTH_QUARTER = re.compile(
    rf"\b(?P<month>{MONTH})\s+quarter,?\s+(?:of\s+)?(?P<year>{YEAR})\b", re.IGNORECASE
)
"""The same with its year behind: "the June quarter 2025"."""
_MONTHS_OF_YEAR = re.compile(
    rf"\b(?P<first>{MONTH})\s?(?:-|–|to|through)\s?(?P<last>{MONTH}),?\s(?P<year>{YEAR})\b"
    r"(?:\s+quarter\b)?",
    re.IGNORECASE,
)
"""From a month to another: "Jul-Sep 2023"."""
_SOME_DAY = rf"\b{MONTH}\s*\d\d?(?:,?\s+{YEAR})?"
_SOME_WEEKS = re.compile(
    rf"(?:(?<=between ){_SOME_DAY}\s+and|{_SOME_DAY}\s*(?:to|through|thru|until|-|–|—))\s*"
    rf"{MONTH}\s*\d\d?,?\s+(?P<year>{YEAR})\b",
    re.IGNORECASE,
)
"""From a day to another: "Nov 7 to Dec 4, 2016"."""
_LONGEST_MONTH = timedelta(days=40)
"""Of a calendar that counts weeks; days further apart are two ends of something else."""
_REPORTED_MONTHS = (3, 6, 9, 12)
_MID_YEAR = re.compile(
    rf"\b(?:mid(?:[\s-]?year)?|(?:the )?middle of)[\s-]+(?P<year>{YEAR})\b", re.IGNORECASE
)
"""The last day of June: "mid-2025"."""
_INSTANT_BEFORE = re.compile(
    r"(?:\bas (?:of|at)|\bat|\bfor|\bending|\bended|\bbetween|\bfrom|\b(?:end|close)(?: of)?"
    r"|\bbetween\s[^.?;]{3,80}\sand)\s+$",
    re.IGNORECASE,
)
_HELD_AGAINST = re.compile(
    rf"\b{YEAR}\s+(?:to|until|vs\.?|versus|compared (?:to|with))\s+$", re.IGNORECASE
)
"""A year that a day is held against: "from year-end 2022 to March 25, 2023"."""
_YEAR_BEHIND = re.compile(rf"^\s*(?:,|and|or|to|&|,\s*and)\s+{YEAR}\b", re.IGNORECASE)
_DAY_BEHIND = re.compile(
    rf"^\s*(?:vs\.?|versus|compared (?:with|to)|against)\s+{MONTH}\s\d", re.IGNORECASE
)
"""A day that another is held against."""
_LENGTH_BEFORE = re.compile(
    r"\b(?:(?P<number>thirteen|twenty-six|thirty-nine|fifty-two|fifty-three|three|six|nine|twelve"
    r"|\d+)[\s-]+(?P<unit>weeks?|months?)|(?P<quarter>quarter)|(?:first\s+)?(?P<half>half)(?:[\s-]year)?"
    r"|(?P<years>(?:two|three|four|five|ten|\d+)[\s-])?(?P<year>year|FY))"
    r"(?:\s+period)?(?:\s+that)?\s+(?:ended|ending|to|through)\s+(?:on\s+)?$",
    re.IGNORECASE,
)
"""What says how long the span is that a day closes: "26 weeks ended"; "five years" does not."""
_CLOSE_BEFORE = re.compile(
    r"\b(?:(?:end|close)\s+of\s+(?:the\s+)?|(?:at\s+)?(?:year[\s-]?end|YE)\s+)$", re.IGNORECASE
)
"""What makes a year or quarter the day that closes it."""
_LOOKED_BACK = 200
"""Characters before a day that may say how long the span is that it closes."""
_TIME = re.compile(r"[0-9]|quarter|month", re.IGNORECASE)
"""Without one of these no period is said. The next two spare a long text their patterns."""
_QUARTERS = re.compile(r"quarter|q[1-4]|[1-4]q", re.IGNORECASE)
_MONTHS_SAID = re.compile(r"month|week|[69]M", re.IGNORECASE)
_WEEKS = {"thirteen": 13, "twenty-six": 26, "thirty-nine": 39, "fifty-two": 52, "fifty-three": 53}
_WEEKS_A_QUARTER = 13
MONTHS = {"three": 3, "six": 6, "nine": 9, "twelve": 12, "3": 3, "6": 6, "9": 9, "12": 12}
LIST = re.compile(
    r"^[\s,;&/()\-–—]*(?:(?:and|or|to|through|vs\.?|versus|over|from|compared (?:to|with)"
    r"|of|in|the|year)[\s,()]*)*$",
    re.IGNORECASE,
)
"""What stands between the members of a list of periods."""


@dataclass(frozen=True, slots=True)
class Mention:
    """``text[start:end]`` and the period it says."""

    start: int
    end: int
    period: Period
    fiscal: bool


def scan(text: str) -> list[Mention]:
    """Mentions that do not overlap, in their order; the more specific patterns win."""
    if _TIME.search(text) is None:
        return []
    found: list[Mention] = []
    taken = [False] * (len(text) + 1)

    def add(start: int, end: int, period: Period | None, fiscal: bool = False) -> None:
        if any(taken[start:end]):
            return
        taken[start:end] = [True] * (end - start)
        if period is not None:
            found.append(Mention(start, end, period, fiscal))

    for start, end, period in itertools.chain(_weeks(text), _closing_days(text)):
        add(start, end, period)
    for start, end, period in _by_month(text):
        add(start, end, period)
    for span in find_month_years(text):
        quarter = _QUARTER_BEHIND.match(text, span.end)
        ended = _day_period(text[: span.start], span.day)
        if quarter:
            add(span.start, quarter.end(), Period(None, None, span.day, 3))
        add(_span_start(text, span.start), span.end, ended or Period(span.day.year))
    quarters = _QUARTERS.search(text) is not None
    months_said = _MONTHS_SAID.search(text) is not None
    for pattern in (_YEAR_QUARTER, _QUARTER_YEAR) if quarters else ():
        for match in pattern.finditer(text):
            period = Period(_full_year(match["year"]), _quarter_number(match), None, 3)
            add(match.start(), match.end(), period, bool(match["fiscal"]))
    for match in _HALF.finditer(text):
        half = _ORDINALS.get((match["word"] or "").lower()) or int(match["n"] or match["m"])
        period = Period(_full_year(match["year"]), 2 * half, None, 6)
        add(match.start(), match.end(), period, bool(match["fiscal"]))
    for match in _YEAR_TO_DATE.finditer(text) if months_said else ():
        months = _months_to_date(match)
        period = Period(_full_year(match["year"]), months // 3, None, months)
        add(match.start(), match.end(), period, bool(match["fiscal"]))
    for match in _FISCAL_YEAR.finditer(text):
        add(match.start(), match.end(), Period(_full_year(match["year"])), True)
    for match in _SPLIT_YEAR.finditer(text):
        if _full_year(match["to"]) == int(match["from"]) + 1:
            add(match.start(), match.end(), Period(_full_year(match["to"])), True)
    for match in _SHORT_RANGE.finditer(text):
        first, last = int(match["year"]), int(match["year"][:2] + match["to"])
        if first < last <= first + 10:
            middle = match.start("to")
            add(match.start(), middle - 1, Period(first))
            add(middle, match.end(), Period(last))
    for match in _SHORT_YEARS.finditer(text):
        for group in ("year", "to"):
            add(match.start(group), match.end(group), Period(_full_year(match[group])))
    for match in _PLAIN_YEAR.finditer(text):
        add(match.start(), match.end(), Period(int(match["year"])))
    for match in _BARE_QUARTER.finditer(text) if quarters else ():
        add(match.start(), match.end(), Period(None, _quarter_number(match), None, 3))
    for match in _BARE_MONTHS.finditer(text) if months_said else ():
        months = MONTHS[match["months"].lower()]
        add(match.start(), match.end(), Period(None, months // 3, None, months))
    return sorted(found, key=lambda mention: mention.start)


def _weeks(text: str) -> Iterator[tuple[int, int, Period]]:
    """A month by its first and last day, which stands for its year as a month's name does."""
    for match in _SOME_WEEKS.finditer(text):
        year = int(match["year"])
        days = days_named(match[0], year)
        if days and timedelta() < days[1] - days[0] <= _LONGEST_MONTH:
            yield match.start(), match.end(), Period(year)


def _closing_days(text: str) -> Iterator[tuple[int, int, Period | None]]:
    """Full dates, each with the period it closes; a day compared with one closes its like.

    "as of June 30, 2025 compared with December 31, 2024" names two instants.
    """
    before: Period | None = None
    behind = 0
    for span in find_date_spans(text):
        behind_it = text[span.end :]
        instant = bool(_YEAR_BEHIND.match(behind_it) or _DAY_BEHIND.match(behind_it))
        period = _day_period(text[: span.start], span.day, instant=instant)
        if period is None and before is not None and LIST.match(text[behind : span.start]):
            period = replace(before, end=span.day)
        elif period is None and _HELD_AGAINST.search(text, 0, span.start):
            period = Period(None, None, span.day, 0)
        yield _span_start(text, span.start), span.end, period
        before, behind = period, span.end


def _by_month(text: str) -> Iterator[tuple[int, int, Period]]:
    """Days and quarters named by a month in a set form: "mid-2025", "the June quarter 2025"."""
    for match in _MID_YEAR.finditer(text):
        yield match.start(), match.end(), Period(None, None, date(int(match["year"]), 6, 30), 0)
    for match in _MONTHS_OF_YEAR.finditer(text):
        first, last = month_number(match["first"]), month_number(match["last"])
        if (months := (last - first) % 12 + 1) in _REPORTED_MONTHS:
            day = month_end(int(match["year"]), last)
            yield match.start(), match.end(), Period(None, None, day, months)
    for match in _MONTH_QUARTER.finditer(text):
        day = month_end(int(match["year"]), month_number(match["month"]))
        yield match.start(), match.end(), Period(None, None, day, 3)


def _day_period(before: str, day: date, *, instant: bool = False) -> Period | None:
    """A day closes a period after "year ended" or "as of"; elsewhere it is an event's day."""
    before = before[-_LOOKED_BACK:]
    if ended := _LENGTH_BEFORE.search(before):
        return Period(None, None, day, _length(ended))
    return Period(None, None, day, 0) if instant or _INSTANT_BEFORE.search(before) else None


def _span_start(text: str, day_start: int) -> int:
    """Where a span that a day closes begins to be said: at "nine months ended"."""
    first = max(0, day_start - _LOOKED_BACK)
    ended = _LENGTH_BEFORE.search(text[first:day_start])
    return first + ended.start() if ended and not ended["years"] else day_start


def _months_to_date(match: re.Match[str]) -> int:
    if weeks := (match["weeks"] or "").lower():
        return 3 * (_WEEKS.get(weeks) or int(weeks)) // _WEEKS_A_QUARTER
    return MONTHS[(match["months"] or match["n"] or match["m"]).lower()]


def _full_year(digits: str) -> int:
    if len(digits) == 4:
        return int(digits)
    return (1900 if int(digits) >= CENTURY else 2000) + int(digits)


def _quarter_number(match: re.Match[str]) -> int:
    if match["word"]:
        return _ORDINALS[match["word"].lower()]
    return int(match["q"] or match["p"] or match["n"])


def with_length(ref: PeriodRef, before: str) -> PeriodRef:
    """The day that closes a period, where the words before it say so: "at the end of"."""
    if _CLOSE_BEFORE.search(before):
        return replace(ref, period=replace(ref.period, months=0))
    return ref


def _length(match: re.Match[str]) -> int:
    """Months of the span that a day closes."""
    if not match["unit"]:
        return 3 if match["quarter"] else 6 if match["half"] else 12
    said = match["number"].lower()
    number = _WEEKS.get(said) or MONTHS.get(said) or int(said)
    weeks = match["unit"].lower().startswith("week")
    return 3 * round(number / _WEEKS_A_QUARTER) if weeks else number
