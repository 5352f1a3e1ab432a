"""Periods that a question asks for."""

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hirec.periods.dates import MONTH, find_date_spans, on_month_day
from hirec.periods.days import is_of_days
from hirec.periods.mentions import LIST, MONTHS, Mention, scan
from hirec.periods.opening import asks_opening, at_both_ends, opened
from hirec.periods.year_parts import of_years
from hirec.types import Period, PeriodRef

COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}
_MONTH_SAID = re.compile(rf"\b{MONTH}", re.IGNORECASE)
_QUARTER = 3
_RANGE = re.compile(r"^\s*(?:-|–|—|to|through|thru|until)\s*$", re.IGNORECASE)
_OPENED = re.compile(r"\s*\(\s*(?:i\.?e\.?,?\s+|(?:or|the|ended|ending)\s+)*", re.IGNORECASE)
_CLOSED = re.compile(r"\s*\)")
"""What stands around a period that is said a second time."""
_COUNT = "|".join([*COUNTS, r"\d"])
_APART = re.compile(
    rf"\b(?:(?:the|a|an)\s+)?(?:(?P<count>one|{_COUNT})\s+(?:fiscal\s+)?(?P<units>year|quarter)s?"
    r"|(?:fiscal\s+)?(?P<unit>year|quarter))\s+"
    r"(?P<way>before|prior to|preceding|after|following)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""What tells a year from another: "the year before fiscal 2024", "three years after 2020"."""
_AND_BEFORE = re.compile(
    r",?\s+(?:and|as well as)\s+(?:(?:for|in|of)\s+)?"
    r"(?P<said>(?:the|a)\s+(?:(?:fiscal\s+)?year\s+(?:before|earlier|prior|ago)"
    r"|(?:prior|previous|preceding)\s+(?:fiscal\s+)?year))\b(?!\s+(?:quarter|period))",
    re.IGNORECASE,
)
"""``for 2022 and the year before``: two periods are asked for."""
_AND_TO_DATE = re.compile(
    r",?\s+(?:and|as well as)\s+(?:(?:for|in)\s+)?(?:the\s+)?"
    r"(?P<said>(?:first\s+)?(?:(?P<months>six|nine|6|9)[\s-]months?|(?P<half>half))"
    r"|year[\s-]to[\s-]date|YTD)\b(?!\s+(?:of|in|to|ended|ending|earlier|before|ago|later)\b)",
    re.IGNORECASE,
)
"""``in Q3 2022 and nine months``: the time up to the quarter's end is asked for as well."""
_PAPER = r"\b(?:notes?|bonds?|debentures?)\b"
_OF_PAPER = re.compile(
    rf"(?:{_PAPER}(?:[^.?;,]{{0,40}}?\b(?:that|which))?\s+(?:(?:are|come|will|is)\s+)?|\()"
    rf"(?:due|maturing|matures?)\s+(?:(?:in|on)\s+)?$"
    rf"|\b(?:coupon|rate)\b[^?;]*{_PAPER}[^?;]{{0,60}}\b(?:issued|sold|priced)\s+(?:(?:in|on)\s+)?$",
    re.IGNORECASE,
)
"""``notes due May 2031``, and for its rate ``notes issued in May 2021``: part of a name."""
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
class PeriodSpan:
    """``text[start:end]`` and the periods that it adds, in order."""

    start: int
    end: int
    refs: tuple[PeriodRef, ...]


def find_day_spans(question: str) -> tuple[PeriodSpan, ...]:
    """The days that a question names, each as a period by itself."""
    days = find_date_spans(question)
    return tuple(PeriodSpan(one.start, one.end, (PeriodRef.on(one.day),)) for one in days)


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
    said_once = _once(question, of_years(question, scan(question)))
    named = [m for m in said_once if not _OF_PAPER.search(question[: m.start])]
    mentions = _inherit(question, named)
    opens = len(mentions) == 1 and asks_opening(question)
    spans = []
    for position, mention in enumerate(mentions):
        previous = mentions[position - 1] if position else None
        apart = _APART.search(question[: mention.start])
        start = apart.start() if apart else mention.start
        said = question[start : mention.end]
        told = PeriodRef(mention.period, said, mention.fiscal)
        before = question[:start]
        refs = (
            opened(told if period == told.period else _implied(told, period), before, asked=opens)
            for period in _expand(question, previous, mention)
        )
        if apart:
            refs = (_told_from(ref, apart) for ref in refs)
        both, end = tuple(refs), mention.end
        if len(both) == 1:
            both = at_both_ends(both[0], before)
        if both and (behind := _AND_BEFORE.match(question, end)):
            earlier, end = years_earlier(both[-1]), behind.end()
            both = (*both, replace(earlier, said=behind["said"]))
        elif both and (behind := _AND_TO_DATE.match(question, end)):
            to_date = _to_date(both[-1], behind)
            both, end = (*both, *to_date), behind.end() if to_date else end
        spans.append(PeriodSpan(start, end, both))
    return tuple(spans)


def _to_date(ref: PeriodRef, said: re.Match[str]) -> tuple[PeriodRef, ...]:
    """The months of a fiscal year up to a quarter's end; none where others are said."""
    period = ref.period
    if period.months != _QUARTER or not (period.fiscal_quarter or period.end):
        return ()
    named = MONTHS[said["months"].lower()] if said["months"] else 2 * _QUARTER
    months = named if said["months"] or said["half"] else _QUARTER * (period.fiscal_quarter or 0)
    if months <= _QUARTER or (period.fiscal_quarter and months != _QUARTER * period.fiscal_quarter):
        return ()
    return (replace(ref, period=replace(period, months=months), said=said["said"]),)


def _told_from(ref: PeriodRef, apart: re.Match[str]) -> PeriodRef:
    """The period that is so many years, or quarters, before or after another one."""
    count = (apart["count"] or "one").lower()
    steps = int(count) if count.isdigit() else COUNTS.get(count, 1)
    steps = -steps if apart["way"].lower() in ("before", "prior to", "preceding") else steps
    period = ref.period
    if (apart["unit"] or apart["units"]).lower() == "year":
        return replace(years_earlier(ref, -steps), said=ref.said)
    if not period.fiscal_year or not period.fiscal_quarter or period.months != _QUARTER:
        return ref
    years, quarter = divmod(period.fiscal_quarter - 1 + steps, 4)
    moved = replace(period, fiscal_year=period.fiscal_year + years, fiscal_quarter=quarter + 1)
    return replace(ref, period=moved)


def month_of(ref: PeriodRef) -> str:
    """The month that a year is said with, "May" of "May 2025"; empty for years alone and days.

    Of a first and a last day the last one's: "Nov 7 to Dec 4, 2016".
    """
    named = _MONTH_SAID.findall(ref.said)
    year = ref.period.fiscal_year and not ref.period.fiscal_quarter and not ref.period.end
    return named[-1].rstrip(".") if year and named and is_of_days(ref.said) else ""


def years_earlier(ref: PeriodRef, years: int = 1) -> PeriodRef:
    """The same period so many years before; one without a year as it is."""
    year, end = ref.period.fiscal_year, ref.period.end
    year = None if year is None else year - years
    end = end and on_month_day(end.year - years, end.month, end.day)
    return _implied(ref, replace(ref.period, fiscal_year=year, end=end))


def _implied(ref: PeriodRef, period: Period) -> PeriodRef:
    """Another period than the one that is said, called as that is: "fiscal 2022"."""
    plain = period.fiscal_year is not None and not period.fiscal_quarter
    said = f"{'fiscal ' if ref.fiscal else ''}{period.fiscal_year}" if plain else period.label()
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
        quarters = (divmod(number - 1, 4) for number in counted)
        periods = [replace(start, fiscal_year=y, fiscal_quarter=q + 1) for y, q in quarters]
    elif start.fiscal_quarter or end.fiscal_quarter:
        return (first, last)
    else:
        years = range(start.fiscal_year, end.fiscal_year)
        periods = [replace(start, fiscal_year=year) for year in years]
    implied = (_implied(first, period) for period in periods[1:])
    return (*((first,) if periods else ()), *implied, last)


def _once(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """A period said twice, by its name and by its last day, as its name alone.

    "The June 2025 quarter (Q3 FY25)", "fiscal 2024 (year ended January 28, 2024)"; also with words
    between them: "Q4 fiscal 2022 operating income (quarter ended January 28, 2023)".
    """
    found: list[Mention] = []
    for here in mentions:
        before = found[-1] if found else None
        closed = _CLOSED.match(text, here.end)
        opened = before and closed and _OPENED.search(text, before.end, here.start)
        if before and closed and opened and opened.end() == here.start:
            named, dated = sorted((before, here), key=lambda one: one.period.end is not None)
            if named.period.end is None and dated.period.end is not None:
                if opened.start() == before.end:
                    found[-1] = replace(named, start=before.start, end=closed.end())
                    continue
                if dated is here and dated.period.months and len(mentions) == 2:
                    here = replace(here, period=named.period, fiscal=named.fiscal)
        found.append(here)
    return found


def _inherit(text: str, mentions: list[Mention]) -> list[Mention]:
    """A bare quarter takes its neighbour's year; a bare year in a list its neighbour's "fiscal"."""
    result: list[Mention] = []
    for here in reversed(mentions):
        following = result[-1] if result else None
        if following and _undated(here):
            between = text[here.end : following.start]
            if following.period.fiscal_quarter and LIST.match(between):
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
            and (LIST.match(between) or _SAME_SPAN.search(between))
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
            joined = LIST.match(between)
            result[i] = replace(here, fiscal=here.fiscal or bool(joined))
    return result


def _quarters_on(text: str, between: str, here: Mention) -> bool:
    listed = _is_year(text, here) and between.strip() in (",", "and", "&", ", and")
    return listed or _SAME_SPAN.search(between) is not None


def _is_plain(mention: Mention) -> bool:
    """Whether only a year is said."""
    return not mention.period.fiscal_quarter and mention.period.end is None


def _is_year(text: str, mention: Mention) -> bool:
    return text[mention.start : mention.end].isdigit()


def _undated(mention: Mention) -> bool:
    return mention.period.fiscal_year is None and mention.period.end is None


def _dated(mention: Mention, source: Mention) -> Mention:
    if source.period.end:
        return replace(mention, period=replace(source.period, months=mention.period.months))
    period = replace(mention.period, fiscal_year=source.period.fiscal_year)
    return replace(mention, period=period, fiscal=source.fiscal)


def _expand(text: str, previous: Mention | None, mention: Mention) -> list[Period]:
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
