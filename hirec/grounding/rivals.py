"""What places say of the question beside what their rivals say.

A word of the question that stands beside few of a filing's amounts ("Pennsylvania", "Converse")
tells more than one beside all ("revenue"), and one that only other places have speaks against a
place, where one that no place has only was another word for it.
"""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from hirec.grounding.feature_table import NAMES

_AT = {name: at for at, name in enumerate(NAMES)}

Floats = npt.NDArray[np.float64]
Words = frozenset[str]


def rival_features(
    stems: Sequence[str],
    weights: Sequence[float],
    met: Sequence[Words],
    beside: Sequence[Words],
) -> Floats:
    """The group ``rivals``; shape (places, 6).

    Args:
        stems: Words of the question.
        weights: Of each of them, how rare it is among the labels of companies.
        met: Of each place the words in its row, column, caption and heading.
        beside: Of each place the words in its row and column.

    """
    if not stems:
        return np.tile([0.0, 0.0, 0.0, 0.0, 0.0, 1.0], (len(met), 1))
    near, close = _has(stems, met), _has(stems, beside)
    anywhere = near.any(axis=0)
    weight = np.array(weights)
    missed = ((~near & anywhere) * weight).sum(axis=1) / (weight.sum() or 1.0)
    rare, rare_beside = _rarely(near), _rarely(close)
    return np.column_stack(
        [
            missed,
            rare,
            rare - rare.max(),
            rare_beside,
            rare_beside - rare_beside.max(),
            np.full(len(near), anywhere.mean()),
        ]
    )


def compare(found: Floats, values: Sequence[Decimal]) -> None:
    """Fill in what compares a place with the best, and what places of one value share.

    Args:
        found: All features of all places; shape (places, features).
        values: Of the places, without sign.

    """
    words, reminds, period = _AT["best_words"], _AT["best_reminds"], _AT["best_period"]
    own_words = found[:, words].copy()
    found[:, words] -= own_words.max()
    found[:, reminds] -= found[:, reminds].max()
    found[:, period] -= found[:, period].max()
    ordered = np.sort(np.unique(own_words))[::-1]
    found[:, _AT["rank_words"]] = np.searchsorted(-ordered, -own_words)
    counts = Counter(values)
    primary: dict[Decimal, float] = {}
    best: dict[Decimal, float] = {}
    for at, value in enumerate(values):
        primary[value] = max(primary.get(value, 0.0), float(found[at, _AT["primary"]]))
        best[value] = max(best.get(value, 0.0), float(own_words[at]))
    found[:, _AT["stated"]] = [min(counts[value], 10) for value in values]
    found[:, _AT["stated_primary"]] = [primary[value] for value in values]
    found[:, _AT["stated_words"]] = [best[value] for value in values]


def _has(stems: Sequence[str], words: Sequence[Words]) -> npt.NDArray[np.bool_]:
    """Which place has which word; shape (places, stems)."""
    rows = {own: [stem in own for stem in stems] for own in set(words)}
    return np.array([rows[own] for own in words], dtype=bool)


def _rarely(has: npt.NDArray[np.bool_]) -> Floats:
    """Share of the words that a place has, each by its rarity among these places."""
    places = has.sum(axis=0)
    weight = np.log1p(len(has) / np.maximum(places, 1)) * (places > 0)
    found: Floats = (has * weight).sum(axis=1) / (weight.sum() or 1.0)
    return found
