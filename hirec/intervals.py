"""Percentile bootstrap over questions (Efron and Tibshirani 1993, chapter 13)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

RESAMPLES = 2000
SEED = 20250615
_BLOCK = 4_000_000
"""Numbers held at once: long question files are resampled in blocks."""

Floats = npt.NDArray[np.float64]
Statistic = Callable[[Floats], Floats]
"""Reduces the last axis."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95% interval over ``n`` questions; None where there is no question."""

    value: float | None
    low: float | None
    high: float | None
    n: int

    def to_json(self) -> dict[str, float | int | None]:
        """``{value, low, high, n}``."""
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n}


def mean(samples: Floats) -> Floats:
    """Mean over the last axis."""
    return np.asarray(samples.mean(axis=-1))


def percentile(share: float) -> Statistic:
    """The percentile ``share`` (0 to 100) over the last axis, linearly interpolated."""
    return lambda samples: np.asarray(np.percentile(samples, share, axis=-1))


def estimate(values: Sequence[float], statistic: Statistic = mean, seed: int = SEED) -> Estimate:
    """Value of the statistic and its 95% percentile interval over 2,000 resamples.

    Args:
        values: One a question; none gives an estimate of nothing.
        statistic: Reduces the last axis of an array.
        seed: Of the resamples.

    """
    if not values:
        return Estimate(None, None, None, 0)
    data = np.asarray(values, dtype=np.float64)
    low, high = np.percentile(_resampled(data, statistic, seed), (2.5, 97.5))
    return Estimate(float(statistic(data)), float(low), float(high), len(data))


def paired_difference(
    first: Sequence[float], second: Sequence[float], seed: int = SEED
) -> Estimate:
    """Mean of ``second - first`` over the same questions in the same order, with its interval.

    Args:
        first: One value a question.
        second: Of the same length.
        seed: Of the resamples.

    Raises:
        ValueError: the two differ in number.

    """
    if len(first) != len(second):
        raise ValueError(f"Paired values differ in number: {len(first)} and {len(second)}.")
    return estimate([b - a for a, b in zip(first, second, strict=True)], mean, seed)


def paired_ratio(
    first: Sequence[float],
    second: Sequence[float],
    statistic: Statistic = mean,
    seed: int = SEED,
) -> Estimate:
    """Statistic of ``first`` over that of ``second`` over the same questions in the same order.

    Both are resampled together. Without questions, or where a resample of ``second`` comes to
    nothing, there is no ratio or no interval.

    Args:
        first: One value a question.
        second: Of the same length.
        statistic: Reduces the last axis of an array.
        seed: Of the resamples.

    Raises:
        ValueError: the two differ in number.

    """
    if len(first) != len(second):
        raise ValueError(f"Paired values differ in number: {len(first)} and {len(second)}.")
    if not first or not float(statistic(np.asarray(second, dtype=np.float64))):
        return Estimate(None, None, None, len(first))
    pair = np.asarray([first, second], dtype=np.float64)
    value = float(statistic(pair[0]) / statistic(pair[1]))
    rows = np.random.default_rng(seed).integers(0, len(first), (RESAMPLES, len(first)))
    over, under = statistic(pair[0][rows]), statistic(pair[1][rows])
    if not under.all():
        return Estimate(value, None, None, len(first))
    low, high = np.percentile(over / under, (2.5, 97.5))
    return Estimate(value, float(low), float(high), len(first))


def _resampled(data: Floats, statistic: Statistic, seed: int) -> Floats:
    rng = np.random.default_rng(seed)
    rows = max(1, _BLOCK // len(data))
    parts = [
        statistic(data[rng.integers(0, len(data), (min(rows, RESAMPLES - done), len(data)))])
        for done in range(0, RESAMPLES, rows)
    ]
    return np.concatenate(parts)
