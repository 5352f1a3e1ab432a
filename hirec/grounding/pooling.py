"""Places that state one value are one candidate."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from hirec.grounding.places import Place


@dataclass(frozen=True, slots=True)
class Pool:
    """All places of one value, signs aside, best first."""

    value: Decimal
    """Without sign."""
    members: tuple[int, ...]
    """Indexes of the places."""
    odds: float
    """Log-odds of the best member."""


def pool(places: Sequence[Place], odds: npt.NDArray[np.float64]) -> list[Pool]:
    """Group places by value, best group first."""
    return pool_values([abs(place.value) for place in places], odds)


def pool_values(values: Sequence[Decimal], odds: npt.NDArray[np.float64]) -> list[Pool]:
    """Group places by value, signs already taken off."""
    groups: dict[Decimal, list[int]] = {}
    for at, value in enumerate(values):
        groups.setdefault(value, []).append(at)
    found = [
        Pool(value, tuple(sorted(members, key=lambda at: -odds[at])), float(odds[members].max()))
        for value, members in groups.items()
    ]
    return sorted(found, key=lambda one: -one.odds)
