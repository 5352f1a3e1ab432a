"""A company's own calendar: which fiscal year and quarter a day closes."""

import math
from collections.abc import Sequence
from datetime import date, timedelta

from hirec.periods.dates import month_end, on_month_day
from hirec.periods.printed import NOTHING_PRINTED, PrintedDays
from hirec.types import Form, Identity, Period, PeriodRef

_YEAR_DAYS = 365.2425
_UNEVEN_DAYS = 6
"""By which the ends of months lie off the quarters of a year, with some to spare."""
_MONTHS = 12
_WEEKS_OFF = 7
_SLACK_DAYS = 20
"""52/53-week years drift by up to a week around their month's end."""
_FILED_AFTER = {Form.ANNUAL: 100, Form.QUARTERLY: 45}
"""Days from the end of a period to its report, where the day of filing is not known."""
_QUARTER_SLACK_DAYS = 29
"""The last quarter of a year may have 16 or 17 weeks where the others have 12."""


def year_end_anchor(identity: Identity) -> tuple[int, date] | None:
    """A fiscal year and (about) the day it closes, from a periodic filing's own period.

    None for event filings, whose date says nothing about the fiscal calendar.
    """
    if not identity.form.reports_period:
        return None
    if identity.fiscal_year is None or identity.period_end is None:
        return None
    quarters_left = 4 - (identity.fiscal_quarter or 4)
    closing = identity.period_end + timedelta(days=round(quarters_left * _YEAR_DAYS / 4))
    return identity.fiscal_year, closing


def fiscal_year_of(end: date, identity: Identity) -> int | None:
    """Fiscal year in which a day lies, by the calendar of the filing's company.

    Best Buy's 2023-01-28 → 2023, GameStop's 2024-02-03 → 2023. None without an anchor.
    """
    anchor = year_end_anchor(identity)
    if anchor is None:
        return None
    year, closing = anchor
    slack = _SLACK_DAYS if identity.fiscal_quarter in (None, 4) else _QUARTER_SLACK_DAYS
    return year + math.ceil(((end - closing).days - slack) / _YEAR_DAYS)


def fiscal_quarter_of(end: date, identity: Identity) -> int | None:
    """Fiscal quarter that a day closes (1 to 4), None without an anchor.

    Quarters of 12 or 16 weeks are fine: the nearest multiple of a quarter year wins.
    """
    anchor = year_end_anchor(identity)
    if anchor is None:
        return None
    days = (anchor[1] - end).days % _YEAR_DAYS
    return 4 - round(days / (_YEAR_DAYS / 4)) % 4


def straddles(period: Period, identity: Identity) -> bool:
    """Whether a period is twelve months that end within one of the company's fiscal years.

    "Twelve months ended June 30" of a company whose year ends in December is no year of its.
    """
    if period.months != _MONTHS or period.end is None:
        return False
    return fiscal_quarter_of(period.end, identity) not in (None, 4)


def closes_quarter(day: date, identity: Identity) -> bool:
    """Whether accounts may close on a day; days of deeds, such as a dividend's, are others.

    Quarters of 12 or 16 weeks lie up to three weeks off the calendar's. True without an anchor.
    """
    anchor = year_end_anchor(identity)
    if anchor is None or identity.period_end is None:
        return True
    by_month = (identity.period_end + timedelta(days=1)).day == 1
    off = (anchor[1] - day).days % (_YEAR_DAYS / 4)
    return min(off, _YEAR_DAYS / 4 - off) <= (_UNEVEN_DAYS if by_month else _SLACK_DAYS + 1)


def fiscal_year_end(
    year: int, identity: Identity, printed: PrintedDays = NOTHING_PRINTED
) -> date | None:
    """The day on which a fiscal year closes; None where it is not sure.

    So it is in 52/53-week years whose last day the filing does not print, and where the calendar
    changes (a transition report).

    Args:
        year: The fiscal year.
        identity: Of a filing whose own year and period end are known.
        printed: Days that the filing prints.

    """
    anchor = year_end_anchor(identity)
    if anchor is None or identity.period_end is None:
        return None
    if identity.fiscal_year == year and identity.fiscal_quarter in (None, 4):
        return identity.period_end
    if identity.transition_from is not None:
        return None
    closing = anchor[1] + timedelta(days=round((year - anchor[0]) * _YEAR_DAYS))
    own = identity.period_end
    if (own + timedelta(days=1)).day == 1:
        closing -= timedelta(days=10)  # counted in days, it may lie just behind its month
    return _printed_close(closing, own, printed)


def fiscal_quarter_end(
    year: int, identity: Identity, printed: PrintedDays = NOTHING_PRINTED
) -> date | None:
    """When the filing's own quarter closed in another year; None where it is not sure.

    Args:
        year: The fiscal year.
        identity: Of a filing that reports on a quarter.
        printed: Days that the filing prints; they decide in 52/53-week years.

    """
    own = identity.period_end
    if own is None or identity.fiscal_quarter is None:
        return None
    if identity.fiscal_year is None or year == identity.fiscal_year:
        return own
    then = on_month_day(own.year + year - identity.fiscal_year, own.month, own.day)
    return _printed_close(then, own, printed)


def _printed_close(then: date, own: date, printed: PrintedDays) -> date | None:
    """The close of a span about a day, as the filing's own closes.

    A month's last day, unless the filing prints another; else the day of the week that it prints.
    """
    if (own + timedelta(days=1)).day != 1:
        return printed.near(then, own.weekday())
    month = month_end(then.year, then.month)
    return printed.near(month, own.weekday(), default=month)


def matches(asked: PeriodRef, period: Period) -> float:
    """How well a period of a filing fits one that was asked for, 0 to 1.

    1 for the same fiscal year and quarter (or the same last day, where a day was asked for);
    0.7 where only the calendar year of the end fits; 0.5 where a quarter was asked for and the
    period runs from the year's start to that quarter's end; 0 otherwise.
    """
    want = asked.period
    if want.end is not None:
        return _matches_day(want, want.end, period)
    if want.fiscal_year is None:
        return 1.0 if want.fiscal_quarter and want.fiscal_quarter == _quarter(period) else 0.0
    span = _span_fit(want, period)
    if want.fiscal_year == period.fiscal_year and span:
        return span
    if period.end is None or period.end.year != want.fiscal_year:
        return 0.0
    if want.fiscal_quarter is not None and asked.fiscal and period.fiscal_year is not None:
        return 0.0  # a fiscal quarter of another fiscal year, by the company's own calendar
    if want.fiscal_quarter is None or asked.fiscal:
        return 0.7 * span
    # A quarter of weeks may end on the first days of the next one: July 2.
    calendar_quarter = ((period.end - timedelta(days=_WEEKS_OFF)).month + 2) // 3
    return 0.7 if want.fiscal_quarter == calendar_quarter and period.months in (0, 3, None) else 0.0


def told_after(identity: Identity, day: date) -> bool:
    """Whether a day lies behind a report's period, and before the report was filed."""
    if identity.period_end is None:
        return False
    filed = identity.filing_date
    lag = (filed - identity.period_end).days if filed else _FILED_AFTER.get(identity.form, 0)
    return 0 < (day - identity.period_end).days <= lag


def _matches_day(want: Period, end: date, period: Period) -> float:
    if period.end is None or abs((period.end - end).days) > 7:
        return 0.0
    if want.months and period.months and want.months != period.months:
        return 0.0
    return 1.0


def _quarter(period: Period) -> int | None:
    """The quarter a period closes; an instant at the end of a year closes the fourth."""
    if period.fiscal_quarter is None and period.months == 0 and period.end is not None:
        return 4
    return period.fiscal_quarter


def _span_fit(want: Period, period: Period) -> float:
    """Whether both are years or the same quarter; half for a year to date."""
    if want.months in (6, 9) and period.months not in (0, want.months, None):
        return 0.0
    if want.fiscal_quarter is None:
        if period.fiscal_quarter == 4 and period.months == 0:
            return 1.0
        return 0.0 if period.fiscal_quarter or period.months in (3, 6, 9) else 1.0
    if want.fiscal_quarter != _quarter(period):
        return 0.0
    return 0.5 if period.months in (6, 9, 12) and want.months != period.months else 1.0


def in_order(periods: Sequence[PeriodRef]) -> tuple[PeriodRef, ...]:
    """Periods from the earliest to the latest; a whole year stands at its end."""

    def key(ref: PeriodRef) -> tuple[int, int]:
        period = ref.period
        year = period.year or 0
        month = period.end.month if period.end and not period.fiscal_quarter else 0
        return year, 3 * (period.fiscal_quarter or 0) or month or 12

    return tuple(sorted(periods, key=key))
