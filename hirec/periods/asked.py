"""Periods that a question asks for."""

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from hirec.periods.dates import CENTURY, YEAR, find_date_spans, find_month_years, on_month_day
from hirec.periods.opening import opened
from hirec.types import Period, PeriodRef

_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3}
_ORDINALS |= {"fourth": 4, "4th": 4, "final": 4}
COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}

_YEAR_WORD = (
    r"(?P<fiscal>FY\s?|fiscal[\s-](?:year[\s-](?:ended\s+|ending\s+)?)?)?"
    rf"'?(?P<year>{YEAR}|(?<=[YQ'\s])\d\d)"
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
    rf"\b(?:(?P<word>first|second)\s+half|H(?P<n>[12])|(?P<m>[12])H){_JOIN}{_YEAR_WORD}(?!\d)",
    re.IGNORECASE,
)
_YEAR_TO_DATE = re.compile(
    r"\b(?:(?:first|initial)\s+(?P<months>three|six|nine|3|6|9)|(?P<n>six|nine|[69]))[\s-]months?"
    rf"(?:\s+period)?{_JOIN}{_YEAR_WORD}(?!\d)",
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
    r"|(?:million|billion|shares|employees|stores)\b))"
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
_INSTANT_BEFORE = re.compile(
    r"(?:\bas (?:of|at)|\bat|\bfor|\bending|\bended|\bbetween|\bfrom|\b(?:end|close) of)\s+$",
    re.IGNORECASE,
)
_YEAR_BEHIND = re.compile(rf"^\s*(?:,|and|or|to|&|,\s*and)\s+{YEAR}\b", re.IGNORECASE)
_LENGTH_BEFORE = re.compile(
    r"\b(?:(?P<number>thirteen|twenty-six|thirty-nine|fifty-two|fifty-three|three|six|nine|twelve"
    r"|\d+)[\s-]+(?P<unit>weeks?|months?)|(?P<quarter>quarter)"
    r"|(?P<years>(?:two|three|four|five|ten|\d+)[\s-])?(?P<year>year|FY))"
    r"(?:\s+period)?\s+(?:ended|ending|to|through)\s+(?:on\s+)?$",
    re.IGNORECASE,
)
"""What says how long the span is that a day closes: "26 weeks ended"; "five years" does not."""
_CLOSE_BEFORE = re.compile(
    r"\b(?:(?:end|close)\s+of\s+(?:the\s+)?|(?:at\s+)?year[\s-]?end\s+)$", re.IGNORECASE
)
"""What makes a year or quarter the day that closes it."""
_LOOKED_BACK = 200
"""Characters before a day that may say how long the span is that it closes."""
_TIME = re.compile(r"[0-9]|quarter|month", re.IGNORECASE)
"""Without one of these no period is said. The next two spare a long text their patterns."""
_QUARTERS = re.compile(r"quarter|q[1-4]|[1-4]q", re.IGNORECASE)
_MONTHS_SAID = re.compile(r"month", re.IGNORECASE)
_WEEKS = {"thirteen": 13, "twenty-six": 26, "thirty-nine": 39, "fifty-two": 52, "fifty-three": 53}
_WEEKS_A_QUARTER = 13
_MONTHS = {"three": 3, "six": 6, "nine": 9, "twelve": 12, "3": 3, "6": 6, "9": 9, "12": 12}

_RANGE = re.compile(r"^\s*(?:-|–|—|to|through|thru|until)\s*$", re.IGNORECASE)
_LIST = re.compile(
    r"^[\s,;&/()\-–—]*(?:(?:and|or|to|through|vs\.?|versus|over|from|compared (?:to|with)"
    r"|of|in|the|year)[\s,()]*)*$",
    re.IGNORECASE,
)
_COUNT = "|".join([*COUNTS, r"\d"])
_SAME_SPAN = re.compile(
    r"\b(?:same|corresponding|comparable|equivalent)\s+(?:quarter|period|months)\s+"
    r"(?:(?:of|in|for|a year earlier in)\s+)?(?:the\s+)?(?:fiscal\s+)?(?:year\s+)?$",
    re.IGNORECASE,
)
"""What makes a year behind it the span said before, in that year."""
_SAME_CLAUSE = re.compile(r"^[^.?!;:,]{0,40}\b(?:of|in|for)\s+$", re.IGNORECASE)
_LAST_YEARS = re.compile(
    rf"\b(?:(?:last|past|previous|prior|trailing)\s+(?P<a>{_COUNT})\s+(?:fiscal\s+)?years?"
    rf"|(?P<b>{_COUNT})[\s-]years?(?:\s+average|\s+period)?)\b.*?"
    r"\b(?:as of|ending|ended|through|up to|until|to)\s+(?:the\s+end\s+of\s+)?(?:in\s+)?"
    r"(?:(?:FYE?|fiscal)[\s-]?(?:years?\s+)?'?)?$",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class _Mention:
    start: int
    end: int
    period: Period
    fiscal: bool


@dataclass(frozen=True, slots=True)
class PeriodSpan:
    """``text[start:end]`` and the periods that it adds, in order."""

    start: int
    end: int
    refs: tuple[PeriodRef, ...]


def find_periods(question: str) -> tuple[PeriodRef, ...]:
    """Periods asked for, in the order said, each once.

    ``FY2016 - FY2018`` and ``from 2016 to 2018`` give every year between; ``last three years as
    of 2023`` gives 2021 to 2023; ``as of December 31, 2022`` gives an instant with its day.
    Days of events ("dated 1st July 2022") are no periods: see :func:`hirec.periods.find_dates`.
    """
    unique: dict[Period, PeriodRef] = {}
    for span in find_period_spans(question):
        for ref in span.refs:
            unique.setdefault(ref.period, ref)
    return tuple(unique.values())


def find_period_spans(question: str) -> tuple[PeriodSpan, ...]:
    """The periods of :func:`find_periods`, each with the place where it is said."""
    if _TIME.search(question) is None:
        return ()
    mentions = _inherit(question, _scan(question))
    spans = []
    for position, mention in enumerate(mentions):
        previous = mentions[position - 1] if position else None
        said = question[mention.start : mention.end]
        refs = (
            opened(PeriodRef(period, said, mention.fiscal), question[: mention.start])
            for period in _expand(question, previous, mention)
        )
        spans.append(PeriodSpan(mention.start, mention.end, tuple(refs)))
    return tuple(spans)


def with_length(ref: PeriodRef, before: str) -> PeriodRef:
    """The day that closes a period, where the words before it say so: "at the end of"."""
    if ref.period.end is None and _CLOSE_BEFORE.search(before):
        return replace(ref, period=replace(ref.period, months=0))
    return ref


def _length(match: re.Match[str]) -> int:
    """Months of the span that a day closes."""
    if not match["unit"]:
        return 3 if match["quarter"] else 12
    said = match["number"].lower()
    number = _WEEKS.get(said) or _MONTHS.get(said) or int(said)
    weeks = match["unit"].lower().startswith("week")
    return 3 * round(number / _WEEKS_A_QUARTER) if weeks else number


def years_earlier(ref: PeriodRef, years: int = 1) -> PeriodRef:
    """The same period so many years before; one without a year as it is."""
    year, end = ref.period.fiscal_year, ref.period.end
    year = None if year is None else year - years
    end = end and on_month_day(end.year - years, end.month, end.day)
    period = replace(ref.period, fiscal_year=year, end=end)
    plain = year is not None and not period.fiscal_quarter
    said = f"{'fiscal ' if ref.fiscal else ''}{year}" if plain else period.label()
    return PeriodRef(period, said, ref.fiscal)


def members(first: PeriodRef, last: PeriodRef) -> tuple[PeriodRef, ...]:
    """Every year, or every quarter, from one to another; other periods alone."""
    start, end = first.period, last.period
    if start.fiscal_year is None or end.fiscal_year is None or start.months == 0:
        return (first, last)
    if start.fiscal_quarter and end.fiscal_quarter:
        counted = range(
            4 * start.fiscal_year + start.fiscal_quarter, 4 * end.fiscal_year + end.fiscal_quarter
        )
        quarters = [divmod(number - 1, 4) for number in counted]
        return (
            *(
                replace(first, period=replace(start, fiscal_year=year, fiscal_quarter=quarter + 1))
                for year, quarter in quarters
            ),
            last,
        )
    if start.fiscal_quarter or end.fiscal_quarter:
        return (first, last)
    years = range(start.fiscal_year, end.fiscal_year)
    return (*(replace(first, period=replace(start, fiscal_year=year)) for year in years), last)


def _scan(text: str) -> list[_Mention]:
    """Mentions that do not overlap, the more specific patterns first."""
    found: list[_Mention] = []
    taken = [False] * (len(text) + 1)

    def add(start: int, end: int, period: Period | None, fiscal: bool = False) -> None:
        if any(taken[start:end]):
            return
        taken[start:end] = [True] * (end - start)
        if period is not None:
            found.append(_Mention(start, end, period, fiscal))

    for start, end, period in _closing_days(text):
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
        months = _MONTHS[(match["months"] or match["n"]).lower()]
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
        months = _MONTHS[match["months"].lower()]
        add(match.start(), match.end(), Period(None, months // 3, None, months))
    return sorted(found, key=lambda mention: mention.start)


def _closing_days(text: str) -> Iterator[tuple[int, int, Period | None]]:
    """Full dates, each with the period it closes; a day compared with one closes its like.

    "as of June 30, 2025 compared with December 31, 2024" names two instants.
    """
    before: Period | None = None
    behind = 0
    for span in find_date_spans(text):
        instant = bool(_YEAR_BEHIND.match(text[span.end :]))
        period = _day_period(text[: span.start], span.day, instant=instant)
        if period is None and before is not None and _LIST.match(text[behind : span.start]):
            period = replace(before, end=span.day)
        yield _span_start(text, span.start), span.end, period
        before, behind = period, span.end


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


def _full_year(digits: str) -> int:
    if len(digits) == 4:
        return int(digits)
    return (1900 if int(digits) >= CENTURY else 2000) + int(digits)


def _quarter_number(match: re.Match[str]) -> int:
    if match["word"]:
        return _ORDINALS[match["word"].lower()]
    return int(match["q"] or match["p"] or match["n"])


def _inherit(text: str, mentions: list[_Mention]) -> list[_Mention]:
    """A bare quarter takes its neighbour's year; a bare year in a list its neighbour's "fiscal"."""
    result: list[_Mention] = []
    for here in reversed(mentions):
        following = result[-1] if result else None
        if following and _undated(here):
            between = text[here.end : following.start]
            if following.period.fiscal_quarter and _LIST.match(between):
                here = _dated(here, following)
            elif not following.period.fiscal_quarter and _SAME_CLAUSE.match(between):
                here = _dated(here, following)
                result[-1] = replace(following, period=here.period)
        result.append(here)
    result.reverse()
    for i in range(1, len(result)):
        before, here = result[i - 1], result[i]
        between = text[before.end : here.start]
        if _undated(here) and before.period.fiscal_year:
            result[i] = _dated(here, before)
        elif (
            before.period.end
            and _is_year(text, here)
            and (_LIST.match(between) or _SAME_SPAN.search(between))
        ):
            # "June 30, 2021 and 2020": the same day of another year.
            day, year = before.period.end, here.period.fiscal_year or 0
            same = replace(before.period, end=on_month_day(year, day.month, day.day))
            result[i] = replace(here, period=same)
        elif before.period.fiscal_quarter and _is_plain(here) and _quarters_on(text, between, here):
            # "the first quarter of 2021, 2022", "… of 2023 against the same quarter of 2022"
            period = replace(before.period, fiscal_year=here.period.fiscal_year)
            result[i] = replace(here, period=period)
        elif before.fiscal and here.period.fiscal_year:
            joined = _LIST.match(between)
            result[i] = replace(here, fiscal=here.fiscal or bool(joined))
    return result


def _quarters_on(text: str, between: str, here: _Mention) -> bool:
    listed = _is_year(text, here) and between.strip() in (",", "and", "&", ", and")
    return listed or _SAME_SPAN.search(between) is not None


def _is_plain(mention: _Mention) -> bool:
    """Whether only a year is said."""
    return not mention.period.fiscal_quarter and mention.period.end is None


def _is_year(text: str, mention: _Mention) -> bool:
    return text[mention.start : mention.end].isdigit()


def _undated(mention: _Mention) -> bool:
    return mention.period.fiscal_year is None and mention.period.end is None


def _dated(mention: _Mention, source: _Mention) -> _Mention:
    if source.period.end:
        return replace(mention, period=replace(source.period, months=mention.period.months))
    period = replace(mention.period, fiscal_year=source.period.fiscal_year)
    return replace(mention, period=period, fiscal=source.fiscal)


def _expand(text: str, previous: _Mention | None, mention: _Mention) -> list[Period]:
    """The mention's period, preceded by the years that a range or a count implies."""
    year = mention.period.fiscal_year
    if year is None or mention.period.fiscal_quarter:
        return [mention.period]
    first = year
    if previous and previous.period.fiscal_year and not previous.period.fiscal_quarter:
        if _RANGE.match(text[previous.end : mention.start]):
            first = max(previous.period.fiscal_year + 1, year - 20)
    else:
        start = previous.end if previous else 0
        # "fiscal years ending 2022" is said as one: its year stands behind the words that count.
        counted = _LAST_YEARS.search(text[start : mention.end].rstrip(string.digits))
        if counted:
            word = (counted["a"] or counted["b"]).lower()
            first = year - (COUNTS.get(word) or int(word)) + 1
    return [Period(y) for y in range(min(first, year), year + 1)]
