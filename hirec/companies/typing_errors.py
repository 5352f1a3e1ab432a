"""What a misspelling costs, and which spellings are near: slips cost less than another word."""

from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

_ROWS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
_PLACES = {
    letter: (row, column + 0.4 * row)
    for row, letters in enumerate(_ROWS)
    for column, letter in enumerate(letters)
}
_BESIDE = 1.1
"""So far apart, in keys, are neighbours of a row or of two rows at most."""
_VOWELS = frozenset("aeiouy")
_SWAPPED = 0.6
_DOUBLED = 0.5
_MISSING = 0.8
_ADDED = 0.9
_SLIPPED = 0.7
"""A neighbouring key, or one vowel for another."""
_REPLACED = 1.1
_FIRST_LETTER = 0.2
"""More where the first letter is wrong: people know how a name begins."""


class Nearby:
    """Spellings kept by length, so that those within a few edits are found among few."""

    def __init__(self, spellings: Iterable[str]) -> None:
        self._by_length: defaultdict[int, list[str]] = defaultdict(list)
        for spelling in spellings:
            self._by_length[len(spelling)].append(spelling)

    def within(self, said: str, edits: int) -> list[str]:
        """Spellings that so many letters added, missing, replaced or swapped make of a word."""
        found: list[str] = []
        for length in range(len(said) - edits, len(said) + edits + 1):
            if choices := self._by_length.get(length):
                distances = cdist([said], choices, scorer=OSA.distance, score_cutoff=edits)[0]
                found += [choices[at] for at in np.flatnonzero(distances <= edits)]
        return found


def typing_cost(said: str, name: str) -> float:
    """Cost of the cheapest way from a name to what was typed: an optimal string alignment."""
    before: list[float] = []
    row = [sum(_missing(name, at) for at in range(end)) for end in range(len(name) + 1)]
    for i in range(len(said)):
        last, row = row, [row[0] + _added(said, i)]
        for j in range(len(name)):
            cost = min(
                last[j] + _replaced(said[i], name[j], j),
                last[j + 1] + _added(said, i),
                row[j] + _missing(name, j),
            )
            if i and j and said[i] == name[j - 1] != name[j] == said[i - 1]:
                cost = min(cost, before[j - 1] + _SWAPPED + _FIRST_LETTER * (j == 1))
            row.append(cost)
        before = last
    return row[-1]


def _missing(name: str, at: int) -> float:
    if at and name[at] == name[at - 1]:
        return _DOUBLED
    return _MISSING + _FIRST_LETTER * (at == 0)


def _added(said: str, at: int) -> float:
    if at and said[at] == said[at - 1]:
        return _DOUBLED
    return _ADDED + _FIRST_LETTER * (at == 0)


def _replaced(typed: str, meant: str, at: int) -> float:
    if typed == meant:
        return 0.0
    (row, column), (other_row, other_column) = _place(typed), _place(meant)
    beside = abs(row - other_row) <= 1 and abs(column - other_column) <= _BESIDE
    slipped = beside or (typed in _VOWELS and meant in _VOWELS)
    return (_SLIPPED if slipped else _REPLACED) + _FIRST_LETTER * (at == 0)


def _place(letter: str) -> tuple[float, float]:
    """Of a key; of what is no key, a place beside nothing."""
    return _PLACES.get(letter, (-ord(letter), 0.0))
