"""Scores of several paths made comparable: shares, and reciprocal rank fusion."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float32]
"""A score each, shape (n,); the higher the better."""


def share_of_best(scores: Scores) -> Scores:
    """Scores as shares of the highest one; zeros stay zeros."""
    best = float(scores.max(initial=0.0))
    return np.asarray(scores / best if best > 0 else scores, dtype=np.float32)


def reciprocal_ranks(scores: Scores, k: int) -> npt.NDArray[np.float64]:
    """Give 1 / (k + rank) to each positive score, equal scores sharing the better rank, else 0.

    Cormack et al. 2009.
    """
    order = np.sort(scores)[::-1]
    ranks = 1 + np.searchsorted(-order, -scores, side="left")
    found: npt.NDArray[np.float64] = np.where(scores > 0, 1.0 / (k + ranks), 0.0)
    return found


def fuse(
    paths: Mapping[str, Scores], weights: Mapping[str, float], k: int
) -> npt.NDArray[np.float64]:
    """Weighted sum of reciprocal ranks over the paths; shape (n,).

    Args:
        paths: Name → score of each candidate, shape (n,); the higher the better.
        weights: Name → weight; one for each path.
        k: Offset of the ranks, 60 in the paper.

    """
    terms = [weights[name] * reciprocal_ranks(scores, k) for name, scores in paths.items()]
    total: npt.NDArray[np.float64] = np.sum(terms, axis=0)
    return total
