"""Periods: what a question asks for, what a column reports, and whether they are the same."""

from hirec.periods.asked import (
    PeriodSpan,
    find_day_spans,
    find_period_spans,
    find_periods,
    members,
    month_of,
    years_earlier,
)
from hirec.periods.cells import cell_period, is_part, joined
from hirec.periods.columns import resolve_column, resolve_part
from hirec.periods.dates import find_date_spans, find_dates
from hirec.periods.fiscal import (
    closes_quarter,
    fiscal_quarter_of,
    fiscal_year_end,
    fiscal_year_of,
    in_order,
    matches,
    straddles,
    told_after,
)
from hirec.periods.mentions import with_length
from hirec.periods.printed import NOTHING_PRINTED, PrintedDays
from hirec.periods.years import years_in

__all__ = [
    "NOTHING_PRINTED",
    "PeriodSpan",
    "PrintedDays",
    "cell_period",
    "closes_quarter",
    "find_date_spans",
    "find_dates",
    "find_day_spans",
    "find_period_spans",
    "find_periods",
    "fiscal_quarter_of",
    "fiscal_year_end",
    "fiscal_year_of",
    "in_order",
    "is_part",
    "joined",
    "matches",
    "members",
    "month_of",
    "resolve_column",
    "resolve_part",
    "straddles",
    "told_after",
    "with_length",
    "years_earlier",
    "years_in",
]
