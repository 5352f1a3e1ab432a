import numpy as np
import pytest

from hirec import intervals
from hirec.intervals import (
    Estimate,
    estimate,
    paired_difference,
    paired_ratio,
    percentile,
)


def test_degenerate_samples() -> None:
    assert estimate([]) == Estimate(None, None, None, 0)
    assert estimate([0.25]) == Estimate(0.25, 0.25, 0.25, 1)
    assert estimate([1.0, 1.0, 1.0]) == Estimate(1.0, 1.0, 1.0, 3)


def test_the_interval_of_a_share_is_close_to_the_normal_one() -> None:
    values = [1.0] * 60 + [0.0] * 40
    figure = estimate(values)
    spread = 1.96 * (0.6 * 0.4 / 100) ** 0.5  # 0.096
    assert figure.value == pytest.approx(0.6)
    assert figure.low == pytest.approx(0.6 - spread, abs=0.015)
    assert figure.high == pytest.approx(0.6 + spread, abs=0.015)
    assert figure == estimate(values)


def test_percentiles() -> None:
    figure = estimate([1.0, 2.0, 3.0, 4.0, 5.0], percentile(50))
    assert figure.value == 3.0
    assert figure.low is not None
    assert figure.high is not None
    assert 1.0 <= figure.low <= 3.0 <= figure.high <= 5.0


def test_blocks_do_not_change_the_number_of_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def counting(samples: np.ndarray) -> np.ndarray:
        sizes.append(samples.shape[0] if samples.ndim == 2 else 0)
        return np.asarray(samples.mean(axis=-1))

    monkeypatch.setattr(intervals, "_BLOCK", 300)
    estimate([0.0, 1.0], counting)
    assert max(sizes) == 150
    assert sum(sizes) == 2000


def test_paired_difference() -> None:
    figure = paired_difference([0.0, 0.0, 1.0, 0.0], [1.0, 1.0, 1.0, 0.0])
    assert figure.value == pytest.approx((1 + 1 + 0 + 0) / 4)
    assert figure.n == 4
    with pytest.raises(ValueError, match="differ in number: 1 and 2"):
        paired_difference([0.0], [0.0, 1.0])


def test_paired_ratio() -> None:
    first, second = [1.0, 2.0, 3.0, 6.0], [1.0, 1.0, 1.0, 1.0]
    assert paired_ratio(first, second).value == 12.0 / 4.0
    assert paired_ratio(first, second, percentile(50)).value == 2.5 / 1.0
    assert paired_ratio([2.0, 4.0], [1.0, 2.0]) == Estimate(2.0, 2.0, 2.0, 2)
    assert paired_ratio([], []) == Estimate(None, None, None, 0)
    assert paired_ratio([1.0], [0.0]) == Estimate(None, None, None, 1)
    # half of the resamples of two hold no success of the second: a value, but no interval
    assert paired_ratio([1.0, 1.0], [0.0, 1.0]) == Estimate(2.0, None, None, 2)
    with pytest.raises(ValueError, match="differ in number"):
        paired_ratio([1.0], [1.0, 2.0])
