"""When the year of a report closes, as one page of it tells."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date

from hirec.periods import find_date_spans

_ENDED = re.compile(
    r"(?<!months )(?<!quarter )(?<!quarters )(?<!weeks )\bend(?:ed|ing)\W+(?:on\W+)?$",
    re.IGNORECASE,
)
_BALANCE = re.compile(r"(?:\bas (?:of|at)|\bat|\bbalances?,?(?: at| as of)?)\W+$", re.IGNORECASE)
_LEADING = 24
"""Characters before a day that say what it is."""
_WEIGHTS = {"ended": 3, "heads": 2, "balance": 1}
_LEAST = 2
"""What has to be told of a day: one balance as of some day is not the year's."""
_WEEK = 7
"""Years of whole weeks close on days of the same month, a week apart at most."""
_EARLY = 5
"""A year that closes by this month may be called by the year before."""


def closing_day(
    cells: Sequence[Sequence[str]], paragraphs: Iterable[str], year: int | None
) -> date | None:
    """The last day of a report's year; None where its page names no such day.

    Years "ended" on a day tell more than a table's headings and its balances, and these more than
    balances of the text.

    Args:
        cells: The page's table, row by row.
        paragraphs: Its text.
        year: The report's; where it is not known, the latest day tells.

    """
    weights: Counter[date] = Counter()
    for text in (cell for row in cells for cell in row):
        for span in find_date_spans(text):
            weights[span.day] += _WEIGHTS["heads"]
    for text in paragraphs:
        for span in find_date_spans(text):
            before = text[max(0, span.start - _LEADING) : span.start]
            if _ENDED.search(before):
                weights[span.day] += _WEIGHTS["ended"]
            elif _BALANCE.search(before):
                weights[span.day] += _WEIGHTS["balance"]
    chosen = max(weights, key=lambda day: (_told(day, weights), day), default=None)
    if chosen is None or _told(chosen, weights) < _LEAST:
        return None
    near = [day for day in weights if _same_close(day, chosen)]
    if year is None:
        return max(near)
    own = [day for day in near if day.year == year + (day.month <= _EARLY)]
    return max(own or [day for day in near if day.year == year], default=None)


def _told(day: date, weights: Counter[date]) -> int:
    """How much is said for years that close about a day."""
    return sum(weight for other, weight in weights.items() if _same_close(day, other))


def _same_close(one: date, other: date) -> bool:
    days = abs(one.timetuple().tm_yday - other.timetuple().tm_yday)
    return min(days, 365 - days) <= _WEEK
