"""Choices of more than the first: a rank, the second largest, the top three, all above a bound.

Each is read as the choice of the largest, which is understood, and says besides which are named.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from hirec.numbers import find_numbers
from hirec.periods.asked import COUNTS
from hirec.types import Bound, Operation, ParsedQuestion, Ranking
from hirec.understanding.plainly import rewritten, rules

_ORDERS = re.compile(r"\W*(?:please |can you |could you )?rank\b", re.IGNORECASE)
_PLACES = {"second": 2, "runner-up": 2, "runnerup": 2, "third": 3, "fourth": 4, "fifth": 5}
_ANY_NUMBER = (Operation.ROSE, Operation.FELL, Operation.POSITIVE, Operation.NEGATIVE)
"""What any number of parts may have done."""


def ranked(text: str) -> tuple[str, Ranking | None, str]:
    """The question as one for the first of them, which are named instead, and the words left out.

    The question as it is, None and no words where the first is asked for, or nothing is ranked.
    """
    text = rewritten(text, "places")
    for rule in rules("ranked"):
        found = rule.found(text)
        if found is not None and (ranking := _ranking(found)) is not None:
            return rule.rewrite(text), ranking, _left_out(found)
    return text, None, ""


def _ranking(found: Mapping[str, str]) -> Ranking | None:
    """Which places, or which that pass a bound; None where no bound is one number."""
    if place := found.get("nth") or found.get("count"):
        return Ranking(_number(place) if "nth" in found else 1, _number(place))
    counted = "many" in found.get("how", "").lower()
    below, bound = bool(found.get("below")), None
    if "over" in found:  # parts that moved so far, or moved at all
        if not (counted or found["over"] or found["under"]):
            return None
        value = Decimal(found["over"] or found["under"] or 0)
        bound = Bound(-value if found["down"] else value, "%")
        below = bool(found["down"]) ^ bool(found["under"])
    elif "bound" in found:
        if len(numbers := find_numbers(found["bound"])) != 1:
            return None
        unit = "%" if numbers[0].unit == "%" else "USD" if "$" in found["bound"] else ""
        bound = Bound(numbers[0].value.scaleb(numbers[0].scale), unit)
    return Ranking(1, None, bound, below, counted, found.get("than", ""))


def _left_out(found: Mapping[str, str]) -> str:
    """The words that a ranking stands for."""
    names = ("nth", "count", "most", "below", "above", "bound", "down", "under", "over", "than")
    return " ".join(filter(None, map(found.get, names))) or "rank"


def with_ranking(parsed: ParsedQuestion, ranking: Ranking | None, said: str) -> ParsedQuestion:
    """The choice with those that it names; words that rank nothing are not understood."""
    if ranking is None:
        if not _ORDERS.match(parsed.text):
            return parsed
        several = parsed.operation is Operation.SEVERAL and len(parsed.measures) == 1
        if several and len(parsed.companies) > 1:
            return replace(parsed, operation=Operation.LARGEST, ranking=Ranking(1, None))
        unread = ("rank",) if parsed.operation is Operation.VALUE else ()
        return replace(parsed, unplaced=(*parsed.unplaced, *unread))
    chooses = parsed.operation in (Operation.LARGEST, Operation.SMALLEST)
    chooses |= bool(ranking.among) and parsed.operation in _ANY_NUMBER
    if chooses and parsed.among_parts:
        return replace(parsed, ranking=ranking)
    return replace(parsed, unplaced=(*parsed.unplaced, said))


def _number(said: str) -> int:
    return {**COUNTS, **_PLACES}.get(said.lower()) or int(said[0])
