"""What counts of several days come to, and a vague name beside a whole."""

from hirec.types import Operation
from tests.hirec.analysts.rule.test_programs import ask


def test_things_counted_on_two_days_are_listed_and_not_added() -> None:
    found = ask("Give me Acme's total number of stores at year end for FY2020 and FY2021.")
    assert found is not None
    assert found.finish is Operation.SERIES


def test_a_name_beside_a_whole_in_money_is_a_part_of_it_though_it_may_be_counted() -> None:
    found = ask("Acme services as % of revenue in FY2021")
    assert found is not None
    assert ("services", "revenue") in {(need.part, need.concept) for need in found.figures}
