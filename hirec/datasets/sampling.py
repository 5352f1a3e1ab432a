"""Stratified samples of questions, the same for the same seed."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def stratified(items: Sequence[T], strata: Sequence[str], size: int, seed: int) -> list[T]:
    """Draw items, in their order, each stratum in proportion to within one item.

    Systematic sampling over the items sorted by stratum (Cochran 1977, chapter 8): shuffled within
    each, then every n/size-th from a random start. So each item has the same chance, also where
    strata are smaller than the step.

    Args:
        items: All are returned where ``size`` is not below their number.
        strata: The stratum of each item.
        size: How many to draw.
        seed: The same seed draws the same items.

    """
    if size >= len(items):
        return list(items)
    rng = random.Random(seed)  # noqa: S311
    places = list(range(len(items)))
    rng.shuffle(places)
    places.sort(key=lambda place: strata[place])
    start = rng.random()
    drawn = {places[int((start + turn) * len(items) / size)] for turn in range(size)}
    return [items[place] for place in sorted(drawn)]
