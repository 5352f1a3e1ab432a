"""Which periods a question asks for, with their length where it says one."""

import re
from dataclasses import replace

from hirec.analysts.rule.formula import in_order
from hirec.analysts.rule.wording import without_sources
from hirec.periods import find_periods
from hirec.types import Period, PeriodRef, Scope

_SPAN = re.compile(
    r"\b(?:(?P<number>thirteen|twenty-six|thirty-nine|fifty-two|fifty-three|three|six|nine|twelve|\d+)[\s-]+"
    r"(?P<unit>weeks?|months?)|(?P<quarter>quarter)|(?P<year>year))"
    r"(?:\s+period)?\s+(?:ended|ending|to|through)\s+(?:on\s+)?$",
    re.IGNORECASE,
)
_NUMBERS = {
    "thirteen": 13,
    "twenty-six": 26,
    "thirty-nine": 39,
    "fifty-two": 52,
    "fifty-three": 53,
    "three": 3,
    "six": 6,
    "nine": 9,
    "twelve": 12,
}
_WEEKS_A_QUARTER = 13
_CLOSING = re.compile(
    r"\b(?:(?:end|close)\s+of\s+(?:the\s+)?|(?:at\s+)?year[\s-]?end\s+)$", re.IGNORECASE
)
"""What makes a year or quarter the day that closes it."""


def asked_periods(
    core: str, scope: Scope, question: str = ""
) -> tuple[bool, tuple[PeriodRef, ...]]:
    """Whether the core says periods itself, and the periods in order of time.

    Periods of the source ("in its FY2023 10-K") count only where no others are said; days of
    events only where there is no period at all. ``question`` is the whole of it, for what the
    core lacks.
    """
    said = find_periods(without_sources(core)) or find_periods(core)
    if said:
        return True, in_order(tuple(_with_length(ref, core) for ref in said))
    if scope.periods:
        return False, in_order(tuple(_with_length(ref, question) for ref in scope.periods))
    return False, tuple(
        PeriodRef(Period(end=day, months=0), day.isoformat()) for day in scope.event_dates[:1]
    )


def _with_length(ref: PeriodRef, core: str) -> PeriodRef:
    """The period with its length as said: "twenty-six weeks ended …", "at the end of …"."""
    at = core.find(ref.said)
    if at > 0 and ref.period.end is None and _CLOSING.search(core[:at]):
        return replace(ref, period=replace(ref.period, months=0))
    match = _SPAN.search(core[:at]) if at > 0 and ref.period.end else None
    if match is None:
        return ref
    if match["unit"]:
        number = _NUMBERS.get(match["number"].lower()) or int(match["number"])
        weeks = match["unit"].lower().startswith("week")
        months = 3 * round(number / _WEEKS_A_QUARTER) if weeks else number
    else:
        months = 3 if match["quarter"] else 12
    return replace(ref, period=replace(ref.period, months=months))
