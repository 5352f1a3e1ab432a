"""What period a table's column reports."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from hirec.caching import remembered
from hirec.periods.dates import (
    MONTH,
    ORDINALS,
    YEAR,
    find_date_spans,
    find_month_days,
    find_month_years,
    on_month_day,
)
from hirec.periods.fiscal import (
    fiscal_quarter_end,
    fiscal_quarter_of,
    fiscal_year_end,
    fiscal_year_of,
)
from hirec.periods.kinds import shows_balances
from hirec.periods.printed import NOTHING_PRINTED, PrintedDays
from hirec.types import Form, Identity, Period

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_NUMBERS |= {"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13}
_NUMBERS |= {"fourteen": 14, "sixteen": 16, "twenty-four": 24, "twenty-six": 26}
_NUMBERS |= {"twenty-seven": 27, "twenty-eight": 28, "thirty-six": 36, "thirty-nine": 39}
_NUMBERS |= {"forty": 40, "fifty-two": 52, "fifty-three": 53}
_ORDINALS = (*ORDINALS, "1st", "2nd", "3rd", "4th")
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
_FISCAL = re.compile(r"\bfiscal\b|\bFY", re.IGNORECASE)
_QUARTERLY = re.compile(r"\b(?:quarterly|by quarter|quarters)\b", re.IGNORECASE)
_WHOLE_YEAR = re.compile(r"(?:full |total |fiscal )?year|(?:twelve|12) months", re.IGNORECASE)
"""Beside columns of quarters."""
_QUARTER = re.compile(
    rf"\bQ([1-4])(?!\d{{3,}})|\b([1-4])Q|\b({'|'.join(_ORDINALS)})[\s-]+(?:fiscal\s+)?quarter"
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
    return _Heading(label, context, rows, identity, printed).period()


@remembered
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


def resolve_part(label: str, context: str, identity: Identity) -> Period | None:
    """Quarter, or whole year, that a heading names without saying of which year.

    The year then stands in the row's headings, or in the column's: "First Quarter" over rows
    under "2012:"; see :func:`~hirec.periods.cell_period`. None where the label says a year.

    Args:
        label: The column's own header lines, joined by a blank.
        context: What stands above; its length in months counts where the label says none.
        identity: The filing's identity; its fiscal calendar numbers the quarters.

    """
    if _COMPARISON.search(label) or _year_said(label) or _YEARS.search(label):
        return None
    if quarter := _quarter_said(label):
        return Period(fiscal_quarter=quarter, months=3)
    days = find_month_days(label)
    lengths = _lengths(label, any_length=False) or _lengths(context, any_length=False)
    quarterly = lengths == {3} or (not lengths and _QUARTERLY.search(context))
    if quarterly and len(days) == 1 and identity.period_end:
        end = on_month_day(identity.period_end.year, *days[0])
        return Period(fiscal_quarter=fiscal_quarter_of(end, identity), months=3)
    return Period(months=12) if _WHOLE_YEAR.fullmatch(label.strip()) else None


def _quarter_said(label: str) -> int | None:
    match = _QUARTER.search(label)
    said = label.strip().lower() if match is None else match[3] and match[3].lower()
    if said in _ORDINALS:
        return 1 + _ORDINALS.index(said) % 4
    return int(match[1] or match[2]) if match and match.lastindex else None


def _year_said(label: str) -> int | None:
    """The one year a label names, or the one of several that it ends with again; else None."""
    said = [int(year) for year in _YEARS.findall(label)]
    # "Second quarter 2023 and 2022" stands over "2023" as well as over "2022".
    years = {said[-1]} if said[-1:] and said[-1] in said[:-1] else set(said)
    short = None if years else _SHORT_YEAR.search(label)
    if short:
        return 2000 + int(short[1])
    return years.pop() if len(years) == 1 else None


def _one(days: Iterable[date]) -> date | None:
    """The only one of some days; None for none or several."""
    distinct = set(days)
    return distinct.pop() if len(distinct) == 1 else None


@dataclass(frozen=True, slots=True)
class _Heading:
    """A column's own words, what stands around them, and the calendar of its filing."""

    label: str
    context: str
    rows: Sequence[str]
    identity: Identity
    printed: PrintedDays

    def period(self) -> Period | None:
        """By a day, by a year of the label, or by the one dated heading above it."""
        if (end := self._end()) is not None:
            return self._closing(end)
        year = _year_said(self.label)
        if year is None and not _YEARS.search(self.label):
            days = {span.day for span in find_date_spans(self.context)}
            if (day := _one(days)) is not None:
                return self._closing(day)
            years = set() if days else {int(year) for year in _NAMED_YEAR.findall(self.context)}
            year = years.pop() if len(years) == 1 else None
        return None if year is None else self._of_year(year)

    def _months(self) -> int | None:
        """Length in months: the label's own words win, then the context's if unanimous.

        Where neither says a length, the table's kind does: balances stand at a day, and the years
        of an annual report that head flows are whole years.
        """
        if _DAY_RANGE.search(self.label):
            return None
        for text in (self.label, self.context):
            found = _lengths(text, any_length=self.identity.transition_from is not None)
            if found:
                return min(found) if len(found) == 1 else None
            if _INSTANT.search(text):
                return 0
        return self._months_by_kind()

    def _months_by_kind(self) -> int | None:
        own = self.identity
        dated = bool(find_date_spans(self.label))
        bare = dated and not _FLOW_STATEMENT.match(self.context)
        prior = _DATED.get(own.form, 0.0) if bare else 0.0
        balances = shows_balances(self.context, self.label, self.rows, prior=prior)
        if balances:
            return 0
        if balances is None or own.transition_from:
            return None
        if own.form is Form.ANNUAL:
            return 12
        past = not dated and (_year_said(self.label) or math.inf) <= (own.fiscal_year or 0)
        return 3 if past and own.form is Form.QUARTERLY and own.fiscal_quarter == 1 else None

    def _end(self) -> date | None:
        """Last day: a full date in the label, or its year with the day of either text."""
        days = {span.day for span in find_date_spans(self.label)}
        if days:
            return _one(days)
        month = _one(span.day for span in find_month_years(self.label))
        if month is not None:
            weekday = (self.identity.period_end or month).weekday()
            return self.printed.near(month, weekday, default=month)
        year = _year_said(self.label)
        if year is None or _FISCAL.search(self.label):
            return None
        for text in (self.label, self.context):
            month_days = find_month_days(text)
            if len(month_days) == 1:
                return on_month_day(year, *month_days[0])
        return self._end_above(year)

    def _end_above(self, year: int) -> date | None:
        """The context's day of a year, or the same a year apart: "June 30, 2023 and 2022"."""
        days = {span.day for span in find_date_spans(self.context)}
        same = [day for day in days if day.year == year]
        day = _one(days)
        if same or day is None or str(year) not in self.context:
            return _one(same)
        then = on_month_day(year, day.month, day.day)
        return self.printed.near(then, day.weekday(), default=then)

    def _closing(self, end: date) -> Period:
        months = self._months()
        year, quarter = fiscal_year_of(end, self.identity), fiscal_quarter_of(end, self.identity)
        if months == 12 or (quarter == 4 and months != 3):
            quarter = None
        return Period(year, quarter, end, months)

    def _of_year(self, year: int) -> Period:
        """A heading that names only a year (and quarter), by the company's own calendar."""
        own, quarter, months = self.identity, _quarter_said(self.label), self._months()
        if quarter is not None:
            same = (year, quarter) == (own.fiscal_year, own.fiscal_quarter)
            return Period(year, quarter, own.period_end if same else None, 3)
        if months in (3, 6, 9):
            end = fiscal_quarter_end(year, own, self.printed)
            return Period(year, own.fiscal_quarter, end, months)
        return Period(year, None, fiscal_year_end(year, own, self.printed), months)
