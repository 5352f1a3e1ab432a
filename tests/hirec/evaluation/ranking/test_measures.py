"""Hand-computed values, written as arithmetic."""

import random
from math import log2

import pytest

from hirec.evaluation.ranking.measures import (
    MEASURES,
    average_precision,
    f1,
    measured,
    ndcg,
    normalized_recall,
    precision,
    recall,
    reciprocal_rank,
)

GRADES = {"a": 2, "b": 1, "c": 1, "d": 0}
RANKING = ("x", "b", "y", "a", "d", "c")


def test_gain_is_the_grade_discounted_by_rank() -> None:
    best = 2 / log2(2) + 1 / log2(3) + 1 / log2(4)
    assert ndcg(RANKING, GRADES, 10) == pytest.approx(
        (1 / log2(3) + 2 / log2(5) + 1 / log2(7)) / best
    )
    assert ndcg(RANKING, GRADES, 2) == pytest.approx((1 / log2(3)) / (2 / log2(2) + 1 / log2(3)))
    assert ndcg(("a", "c", "b"), GRADES, 5) == pytest.approx(1)
    assert ndcg((), GRADES, 5) == 0


def test_precision_is_averaged_over_all_that_is_relevant() -> None:
    assert average_precision(RANKING, GRADES, 10) == pytest.approx((1 / 2 + 2 / 4 + 3 / 6) / 3)
    assert average_precision(RANKING, GRADES, 4) == pytest.approx((1 / 2 + 2 / 4) / 3)
    assert average_precision((), GRADES, 4) == 0


def test_reciprocal_rank_of_the_first_relevant_one() -> None:
    assert reciprocal_rank(RANKING, GRADES, 5) == 1 / 2
    assert reciprocal_rank(RANKING, GRADES, 1) == 0
    assert reciprocal_rank(("d", "x"), GRADES, 5) == 0


def test_recall_leaves_out_what_is_graded_zero() -> None:
    assert recall(RANKING, GRADES, 5) == 2 / 3
    assert recall(RANKING, GRADES, 6) == 1


def test_precision_f1_and_normalized_recall() -> None:
    assert precision(RANKING, GRADES, 5) == 2 / 5
    assert precision(("b",), GRADES, 5) == 1 / 5  # as trec_eval: over k, not over what was ranked
    # Precision 2/5 and recall 2/3: 2 · (2/5 · 2/3) / (2/5 + 2/3) = 4 / 8.
    assert f1(RANKING, GRADES, 5) == pytest.approx(4 / 8)
    assert f1(("x",), GRADES, 5) == 0
    assert normalized_recall(RANKING, GRADES, 2) == 1 / 2  # of three relevant two fit, one is there
    assert normalized_recall(RANKING, GRADES, 10) == 3 / 3


def test_every_figure_of_one_ranking() -> None:
    scores = measured(RANKING, GRADES)
    assert list(scores) == list(MEASURES)
    assert scores["map@5"] == average_precision(RANKING, GRADES, 5)
    assert scores["recall@10"] == 1


def test_the_order_behind_a_relevant_passage_never_lowers_what_is_above() -> None:
    """Moving a relevant passage up by one place lowers no measure."""
    rng = random.Random(3)
    for _ in range(200):
        items = [f"p{n}" for n in range(12)]
        grades = {item: rng.choice((0, 0, 1, 2)) for item in items} | {"p0": 1}
        rng.shuffle(items)
        at = rng.randrange(1, 12)
        better = [*items]
        better[at - 1], better[at] = items[at], items[at - 1]
        if grades[items[at]] > grades[items[at - 1]]:
            one, other = measured(items, grades), measured(better, grades)
            assert all(other[name] >= one[name] - 1e-12 for name in one)
            assert all(0 <= value <= 1 for value in one.values())


def test_a_grade_below_zero_gains_nothing() -> None:
    judged = {"a": 1, "b": -1, "c": -2}
    assert ndcg(["b", "a", "c"], judged, 5) == pytest.approx(1 / log2(3))
    assert ndcg(["a", "b", "c"], {"a": 1, "b": 0, "c": -2}, 5) == 1.0
