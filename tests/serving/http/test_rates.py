"""Buckets of tokens, with a clock that the test turns."""

import pytest

from serving.http.errors import BusyError
from serving.http.rates import Rates


def test_a_key_may_spend_its_minute_and_then_waits() -> None:
    now = [0.0]
    rates = Rates(lambda: now[0])
    for _ in range(3):
        rates.spend("a", 3)
    with pytest.raises(BusyError) as refused:
        rates.spend("a", 3)
    assert refused.value.retry_after_s == 20  # 60 s / 3
    rates.spend("b", 3)
    now[0] = 19.0
    with pytest.raises(BusyError):
        rates.spend("a", 3)
    now[0] = 20.0
    rates.spend("a", 3)
    now[0] = 1000.0
    for _ in range(3):
        rates.spend("a", 3)
    with pytest.raises(BusyError):
        rates.spend("a", 3)
