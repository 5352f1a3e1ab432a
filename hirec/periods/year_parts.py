"""Parts of a year that is said by its end: "first half of the fiscal year ending Jan 2024"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from hirec.periods.cells import quarters_before
from hirec.periods.dates import ORDINALS
from hirec.periods.mentions import MONTHS, Mention
from hirec.types import Period

_PART = re.compile(
    r"\b(?:(?P<half>first|second) half|(?P<quarter>first|second|third|fourth|last) quarter"
    r"|Q(?P<number>[1-4])|(?:first )?(?P<months>three|six|nine) months)"
    r" (?:of|in) (?:the |its )?(?:fiscal )?$",
    re.IGNORECASE,
)
_YEAR, _QUARTER = 12, 3


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
        closed, quarters = _of(part)
        day = quarters_before(end, 4 - closed)
        period = Period(None, None, day, _QUARTER * quarters)
        found.append(replace(one, start=part.start(), period=period))
    return found


def _of(part: re.Match[str]) -> tuple[int, int]:
    """The quarter that a part ends with, and how many quarters it has."""
    if half := part["half"]:
        return 2 * _number(half), 2
    if months := part["months"]:
        quarters = MONTHS[months.lower()] // _QUARTER
        return quarters, quarters
    return int(part["number"] or _number(part["quarter"])), 1


def _number(word: str) -> int:
    low = word.lower()
    return len(ORDINALS) if low == "last" else 1 + ORDINALS.index(low)
