"""The day on which a year begins: balances of it are told at the close of the year before."""

import re
from dataclasses import replace

from hirec.periods.dates import MONTH_NAMES
from hirec.types import Period, PeriodRef

_BEFORE = re.compile(
    r"(?<!from )(?<!from the )(?<!since )(?<!since the )(?<!after )(?<!after the )(?<!to the )"
    r"(?<!before )(?<!before the )(?<!until the )(?<!very )\b(?:at\s+(?:the\s+)?(?:very\s+)?)?"
    r"(?:(?:start|beginning|opening|outset)\s+of|(?:entering|(?:going|heading)\s+into))\s+(?:the\s+)?"
    r"(?:(?:fiscal|calendar|financial)\s+)?(?:(?:year|quarter)\s+)?$",
    re.IGNORECASE,
)
"""At a point of time; "from the beginning of 2015" begins a span."""
_ANYWHERE = re.compile(
    r"\b(?:beginning|opening|starting)\s+balances?\b"
    r"|\b(?:beginning|opening|start)\s+of\s+(?:the\s+)?(?:year|period|quarter)\b(?!\s+\d)"
    r"|\b(?:prior|previous|preceding)[\s-]+year[\s-]?end\b"
    rf"|\bbeginning\s+(?!(?:in|on|of|at|with|from|after|to|and|or|{MONTH_NAMES})\b|\W|\d)",
    re.IGNORECASE,
)
"""What a period begins with, said away from it: "beginning cash 2023", "opening balance"."""
_BESIDE = re.compile(
    r"%|\b(?:from|end|ending|clos(?:e|ing)|percent\w*|ratio|share|portion|changes?|increased?"
    r"|decreased?|grow\w*|grew|fell|rose)\b",
    re.IGNORECASE,
)
"""What holds one figure against another, of which one alone may be what a period begins with."""
_QUARTER = 3
_BOTH = re.compile(
    r"\bat\s+(?:both\s+)?(?:the\s+)?(?:start|beginning|opening)\s+and\s+(?:(?:at\s+)?the\s+)?"
    r"(?:end|close|closing|ending)\s+of\s+(?:the\s+)?(?:(?:fiscal|calendar|financial)\s+)?"
    r"(?:year\s+|quarter\s+)?$",
    re.IGNORECASE,
)
_MONTH = re.compile(r"^(?!jan)[a-z]{3,}\.?\s+\d", re.IGNORECASE)
_FISCAL = re.compile(r"^(?:fy|fiscal)", re.IGNORECASE)


def asks_opening(question: str) -> bool:
    """Whether a question asks for nothing but what its period begins with, wherever it says so."""
    begins = _ANYWHERE.search(question)
    return begins is not None and _BESIDE.search(question.replace(begins[0], " ")) is None


def opened(ref: PeriodRef, before: str, *, asked: bool = False) -> PeriodRef:
    """The close of the period before, where a year or quarter is said to begin; else the same.

    Args:
        ref: The period.
        before: What the question says before it.
        asked: What the period begins with is asked for elsewhere.

    """
    period = ref.period
    another_month = _MONTH.match(ref.said) and not _FISCAL.match(ref.said)
    if period.fiscal_year is None or period.end or another_month:
        return ref
    if not (asked or _BEFORE.search(before)):
        return ref
    day = _close_before(period)
    return PeriodRef(day, _end_of(day, "fiscal " if ref.fiscal else ""), ref.fiscal)


def at_both_ends(ref: PeriodRef, before: str) -> tuple[PeriodRef, ...]:
    """The days that a period begins and ends on, where ``before`` asks of both; else itself."""
    period = ref.period
    if not _BOTH.search(before) or period.fiscal_year is None or period.end:
        return (ref,)
    opening = _close_before(period)
    day = PeriodRef(opening, _end_of(opening), ref.fiscal)
    return (day, PeriodRef(replace(period, months=0), ref.said, ref.fiscal))


def _close_before(period: Period) -> Period:
    """The day on which the quarter before a quarter, else the year before, closed."""
    quarter = period.fiscal_quarter if period.months in (None, 0, _QUARTER) else None
    if quarter and quarter > 1:
        return replace(period, fiscal_quarter=quarter - 1, months=0)
    year = period.fiscal_year
    return replace(period, fiscal_year=year and year - 1, fiscal_quarter=None, months=0)


def _end_of(day: Period, fiscal: str = "") -> str:
    quarter = f"Q{day.fiscal_quarter} " if day.fiscal_quarter else ""
    return f"end of {quarter}{fiscal}{day.fiscal_year}"
