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
        width = max((len(tree) for tree in trees), default=1)
        shape = (len(trees), width)
        self._feature = np.zeros(shape, dtype=np.int64)
        self._threshold = np.full(shape, np.inf)
        self._left = np.zeros(shape, dtype=np.int64)
        self._right = np.zeros(shape, dtype=np.int64)
        self._value = np.zeros(shape)
        for number, tree in enumerate(trees):
            for at, node in enumerate(tree):
                if len(node) == 1:
                    self._value[number, at] = node[0]
                    self._left[number, at] = self._right[number, at] = at
                else:
                    self._feature[number, at], self._threshold[number, at] = int(node[0]), node[1]
                    self._left[number, at], self._right[number, at] = int(node[2]), int(node[3])
        self._depth = max((_depth(tree) for tree in trees), default=0)

    def decide(self, features: Floats) -> Floats:
        """Log-odds of each row; shape (rows,)."""
        rows, trees = len(features), len(self._value)
        at = np.zeros((rows, trees), dtype=np.int64)
        number = np.arange(trees)[None, :]
        place = np.arange(rows)[:, None]
        for _ in range(self._depth):
            goes_left = features[place, self._feature[number, at]] <= self._threshold[number, at]
            at = np.where(goes_left, self._left[number, at], self._right[number, at])
        return np.asarray(self._baseline + self._value[number, at].sum(axis=1))

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Trees":
        """Read ``{"baseline": …, "trees": [[node, …], …]}``."""
        return cls(content["baseline"], content["trees"])


def _depth(tree: Sequence[Sequence[float]], at: int = 0) -> int:
    node = tree[at]
    if len(node) == 1:
        return 0
    return 1 + max(_depth(tree, int(node[2])), _depth(tree, int(node[3])))
