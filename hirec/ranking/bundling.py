"""Chunk bundling: a passage found brings the neighbours that go on with it (FinSage 3.2)."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]


def bundle(
    seed: int,
    bounds: tuple[int, int],
    vectors: Callable[[list[int]], Vectors],
    threshold: float,
    limit: int,
) -> list[int]:
    """Positions that join the passage at ``seed``, nearest first.

    The bundle grows at either end, one neighbour at a time, the more similar first, while the
    cosine of the passage at the end and the next one exceeds ``threshold``.

    Args:
        seed: Position of the passage found.
        bounds: First position of its filing, and the one behind its last.
        vectors: Unit vectors of the passages at given positions; shape (n, d).
        threshold: Least cosine; neighbours at it stay out.
        limit: Most neighbours that join.

    """
    first = last = seed
    joined: list[int] = []
    while len(joined) < limit:
        ends = [(first, first - 1), (last, last + 1)]
        pairs = [(end, new) for end, new in ends if bounds[0] <= new < bounds[1]]
        if not pairs:
            break
        cosines = [float(own @ other) for own, other in (vectors(list(pair)) for pair in pairs)]
        best = int(np.argmax(cosines))
        if cosines[best] <= threshold:
            break
        new = pairs[best][1]
        joined.append(new)
        first, last = min(first, new), max(last, new)
    return joined
