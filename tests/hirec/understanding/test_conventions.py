"""Conventions of a ratio that a question says itself."""

from tests.hirec.understanding.test_understand import parsed


def test_a_formula_said_behind_a_ratio_names_its_balances_and_is_in_doubt() -> None:
    asked = "What was Acme's inventory turnover in 2022, cost of sales over year-end inventories?"
    told = parsed(asked)
    assert told.convention is not None
    assert "year-end" in told.convention.name
    assert "divided by" in told.doubt
    plain = parsed("What was Acme's inventory turnover in 2022 on year-end inventories?")
    assert plain.convention == told.convention
    assert not plain.doubt
