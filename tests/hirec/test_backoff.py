"""Waits double, vary, and heed what the server asks."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from hirec.backoff import LONGEST_WAIT_S, asked_s, wait_s


@pytest.mark.parametrize(("attempt", "longest"), [(1, 0.5), (2, 1.0), (3, 2.0), (30, 30.0)])
def test_waits_double_up_to_a_bound(attempt: int, longest: float) -> None:
    waits = [wait_s(attempt, 0.5) for _ in range(200)]
    assert longest / 2 <= min(waits) < max(waits) <= longest <= LONGEST_WAIT_S


def test_the_server_is_waited_for() -> None:
    assert wait_s(1, 0.5, "7") == 7
    assert wait_s(1, 0.5, "0") <= 0.5


@pytest.mark.parametrize(
    ("said", "seconds"), [("", 0), ("2.5", 2.5), ("-3", 0), ("soon", 0), ("nan", 0), ("inf", 0)]
)
def test_what_a_header_says(said: str, seconds: float) -> None:
    assert asked_s(said) == seconds


def test_a_date() -> None:
    soon = datetime.now(UTC) + timedelta(seconds=20)
    assert 15 < asked_s(format_datetime(soon, usegmt=True)) <= 20
