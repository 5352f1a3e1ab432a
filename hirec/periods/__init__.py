"""Periods: what a question asks for, what a column reports, and whether they are the same."""

from hirec.periods.asked import find_periods
from hirec.periods.columns import resolve_column
from hirec.periods.dates import DateSpan, find_date_spans, find_dates
from hirec.periods.fiscal import (
    fiscal_quarter_of,
    fiscal_year_end,
    fiscal_year_of,
    matches,
)
from hirec.periods.printed import NOTHING_PRINTED, PrintedDays

__all__ = [
    "NOTHING_PRINTED",
    "DateSpan",
    "PrintedDays",
    "find_date_spans",
    "find_dates",
    "find_periods",
    "fiscal_quarter_of",
    "fiscal_year_end",
    "fiscal_year_of",
    "matches",
    "resolve_column",
]
