"""The words of a sentence that are of one amount: "sales of $5 and a surplus of $7"."""

import re

from hirec.caching import remembered
from hirec.grounding.places import Place
from hirec.grounding.stems import stem_set
from hirec.numbers import find_numbers

_MOST = 0.6
"""Share of the words asked for that another amount's words have, where this one's have none."""
_NAMED = re.compile(
    r"\b(?P<noun>[a-z]{3,}) (?:of|was|were|totaled|totalled)"
    r"(?: (?:approximately|about|nearly|over|up to))? ?$",
    re.IGNORECASE,
)
"""Right in front of an amount: what it is."""
_HELD_AGAINST = re.compile(
    r"\b(?:(?:up|down|increas\w+|decreas\w+|compared) (?:from|to|with)|versus) "
    r"(?:(?:approximately|about) )?$",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[,;](?=\s)")
_YEAR = re.compile(
    r"(?: (?:in|for|during))?(?: (?:fiscal|the year|year))* (?P<year>(?:19|20)\d\d)\b"
)
_OF_ANYTHING = stem_set(
    "total balance amount value increase decrease change cost price rate sum aggregate maximum"
    " range average reduction benefit charge loss gain expense income excess carrying portion"
)
"""Says of what only with the words before."""


def beside(place: Place) -> str:
    """The words of a sentence between the amounts that stand before and behind a place's."""
    numbers = [number for number in find_numbers(place.section) if number.unit]
    at = next((i for i, n in enumerate(numbers) if n.text == place.printed), None)
    if at is None:
        return place.section
    begin = numbers[at - 1].end if at else 0
    end = numbers[at + 1].start if at + 1 < len(numbers) else len(place.section)
    return place.section[begin:end]


def clause_of(place: Place) -> str:
    """The part of a sentence that has the amount: "users were 1.56 billion, up 8%"."""
    before, _, behind = place.section.partition(place.printed)
    return f"{_BREAK.split(before)[-1]} {_BREAK.split(behind)[0]}"


def of_earlier(year: int | None, place: Place) -> bool:
    """Whether a sentence gives an amount of another year to hold its own against: "up from 7%"."""
    if place.table is not None or year is None:
        return False
    before, _, behind = place.section.partition(place.printed)
    own = _YEAR.match(behind) if _HELD_AGAINST.search(before) else None
    return own is not None and int(own["year"]) != year


def of_another(asked: frozenset[str], place: Place) -> bool:
    """Whether a sentence says what is asked of another of its amounts, and of this something else.

    Args:
        asked: Stems of the figure's words.
        place: A cell is of none.

    """
    if place.table is not None or not asked:
        return False
    told = dict(_told(place.section))
    own = told.pop(place.printed, None)
    if not own or asked & own:
        return False
    return any(len(asked & words) >= _MOST * len(asked) for words in told.values())


@remembered
def _told(sentence: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Each amount of money as printed, with the stems before it where they end in what it is."""
    found = []
    begin = 0
    for number in find_numbers(sentence):
        if not number.unit:
            continue
        before = sentence[begin : number.start]
        named = _NAMED.search(before)
        plain = named is None or stem_set(named["noun"]) <= _OF_ANYTHING
        found.append((number.text, frozenset() if plain else stem_set(before)))
        begin = number.end
    return tuple(found)
