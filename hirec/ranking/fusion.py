"""Reciprocal rank fusion (Cormack et al. 2009) over score arrays."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt


def reciprocal_ranks(scores: npt.NDArray[np.float32], k: int) -> npt.NDArray[np.float64]:
    """Give 1 / (k + rank) to each positive score, equal scores sharing the better rank, else 0."""
    order = np.sort(scores)[::-1]
    ranks = 1 + np.searchsorted(-order, -scores, side="left")
    found: npt.NDArray[np.float64] = np.where(scores > 0, 1.0 / (k + ranks), 0.0)
    return found


def fuse(
    paths: Mapping[str, npt.NDArray[np.float32]], weights: Mapping[str, float], k: int
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
