"""What period a table's cell reports: what its column says together with what its row says."""

from dataclasses import replace
from datetime import date, timedelta

from hirec.periods.dates import month_end
from hirec.types import Column, Period, Row

_QUARTER_DAYS = 91
"""Thirteen weeks, for calendars whose quarters do not close with a month."""


def cell_period(column: Column, row: Row) -> Period | None:
    """The period of a cell; None where neither its column nor its row says one."""
    said = joined(column.period, row.period)
    return None if said is None or is_part(said) else said


def joined(over: Period | None, own: Period | None) -> Period | None:
    """Two periods said of one thing, ``own`` by what is nearer.

    A quarter without its year is completed by the other: "First Quarter" over "2012:", or the
    other way round. Where both say all, the nearer holds.
    """
    if own is None or over is None or is_part(own) == is_part(over):
        return own or over
    part, whole = (own, over) if is_part(own) else (over, own)
    if part.fiscal_quarter is None:
        return replace(whole, fiscal_quarter=None, months=part.months)
    before = (whole.fiscal_quarter or 4) - part.fiscal_quarter
    end = whole.end and quarters_before(whole.end, before)
    return Period(whole.fiscal_year, part.fiscal_quarter, end, 0 if whole.months == 0 else 3)


def is_part(period: Period) -> bool:
    """Whether a quarter or a year is named without saying of which year."""
    return period.fiscal_year is None and period.end is None


def quarters_before(end: date, quarters: int) -> date:
    """The last day of so many quarters earlier: a month's, or thirteen weeks before each."""
    if (end + timedelta(days=1)).day != 1:
        return end - timedelta(days=quarters * _QUARTER_DAYS)
    months = end.year * 12 + end.month - 1 - 3 * quarters
    return month_end(months // 12, months % 12 + 1)
