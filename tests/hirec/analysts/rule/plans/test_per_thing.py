import pytest

from hirec.analysts.rule.plans.per_thing import amount_and_things
from hirec.types import Figure


@pytest.mark.parametrize(
    ("words", "amount", "things"),
    [
        ("average water revenue per customer in Ohio", "water revenue Ohio", "customers Ohio"),
        ("revenue per store", "revenue", "stores"),
        ("cost for each member", "cost", "members"),
    ],
)
def test_an_amount_for_each_thing_is_divided_by_their_number(
    words: str, amount: str, things: str
) -> None:
    found = amount_and_things(Figure(words))
    assert found is not None
    assert [one.words for one in found] == [amount, things]
    assert found[1].kind == "count"


@pytest.mark.parametrize(
    "figure",
    [
        Figure("dividends per share"),
        Figure("revenue per customer", "revenue_per_customer"),
        Figure("price per barrel"),
        Figure("revenue"),
    ],
)
def test_what_is_a_figure_of_its_own_or_per_no_thing_is_not_divided(figure: Figure) -> None:
    assert amount_and_things(figure) is None
