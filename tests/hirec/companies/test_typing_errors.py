import pytest

from hirec.companies.typing_errors import typing_cost


def test_what_is_spelt_right_costs_nothing():
    assert typing_cost("netflix", "netflix") == 0


@pytest.mark.parametrize(
    ("slip", "cost"),
    [
        ("nettflix", 0.5),  # a doubled letter
        ("netflxi", 0.6),  # two letters swapped
        ("netflux", 0.7),  # one vowel for another
        ("netflim", 1.1),  # any other letter
        ("netlix", 0.8),  # a letter missing
        ("netfliqx", 0.9),  # a letter too many
        ("betflix", 0.7 + 0.2),  # a neighbouring key, and that at the beginning
    ],
)
def test_slips_of_the_hand_cost_less_than_other_letters(slip: str, cost: float):
    assert typing_cost(slip, "netflix") == pytest.approx(cost)


def test_two_slips_cost_both():
    assert typing_cost("nettflux", "netflix") == pytest.approx(0.5 + 0.7)
