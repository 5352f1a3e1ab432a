from decimal import Decimal

import pytest

from hirec.analysts.rule.plans.per_thing import amount_and_things
from hirec.analysts.rule.plans.programs import plan, write_program
from hirec.periods import find_periods
from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.types import CompanyRef, Figure, Operand, Scope
from hirec.understanding import understand

ACME = CompanyRef("1", "Acme Corp", "Acme")


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


def test_things_counted_at_the_end_put_the_quotient_in_doubt() -> None:
    question = "What was Acme's water revenue per customer in FY2021?"
    found = plan(understand(question, Scope(companies=(ACME,), periods=find_periods(question))))
    assert found is not None
    cells = {
        need: Operand("x", Decimal(120 if need.counted else 600), "", "F", 1, "F#1.1", "x")
        for need in found.figures
        if "per" not in need.words.split()
    }
    program = write_program(found, cells)
    assert run(program, SandboxSettings()).value == 5
    assert [one.label for one in program.workings] == ["water revenue", "customers"]
    assert "period's end" in program.doubt
