"""What counts of several days come to, and a vague name beside a whole."""

import re
from decimal import Decimal

import pytest

from hirec.analysts.rule.plans.formula import render
from hirec.types import Operand, Operation
from tests.hirec.analysts.rule.plans.test_programs import ask


def test_things_counted_on_two_days_are_listed_and_not_added() -> None:
    found = ask("Give me Acme's total number of stores at year end for FY2020 and FY2021.")
    assert found is not None
    assert found.finish is Operation.SERIES


def test_a_name_beside_a_whole_in_money_is_a_part_of_it_though_it_may_be_counted() -> None:
    found = ask("Acme services as % of revenue in FY2021")
    assert found is not None
    assert ("services", "revenue") in {(need.part, need.concept) for need in found.figures}


def test_a_quarter_has_a_quarter_of_the_days() -> None:
    for when, days in (("FY2021", 365), ("Q2 FY2021", 91.25)):
        found = ask(f"What were Acme's days of inventory in {when}?")
        assert found is not None
        numbers = re.findall(r"\b\d+(?:\.\d+)?\b", render(found.parts[0].expression, lambda _: "x"))
        assert next(float(number) for number in numbers) == days


def test_an_average_balance_of_a_year_is_the_mean_of_its_two_ends() -> None:
    found = ask("What was Acme's average total assets in FY2021?")
    assert found is not None
    ends = [need for need in found.figures if need.concept == "total_assets"]
    assert sorted(need.period.period.fiscal_year or 0 for need in ends if need.period) == [
        2020,
        2021,
    ]
    flow = ask("What was Acme's average revenue in FY2021?")
    assert flow is None or not any(need.concept for need in flow.figures)


def test_a_profit_or_cost_beside_sales_is_no_part_of_them() -> None:
    found = ask("Acme kite loss as % of revenue in FY2021")
    assert found is not None
    assert ("kite loss", "revenue") not in {(one.part, one.concept) for one in found.figures}


def test_a_segment_s_margin_that_no_row_states_is_its_profit_over_its_sales() -> None:
    found = ask("What was Acme's kite segment margin in FY2021?")
    assert found is not None
    words = {need.words for need in found.figures}
    assert {"kite segment profit margin", "kite segment profit", "net sales kite"} <= words


def test_a_number_of_shares_stays_one_where_a_row_may_bear_the_very_name() -> None:
    found = ask("How many Acme shares were repurchased in FY2021?")
    assert found is not None
    rows = [need for need in found.figures if need.row_name]
    assert rows
    assert {need.kind for need in rows} == {"count"}


@pytest.mark.parametrize(
    ("row", "finish"),
    [("Average kite price", Operation.SERIES), ("Kite price", Operation.AVERAGE)],
)
def test_rows_that_are_averages_are_not_averaged_again(row: str, finish: Operation) -> None:
    found = ask("What was Acme's average kite price in FY2021 and FY2022?")
    assert found is not None
    place = ("F", 1, "F#1.1", "5")
    operands = {n: Operand("", Decimal(5), "USD", *place, row=row) for n in found.figures}
    assert found.as_listed(operands).finish is finish


def test_the_mean_of_what_is_an_average_by_name_is_one() -> None:
    found = ask("What was the mean of Acme's weighted-average basic shares in FY2021 and FY2022?")
    assert found is not None
    place = ("F", 1, "F#1.1", "5")
    row = "Weighted-average shares, basic"
    operands = {n: Operand("", Decimal(5), "USD", *place, row=row) for n in found.figures}
    assert found.as_listed(operands).finish is Operation.AVERAGE
