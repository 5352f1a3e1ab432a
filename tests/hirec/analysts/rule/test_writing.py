from decimal import Decimal

import pytest

from hirec.analysts.rule.programs import plan, write_program
from hirec.periods import find_periods
from hirec.types import CompanyRef, Operand, Scope
from hirec.understanding import understand

ACME = CompanyRef("1", "Acme Corp", "Acme")


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("How much did Acme's revenue grow from FY2020 to FY2021?", ["FY2020", "FY2021"]),
        ("What was Acme's revenue in FY2021?", []),
    ],
)
def test_a_change_over_time_shows_what_it_is_between(question: str, shown: list[str]) -> None:
    found = plan(understand(question, Scope(companies=(ACME,), periods=find_periods(question))))
    assert found is not None
    figures = {
        need: Operand("x", Decimal(at + 5), "USD", "F", 1, "F#1.1", str(at + 5))
        for at, need in enumerate(found.figures)
    }
    program = write_program(found, figures)
    assert [working.label for working in program.workings] == shown
