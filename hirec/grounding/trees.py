"""Gradient-boosted trees read from JSON and evaluated with numpy alone."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class Trees:
    """A sum of decision trees, all descended at once."""

    def __init__(self, baseline: float, trees: Sequence[Sequence[Sequence[float]]]) -> None:
        """Each tree is a list of nodes ``(feature, threshold, left, right)`` or ``(value,)``.

        A row goes left where its feature is at most the threshold. Node 0 is the root.
        """
        self._baseline = baseline
        starts = np.cumsum([0, *(len(tree) for tree in trees)])
        self._roots = starts[:-1].astype(np.intp)
        count = int(starts[-1])
        self._feature = np.zeros(count, dtype=np.intp)
        self._threshold = np.full(count, np.inf)
        self._left, self._right = np.arange(count), np.arange(count)
        self._value = np.zeros(count)
        for start, tree in zip(starts, trees, strict=False):
            for at, node in enumerate(tree, start=int(start)):
                if len(node) == 1:
                    self._value[at] = node[0]
                else:
                    self._feature[at], self._threshold[at] = int(node[0]), node[1]
                    self._left[at], self._right[at] = start + int(node[2]), start + int(node[3])
        self._depth = max((_depth(tree) for tree in trees), default=0)

    def decide(self, features: Floats) -> Floats:
        """Log-odds of each row; shape (rows,)."""
        rows, width = features.shape
        flat = np.ascontiguousarray(features).ravel()
        first = (np.arange(rows) * width)[:, None]
        at = np.broadcast_to(self._roots, (rows, len(self._roots)))
        for _ in range(self._depth):
            held = flat.take(first + self._feature.take(at))
            at = np.where(
                held <= self._threshold.take(at), self._left.take(at), self._right.take(at)
            )
        return np.asarray(self._baseline + self._value.take(at).sum(axis=1))

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Trees":
        """Read ``{"baseline": …, "trees": [[node, …], …]}``."""
        return cls(content["baseline"], content["trees"])


def _depth(tree: Sequence[Sequence[float]], at: int = 0) -> int:
    node = tree[at]
    if len(node) == 1:
        return 0
    return 1 + max(_depth(tree, int(node[2])), _depth(tree, int(node[3])))
