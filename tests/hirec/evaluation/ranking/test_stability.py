"""Hand-computed values, and PRISM's own tables (6, 7 and 16)."""

from math import sqrt

import pytest

from hirec.evaluation.ranking.stability import rank_correlation, repeated, top_overlap, welch

RUN_12 = (0.66537, 0.67366, 0.68523, 0.68579, 0.69019)
RUN_15 = (0.69640, 0.69735, 0.70630, 0.70977)
RUN_19 = (
    0.70491, 0.70827, 0.70865, 0.70923, 0.71181, 0.71277, 0.71375, 0.71713, 0.71818,
)  # fmt: skip


def test_agreement_of_orders_by_hand() -> None:
    # one of three pairs stands otherwise: (2 - 1) / 3
    assert rank_correlation(["abc", "bac"]) == pytest.approx(1 / 3)
    assert rank_correlation(["abcd", "dcba"]) == pytest.approx(-1)
    # x and y stand in one order only; of the rest both orders are the same
    assert rank_correlation(["axb", "ayb"]) == pytest.approx(1)
    # three rankings are three pairs: 1, 1/3 and 1/3
    assert rank_correlation(["abc", "abc", "bac"]) == pytest.approx(5 / 9)
    assert top_overlap(["abc", "bca"], 2) == pytest.approx(1 / 3)
    assert top_overlap(["abc", "bca"], 3) == 1


def test_a_single_order_agrees_with_nothing() -> None:
    assert rank_correlation(["abc"]) is None
    assert rank_correlation(["a", "a"]) is None
    assert top_overlap(["abc"], 2) is None


def test_runs_are_described_as_in_the_paper() -> None:
    found = repeated(RUN_12)
    assert found.mean == pytest.approx(0.68005, abs=5e-6)
    assert found.sd == pytest.approx(0.01023, abs=1e-5)
    assert found.cv == pytest.approx(1.50489, abs=2e-3)
    assert (found.low, found.high) == pytest.approx((0.66734, 0.69276), abs=1e-5)
    assert found.to_json()["n"] == 5


def test_a_single_run_has_no_spread_and_none_no_description() -> None:
    assert repeated([0.5]).to_json() == {
        "mean": 0.5, "sd": None, "cv": None, "low": None, "high": None, "n": 1, "values": [0.5],
    }  # fmt: skip
    assert repeated([0.1] * 3).sd == 0
    assert repeated([0.0, 0.0]).cv is None
    with pytest.raises(ValueError, match="no run"):
        repeated([])


def test_welch_as_in_the_paper() -> None:
    found = welch(RUN_12, RUN_15)
    assert found is not None
    assert (found.t, found.p) == pytest.approx((-3.969, 0.0057), abs=1e-3)
    found = welch(RUN_12, RUN_19)
    assert found is not None
    assert (found.t, found.p) == pytest.approx((-6.582, 0.0014), abs=1e-3)


def test_welch_by_hand() -> None:
    # means 2 and 4; variances 1 and 4; n 3 and 3
    found = welch((1, 2, 3), (2, 4, 6))
    assert found is not None
    assert found.t == pytest.approx(-2 / sqrt(1 / 3 + 4 / 3))
    assert found.degrees == pytest.approx((5 / 3) ** 2 / ((1 / 3) ** 2 / 2 + (4 / 3) ** 2 / 2))
    # one group repeats itself: its mean is known, the other's spread alone counts
    found = welch((0.5, 0.5, 0.5), (1, 2, 3))
    assert found is not None
    assert found.t == pytest.approx(-1.5 / sqrt(1 / 3))
    assert found.degrees == pytest.approx(2)


def test_nothing_to_test() -> None:
    assert welch((0.1, 0.1, 0.1), (0.3, 0.3, 0.3)) is None
    assert welch((0.1,), (0.3, 0.4)) is None
