from datetime import date

import pytest

from hirec.ranking.recency import time_bonus

ASKED = date(2023, 12, 31)


@pytest.mark.parametrize(
    ("published", "bonus"),
    [
        (date(2023, 12, 31), 1.0),
        (date(2023, 10, 19), 1 - 73 / 365),
        (date(2022, 12, 31), 0.0),  # 365 days
        (date(2020, 1, 1), 0.0),
        (date(2024, 1, 1), 0.0),
        (None, 0.0),
    ],
)
def test_the_bonus_falls_over_a_year(published, bonus):
    assert time_bonus(published, ASKED) == pytest.approx(bonus)
