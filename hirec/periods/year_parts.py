"""Parts of a year that is said by its end: "first half of the fiscal year ending Jan 2024"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from hirec.periods.dates import month_end
from hirec.periods.mentions import MONTHS, Mention
from hirec.types import Period

_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
_PART = re.compile(
    r"\b(?:(?P<half>first|second) half|(?P<quarter>first|second|third|fourth|last) quarter"
    r"|Q(?P<number>[1-4])|(?:first )?(?P<months>three|six|nine) months)"
    r" (?:of|in) (?:the |its )?(?:fiscal )?$",
    re.IGNORECASE,
)
_YEAR, _HALF, _QUARTER = 12, 6, 3


def of_years(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Mentions, a part of a year and the year's last day taken as one that ends on its own."""
    found: list[Mention] = []
    for one in mentions:
        end = one.period.end
        part = _PART.search(text[: one.start]) if end and one.period.months == _YEAR else None
        if part is None or end is None:
            found.append(one)
            continue
        found = [before for before in found if before.start < part.start()]
        past, months = _of(part)
        years, month = divmod(12 * end.year + end.month - 1 - past, 12)
        period = Period(None, None, month_end(years, month + 1), months)
        found.append(replace(one, start=part.start(), period=period))
    return found


def _of(part: re.Match[str]) -> tuple[int, int]:
    """Months from a part's end to the year's, and the part's own."""
    if half := part["half"]:
        return _HALF * (2 - _ORDINALS[half.lower()]), _HALF
    if months := part["months"]:
        return _YEAR - MONTHS[months.lower()], MONTHS[months.lower()]
    number = int(part["number"] or _ORDINALS[part["quarter"].lower()])
    return _QUARTER * (4 - number), _QUARTER
