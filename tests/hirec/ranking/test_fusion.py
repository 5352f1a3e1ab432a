import numpy as np
import pytest

from hirec.ranking.fusion import fuse, reciprocal_ranks, share_of_best


def test_the_share_of_nothing_is_nothing():
    assert share_of_best(np.zeros(2, dtype=np.float32)).tolist() == [0, 0]


def test_equal_scores_share_the_better_rank_and_zeros_have_none():
    ranks = reciprocal_ranks(np.array([3.0, 3.0, 1.0, 0.0], dtype=np.float32), k=60)
    assert ranks.tolist() == pytest.approx([1 / 61, 1 / 61, 1 / 63, 0.0])


def test_fusion_is_the_weighted_sum_of_reciprocal_ranks():
    lexical = np.array([9.0, 5.0], dtype=np.float32)
    dense = np.array([0.1, 0.8], dtype=np.float32)
    fused = fuse({"lexical": lexical, "dense": dense}, {"lexical": 2.0, "dense": 1.0}, k=10)
    assert fused.tolist() == pytest.approx([2 / 11 + 1 / 12, 2 / 12 + 1 / 11])
