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


def test_a_convention_with_what_is_divided_by_it_is_the_convention() -> None:
    said = "using year end inventory and cost of revenue of the year"
    told = parsed(f"Acme days of inventory 2022, {said}")
    assert told.convention is not None
    assert "year-end" in told.convention.name
    assert [figure.concept for figure in told.figures] == [told.convention.measure]


def test_a_convention_said_of_one_of_several_figures_is_told() -> None:
    told = parsed("What were Acme's days of inventory on year-end inventory and sales in 2022?")
    assert len(told.figures) > 1
    assert told.convention is None
    assert "its usual figures are taken" in told.doubt
