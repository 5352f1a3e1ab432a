import numpy as np
import pytest

from hirec.ranking.bundling import bundle

ANGLES = np.radians([0, 10, 20, 80, 85, 90])
UNIT = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1).astype(np.float32)


def vectors(positions):
    return UNIT[positions]


@pytest.mark.parametrize(
    ("seed", "bounds", "limit", "joined"),
    [
        (0, (0, 6), 5, [1, 2]),  # cos 10° = 0.985 twice, then cos 60° = 0.5
        (1, (0, 6), 1, [0]),  # both neighbours are 10° away: the one before comes first
        (4, (0, 6), 5, [3, 5]),  # 5° each; behind 3 comes 60°, behind 5 the end
        (1, (1, 6), 5, [2]),  # 0 belongs to another filing
        (5, (5, 6), 5, []),
        (0, (0, 6), 0, []),
    ],
)
def test_a_bundle_grows_while_neighbours_go_on(seed, bounds, limit, joined):
    assert bundle(seed, bounds, vectors, threshold=0.9, limit=limit) == joined


def test_a_neighbour_at_the_threshold_stays_out():
    assert bundle(0, (0, 2), lambda _: UNIT[[0, 0]], threshold=1.0, limit=1) == []
