"""The day on which a year begins: balances of it are told at the close of the year before."""

import re
from dataclasses import replace

from hirec.types import PeriodRef

_BEFORE = re.compile(
    r"\bat\s+(?:the\s+)?(?:very\s+)?(?:start|beginning|opening|outset)\s+of\s+(?:the\s+)?"
    r"(?:(?:fiscal|calendar|financial)\s+)?(?:year\s+)?$",
    re.IGNORECASE,
)
"""At a point of time; "from the beginning of 2015" begins a span."""
_BOTH = re.compile(
    r"\bat\s+(?:both\s+)?(?:the\s+)?(?:start|beginning|opening)\s+and\s+(?:(?:at\s+)?the\s+)?"
    r"(?:end|close|closing|ending)\s+of\s+(?:the\s+)?(?:(?:fiscal|calendar|financial)\s+)?"
    r"(?:year\s+|quarter\s+)?$",
    re.IGNORECASE,
)
_MONTH = re.compile(r"^(?!jan)[a-z]{3,}\.?\s+\d", re.IGNORECASE)
_FISCAL = re.compile(r"^(?:fy|fiscal)", re.IGNORECASE)


def opened(ref: PeriodRef, before: str) -> PeriodRef:
    """The close of the year before, where ``before`` says that the year begins; else the same."""
    period = ref.period
    another_month = _MONTH.match(ref.said) and not _FISCAL.match(ref.said)
    if period.fiscal_year is None or period.fiscal_quarter or period.end or another_month:
        return ref
    if not _BEFORE.search(before):
        return ref
    year = period.fiscal_year - 1
    said = f"end of {'fiscal ' if ref.fiscal else ''}{year}"
    return PeriodRef(replace(period, fiscal_year=year, months=0), said, ref.fiscal)


def at_both_ends(ref: PeriodRef, before: str) -> tuple[PeriodRef, ...]:
    """The days that a period begins and ends on, where ``before`` asks of both; else itself."""
    period = ref.period
    if not _BOTH.search(before) or period.fiscal_year is None or period.end:
        return (ref,)
    year, quarter = period.fiscal_year, period.fiscal_quarter
    if quarter and quarter > 1:
        earlier = replace(period, fiscal_quarter=quarter - 1)
        named = f"end of Q{quarter - 1} {year}"
    else:
        earlier = replace(period, fiscal_year=year - 1, fiscal_quarter=None)
        named = f"end of {year - 1}"
    day = PeriodRef(replace(earlier, months=0), named, ref.fiscal)
    return (day, PeriodRef(replace(period, months=0), ref.said, ref.fiscal))
