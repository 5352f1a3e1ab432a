"""Records that a tiny model learns from in a few steps."""

import pytest

from training.data.record import Negative, Record, Why

ROWS = ("inventories", "goodwill", "cash", "rent")


@pytest.fixture(scope="session")
def records() -> list[Record]:
    """The row asked for is in one passage, and another in each of three."""
    return [
        Record(
            f"What was the {what} of Acme?",
            f"Acme · 10-K\n| 2023 | 2022\n{what} | 1,234 | 2,345",
            tuple(
                Negative(f"Acme · 10-K\n{other} | 1 | 2", why)
                for other, why in zip(
                    (row for row in ROWS if row != what),
                    (Why.SIBLING, Why.RETRIEVED, Why.OTHER_COMPANY),
                    strict=True,
                )
            ),
            "facts",
        )
        for what in ROWS
    ]
