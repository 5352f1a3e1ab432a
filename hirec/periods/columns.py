"""What period a table's column reports."""

import functools
import math
import re
from collections.abc import Sequence
from datetime import date, timedelta

from hirec.periods.dates import (
    MONTH,
    YEAR,
    find_date_spans,
    find_month_days,
    find_month_years,
    month_end,
    on_month_day,
)
from hirec.periods.fiscal import fiscal_quarter_of, fiscal_year_end, fiscal_year_of
from hirec.periods.kinds import shows_balances
from hirec.periods.printed import NOTHING_PRINTED, PrintedDays
from hirec.types import Form, Identity, Period

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_NUMBERS |= {"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13}
_NUMBERS |= {"fourteen": 14, "sixteen": 16, "twenty-four": 24, "twenty-six": 26}
_NUMBERS |= {"twenty-seven": 27, "twenty-eight": 28, "thirty-six": 36, "thirty-nine": 39}
_NUMBERS |= {"forty": 40, "fifty-two": 52, "fifty-three": 53}
_ORDINALS = ("first", "second", "third", "fourth")
_FEWEST_WEEKS = 12
"""Weeks of the shortest quarter."""
_LENGTH = re.compile(
    rf"(?<!than )\b({'|'.join(sorted(_NUMBERS, key=len, reverse=True))}|\d{{1,2}})[\s-]+"
    r"(?:and\s+(six|nine|6|9)\s+)?(months?|weeks?)\b(?!\s+or\s)"
    r"|\b(?P<year>(?:fiscal\s+)?years?[\s-]+(?:ended|ending)|full[\s-]year"
    r"|for the (?:fiscal )?years?)\b",
    re.IGNORECASE,
)
"""A span in words, or two: "three and six months"."""
_DAY_RANGE = re.compile(rf"{MONTH}\s*\d\d?,?\s*(?:-|–|—|to|through)\s*{MONTH}", re.IGNORECASE)
_NAMED_YEAR = re.compile(
    rf"\b(?:fiscal|year|years|in|for|during|at)\s+(?:ended\s+)?({YEAR})(?![\d%]|,\d)", re.IGNORECASE
)
_INSTANT = re.compile(
    r"\bas (?:of|at)\b|^\s*at\b|\bbalance sheets?\b|\bfinancial (?:position|condition)\b",
    re.IGNORECASE,
)
_FLOW_STATEMENT = re.compile(
    r"\W*(?:[\w’'.-]+\s+){0,4}statements?\s+of\s+(?:consolidated\s+)?"
    r"(?:income|operations|earnings|comprehensive|cash\s*flows?)",
    re.IGNORECASE,
)
_DATED = {Form.ANNUAL: 0.7, Form.QUARTERLY: 1.2, Form.EARNINGS: 1.2}
"""How much a bare day over a column speaks for a balance, but in a statement of flows."""
_COMPARISON = re.compile(
    r"\bchanges?\b|\bvariance\b|\bincrease\b|\bdecrease\b|\bgrowth\b|\bvs\.?(?=\W|$)|\bversus\b"
    rf"|{YEAR}\s*(?:to|-|–|over|/)\s*{YEAR}|^\s*[%$]\s*$"
    r"|\bthereafter\b|\band (?:after|beyond|later)\b",
    re.IGNORECASE,
)
_YEARS = re.compile(rf"(?<![\d$,.])({YEAR})(?![\d%]|,\d)")
_SHORT_YEAR = re.compile(
    r"\b(?:FY|fiscal|(?:Q[1-4]|[1-4]Q)(?:\s*'?FY)?)\s*'?(\d\d)\b", re.IGNORECASE
)
_QUARTER = re.compile(
    rf"\bQ([1-4])(?!\d{{3,}})|\b([1-4])Q|\b({'|'.join(_ORDINALS)})\s+(?:fiscal\s+)?quarter"
    r"|\bquarters?\s+ended\b|\bquarter\b(?!\s*-?to-date)",
    re.IGNORECASE,
)


def resolve_column(
    label: str,
    context: str,
    identity: Identity,
    *,
    rows: Sequence[str] = (),
    printed: PrintedDays = NOTHING_PRINTED,
) -> Period | None:
    """Period of a column from its header, or None where it has none ("% Change", "Total").

    Args:
        label: The column's own header lines, joined by a blank.
        context: What stands above: caption, unit line, spanning headers.
        identity: The filing's identity; its fiscal year and period end anchor the calendar.
        rows: Labels of the table's rows; they tell balances from flows where no heading does.
        printed: Days that the filing prints; they date the years of a 52/53-week calendar.

    Months are 0 for balance-sheet instants and None where nothing says how long.

    """
    if _COMPARISON.search(label):
        return None
    months = _months(label, context, rows, identity)
    quarter = _quarter_said(label)
    end = _end(label, context, identity, printed)
    if end is not None:
        return _from_end(end, months, identity)
    year = _year_said(label)
    if year is None:
        return _from_context(label, context, months, quarter, identity, printed)
    return _from_year(year, quarter, months, identity, printed)


def _months(label: str, context: str, rows: Sequence[str], identity: Identity) -> int | None:
    """Length in months: the label's own words win, then the context's where they are unanimous.

    Where neither says a length, the table's kind does: balances stand at a day, and the years of
    an annual report that head flows are whole years.
    """
    if _DAY_RANGE.search(label):
        return None
    for text in (label, context):
        found = _lengths(text, any_length=identity.transition_from is not None)
        if found:
            return min(found) if len(found) == 1 else None
        if _INSTANT.search(text):
            return 0
    return _months_by_kind(label, context, rows, identity)


def _months_by_kind(
    label: str, context: str, rows: Sequence[str], identity: Identity
) -> int | None:
    dated = bool(find_date_spans(label))
    bare = dated and not _FLOW_STATEMENT.match(context)
    balances = shows_balances(
        context, label, rows, prior=_DATED.get(identity.form, 0.0) if bare else 0.0
    )
    if balances:
        return 0
    if balances is None or identity.transition_from:
        return None
    if identity.form is Form.ANNUAL:
        return 12
    past = not dated and (_year_said(label) or math.inf) <= (identity.fiscal_year or 0)
    return 3 if past and identity.form is Form.QUARTERLY and identity.fiscal_quarter == 1 else None


@functools.lru_cache(maxsize=1024)
def _lengths(text: str, *, any_length: bool) -> frozenset[int]:
    """Lengths said in a text; those that no quarter closes only in a transition report."""
    found: set[int] = set()
    matches = list(_LENGTH.finditer(text))
    for match in matches:
        for said in filter(None, (match[1], match[2])):
            number = _NUMBERS.get(said.lower()) or int(said)
            if match[3].lower().startswith("week"):
                found |= {3 * round(number / 13.04)} if number >= _FEWEST_WEEKS else set()
            elif number in (3, 6, 9, 12) or (any_length and number < 12):
                found.add(number)
    if not found and _QUARTER.search(text):
        found.add(3)
    if any(match["year"] for match in matches):
        found.add(12)
    return frozenset(found)


def _quarter_said(label: str) -> int | None:
    match = _QUARTER.search(label)
    if match is None or match.lastindex is None:
        return None
    return int(match[1] or match[2] or 1 + _ORDINALS.index(match[3].lower()))


def _year_said(label: str) -> int | None:
    """The one year a label names; None for none or several."""
    years = {int(year) for year in _YEARS.findall(label)}
    short = None if years else _SHORT_YEAR.search(label)
    if short:
        return 2000 + int(short[1])
    return years.pop() if len(years) == 1 else None


def _end(label: str, context: str, identity: Identity, printed: PrintedDays) -> date | None:
    """Last day: a full date in the label, or its year with the month and day of either text."""
    days = {span.day for span in find_date_spans(label)}
    if len(days) == 1:
        return days.pop()
    if days:
        return None
    months = [span.day for span in find_month_years(label)]
    if len(months) == 1:
        weekday = (identity.period_end or months[0]).weekday()
        return printed.near(months[0], weekday, default=months[0])
    year = _year_said(label)
    if year is None or re.search(r"\bfiscal\b|\bFY", label, re.IGNORECASE):
        return None
    for text in (label, context):
        month_days = find_month_days(text)
        if len(month_days) == 1:
            return on_month_day(year, *month_days[0])
    return _end_in_context(year, context, printed)


def _end_in_context(year: int, context: str, printed: PrintedDays) -> date | None:
    """The context's day of a year, or the same day a year apart: "June 30, 2023 and 2022"."""
    days = {span.day for span in find_date_spans(context)}
    same = [day for day in days if day.year == year]
    if len(same) == 1:
        return same[0]
    if same or len(days) != 1 or str(year) not in context:
        return None
    day = days.pop()
    then = on_month_day(year, day.month, day.day)
    return printed.near(then, day.weekday(), default=then)


def _from_end(end: date, months: int | None, identity: Identity) -> Period:
    year, quarter = fiscal_year_of(end, identity), fiscal_quarter_of(end, identity)
    if months == 12 or (quarter == 4 and months != 3):
        quarter = None
    return Period(year, quarter, end, months)


def _from_year(
    year: int, quarter: int | None, months: int | None, identity: Identity, printed: PrintedDays
) -> Period:
    """A label that names only a year (and quarter): companies label by their own calendar."""
    if quarter is not None:
        same = (year, quarter) == (identity.fiscal_year, identity.fiscal_quarter)
        return Period(year, quarter, identity.period_end if same else None, 3)
    if months in (3, 6, 9):
        own = identity.fiscal_quarter
        end = _same_quarter(year, identity, printed) if own else None
        return Period(year, own, end, months)
    if identity.fiscal_quarter is None and year == identity.fiscal_year:
        return Period(year, None, identity.period_end, months)
    return Period(year, None, fiscal_year_end(year, identity, printed), months)


def _same_quarter(year: int, identity: Identity, printed: PrintedDays) -> date | None:
    """When the filing's own quarter closed in another year; None where it is not sure."""
    own = identity.period_end
    if own is None or identity.fiscal_year is None or year == identity.fiscal_year:
        return own
    then = on_month_day(own.year + year - identity.fiscal_year, own.month, own.day)
    if (own + timedelta(days=1)).day == 1:
        then = month_end(then.year, then.month)
        return printed.near(then, own.weekday(), default=then)
    return printed.near(then, own.weekday())


def _from_context(
    label: str,
    context: str,
    months: int | None,
    quarter: int | None,
    identity: Identity,
    printed: PrintedDays,
) -> Period | None:
    """A label without a period (a segment, a class of asset) under one dated heading."""
    if _YEARS.search(label):
        return None
    days = {span.day for span in find_date_spans(context)}
    if len(days) == 1:
        return _from_end(days.pop(), months, identity)
    years = set() if days else {int(year) for year in _NAMED_YEAR.findall(context)}
    return _from_year(years.pop(), quarter, months, identity, printed) if len(years) == 1 else None
