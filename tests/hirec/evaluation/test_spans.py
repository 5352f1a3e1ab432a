"""Hand-computed cases of precision and recall in characters."""

import pytest

from hirec.evaluation.spans import CUTOFFS, Found, at_cutoffs, merged, overlap, summarize

GOLD = {"a": [(10, 30), (50, 60)]}  # 30 characters


def test_stretches_that_meet_become_one() -> None:
    assert merged([(5, 9), (0, 5), (20, 30), (22, 25)]) == [(0, 9), (20, 30)]


def test_a_character_counts_once() -> None:
    found = {"a": [(0, 20), (15, 40)], "b": [(0, 100)]}
    # a: characters 0 to 40, of which 10 to 30 are gold; b: none
    assert overlap(found, GOLD) == (20, 40 + 100, 30)
    assert overlap({}, GOLD) == (0, 0, 30)
    # gold given twice counts once, too
    assert overlap({"a": [(0, 20)]}, {"a": [(10, 30), (20, 40)]}) == (10, 20, 30)


def test_precision_and_recall_at_each_cutoff() -> None:
    ranked = [("a", (20, 40)), ("b", (0, 20)), ("a", (50, 70))]
    precision, recall = at_cutoffs(ranked, GOLD, (1, 2, 4))
    assert precision == {1: 10 / 20, 2: 10 / 40, 4: pytest.approx((10 + 10) / 60)}
    assert recall == {1: pytest.approx(10 / 30), 2: pytest.approx(10 / 30), 4: 20 / 30}


def test_nothing_found_is_zero() -> None:
    assert at_cutoffs([], GOLD, (1, 8)) == ({1: 0.0, 8: 0.0}, {1: 0.0, 8: 0.0})


def one(number: int, kind: str, hit: bool, precision: float, recall: float) -> Found:
    return Found(
        str(number), kind, hit, dict.fromkeys(CUTOFFS, precision), dict.fromkeys(CUTOFFS, recall)
    )


def test_figures_by_system_and_type() -> None:
    runs = {
        "hirec": [one(1, "nda", True, 0.5, 1.0), one(2, "policy", True, 0.25, 0.5)],
        "flat-bm25": [one(1, "nda", False, 0.25, 0.25), one(2, "policy", True, 0.25, 0.5)],
    }
    groups = summarize(runs)
    assert list(groups) == ["all", "nda", "policy"]
    figures = groups["all"]["systems"]["flat-bm25"]
    assert figures["document_hit@1"]["value"] == 0.5
    assert figures["recall"]["8"]["value"] == pytest.approx((0.25 + 0.5) / 2)
    against = groups["all"]["hirec against"]["flat-bm25"]
    assert against["recall_ratio"]["8"]["value"] == pytest.approx(0.75 / 0.375)
    assert against["precision_difference"]["8"]["value"] == pytest.approx(0.375 - 0.25)
    assert groups["nda"]["systems"]["hirec"]["recall"]["1"]["n"] == 1
