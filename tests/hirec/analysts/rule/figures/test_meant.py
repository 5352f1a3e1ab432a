from decimal import Decimal

import pytest

from hirec.analysts.rule.figures.meant import is_meant
from hirec.types import Figure, Operand


@pytest.mark.parametrize(
    ("question", "sentence", "found"),
    [
        ("What may Acme borrow under its kite agreements?", "the kite agreement", False),
        ("What may Acme borrow under its kite agreements?", "our kite agreements", True),
        ("What may Acme borrow under its kite agreement?", "the kite agreement", True),
    ],
)
def test_a_sentence_of_one_of_several_does_not_state_them_all(
    question: str, sentence: str, *, found: bool
) -> None:
    figure = Figure(question.rpartition("borrow ")[2].rstrip("?"))
    operand = Operand("", Decimal(5), "USD", "F", 1, "F#1.1", "5", row=sentence)
    assert is_meant(figure, operand) is found
