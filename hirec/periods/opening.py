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
