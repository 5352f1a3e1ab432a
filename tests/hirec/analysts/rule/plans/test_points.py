"""Changes of what turns out to be a rate."""

from decimal import Decimal

import pytest

from hirec.analysts.rule.plans.programs import plan
from hirec.periods import find_periods
from hirec.types import Operand, Operation, Scope
from hirec.understanding import understand


@pytest.mark.parametrize(
    ("asked", "unit", "finish", "doubted"),
    [
        ("What was the percentage change in expected volatility", "%", Operation.GROWTH, True),
        ("What was the absolute percentage change in volatility", "%", Operation.DIFFERENCE, False),
        ("How much did expected volatility grow", "%", Operation.DIFFERENCE, False),
        ("What was the percentage change in kite costs", "USD", Operation.GROWTH, False),
    ],
)
def test_a_rate_moves_by_points(asked: str, unit: str, finish: Operation, doubted: bool) -> None:
    question = f"{asked} between 2021 and 2022?"
    numeric = plan(understand(question, Scope(periods=find_periods(question))))
    assert numeric is not None
    operands = {
        need: Operand(str(at), Decimal(20 + at), unit, "A", 1, "A#1.1", "20", 0)
        for at, need in enumerate(numeric.figures)
    }
    told, doubt = numeric.in_points(operands, question)
    assert (told.finish, bool(doubt)) == (finish, doubted)
