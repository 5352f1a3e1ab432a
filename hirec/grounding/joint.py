"""Grounding the figures of one operation together: two years of one row, parts of one table."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from hirec.grounding.places import Place, same_span
from hirec.grounding.pooling import Pool
from hirec.grounding.siblings import said_words
from hirec.grounding.stems import overlap, stem_set
from hirec.types import Figure

RELATIONS = ("periods", "figures", "both")
"""Two figures differ in their periods, in what they name, or in both."""
BONDS = tuple(
    "same_table same_row same_label same_column same_column_words same_sentence same_value "  # noqa: SIM905
    "same_kind same_scale cell_and_prose same_years shared_words".split()
)
"""What two places may have in common."""
PAIR_FEATURES = tuple(f"{relation}: {bond}" for relation in RELATIONS for bond in BONDS)
"""Names of the weights of pairs."""
KEPT = 8
"""Values of each figure that are tried with those of the others."""
_WIDTH = 48
"""Assignments kept on the way."""
_MEMBERS = 3
"""Places of a value that are tried."""
_ABSENT = -4.0
"""Log-odds at which a figure had better be left open."""
_DENIED = -6.0
"""Log-odds of two places of which the row of one states another value for the other's period."""
_ROUNDED = Decimal("0.01")
"""Share of a value without a scale by which two prints of it may differ."""
FAINT = -9.0
"""Log-odds of a rival where there is none."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What one figure comes to within the best assignment."""

    pool: int | None
    """Index among the figure's pools, None where it is left open."""
    member: int
    """Index of the place."""
    margin: float
    """By how much the best assignment beats the best one with another value of this figure."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One figure with its places and their pools, best first."""

    figure: Figure
    places: Sequence[Place]
    pools: Sequence[Pool]


def pair_features(one: Figure, a: Place, other: Figure, b: Place) -> Floats:
    """What speaks for two places together; shape (len(PAIR_FEATURES),)."""
    found = np.zeros(len(PAIR_FEATURES))
    differs = relation(one, other)
    if differs:
        start = len(BONDS) * RELATIONS.index(differs)
        found[start : start + len(BONDS)] = _bonds(a, b)
    return found


def relation(one: Figure, other: Figure) -> str:
    """In what two figures of one company differ; empty for others, which share no table.

    Two ways to name one figure do not differ either, and may share a value.
    """
    same_words = stem_set(said_words(one)) == stem_set(said_words(other))
    if one.company != other.company or (same_words and one.period == other.period):
        return ""
    if same_words:
        return "periods"
    return "figures" if one.period == other.period else "both"


def _bonds(a: Place, b: Place) -> list[float]:
    cells = a.table is not None and b.table is not None
    same_passage = a.passage.passage_id == b.passage.passage_id
    table = cells and same_passage
    row = table and a.row == b.row
    prose = a.table is None and b.table is None
    return [
        float(table),
        float(row),
        float(cells and not row and stem_set(a.label) == stem_set(b.label)),
        float(table and a.at == b.at),
        float(cells and stem_set(a.column) == stem_set(b.column)),
        float(prose and same_passage and a.row == b.row),
        float(abs(a.value) == abs(b.value)),
        float(a.kind is b.kind),
        float(a.scale == b.scale),
        float(cells is False and prose is False),
        float(bool(a.years) and a.years == b.years),
        overlap(stem_set(a.label), stem_set(b.label)),
    ]


class Assignments:
    """The best ways to give every figure a value of its own."""

    def __init__(self, ranked: Sequence[Ranked], trust: float, weights: Floats) -> None:
        """``trust`` weighs the sum of log-odds against the pairs, ``weights`` the bonds."""
        self._ranked = ranked
        self._trust = trust
        self._weights = weights
        self._share = 2 / max(len(ranked), 2)
        self._bond = functools.cache(self._bonded)
        self._rows = functools.cache(self._by_row)
        self._found = self._search()

    def best(self) -> list[Chosen]:
        """What each figure comes to in the best assignment."""
        score, picks = self._found[0]
        return [
            Chosen(
                pick,
                self._member(at, picks),
                self._margin(at, pick, score),
            )
            for at, pick in enumerate(picks)
        ]

    def _search(self) -> list[tuple[float, tuple[int | None, ...]]]:
        """Beam search, figure after figure."""
        beam: list[tuple[float, tuple[int | None, ...]]] = [(0.0, ())]
        for at, own in enumerate(self._ranked):
            options: list[int | None] = [*range(min(KEPT, len(own.pools))), None]
            grown = [
                (score + self._gain(at, option, picks), (*picks, option))
                for score, picks in beam
                for option in options
            ]
            beam = sorted(grown, key=lambda one: -one[0])[:_WIDTH]
        return beam

    def _gain(self, at: int, option: int | None, picks: Sequence[int | None]) -> float:
        if option is None:
            return self._trust * _ABSENT
        gain = self._trust * self._ranked[at].pools[option].odds
        for other, pick in enumerate(picks):
            if pick is not None:
                gain += self._share * self._bond(other, pick, at, option)[0]
        return gain

    def _bonded(self, one: int, pick: int, other: int, option: int) -> tuple[float, int, int]:
        """Best bond of two values, and by which places."""
        a, b = self._ranked[one], self._ranked[other]
        best = (-np.inf, 0, 0)
        between_periods = relation(a.figure, b.figure) == "periods"
        for first in a.pools[pick].members[:_MEMBERS]:
            for second in b.pools[option].members[:_MEMBERS]:
                here, there = a.places[first], b.places[second]
                bond = float(pair_features(a.figure, here, b.figure, there) @ self._weights)
                if between_periods and (
                    self._denies(one, here, there) or self._denies(other, there, here)
                ):
                    bond += _DENIED
                best = max(best, (bond, -first, -second))
        return float(best[0]), -best[1], -best[2]

    def _denies(self, at: int, own: Place, other: Place) -> bool:
        """Whether the row of a figure's place states another value for another's period."""
        beside = [
            one.value
            for one in self._rows(at).get(_row_of(own), ())
            if one.years == other.years and one.kind is other.kind and same_span(one, other)
        ]
        scale = max(own.scale, other.scale)
        within = 10**scale if scale else abs(other.value) * _ROUNDED
        return bool(beside) and all(abs(abs(value) - abs(other.value)) > within for value in beside)

    def _by_row(self, at: int) -> dict[tuple[str, int], list[Place]]:
        """The cells of a figure's places by passage and row."""
        rows: dict[tuple[str, int], list[Place]] = {}
        for place in self._ranked[at].places:
            if place.table is not None:
                rows.setdefault(_row_of(place), []).append(place)
        return rows

    def _member(self, at: int, picks: Sequence[int | None]) -> int:
        """The place of the chosen value that its strongest bond is by, else the likeliest."""
        pick = picks[at]
        if pick is None:
            return 0
        bonds = []
        for other, option in enumerate(picks):
            if option is None or other == at:
                continue
            if other < at:
                bond, _, member = self._bond(other, option, at, pick)
            else:
                bond, member, _ = self._bond(at, pick, other, option)
            bonds.append((bond, member))
        return max(bonds)[1] if bonds else self._ranked[at].pools[pick].members[0]

    def _margin(self, at: int, pick: int | None, score: float) -> float:
        others = [
            other for other, picks in self._found if picks[at] != pick and picks[at] is not None
        ]
        return score - max(others) if others else self._trust * -FAINT


def _row_of(place: Place) -> tuple[str, int]:
    return place.passage.passage_id, place.row
