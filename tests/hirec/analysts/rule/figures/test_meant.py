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


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("We ran 1,147 kite shops at year end.", True),
        ("We employed 1,147 people on average, most of them in kite shops.", False),
    ],
)
def test_a_sentence_counts_what_stands_behind_the_number(sentence: str, *, found: bool) -> None:
    figure = Figure("kite shops", kind="count", counted="kite shops")
    operand = Operand("", Decimal(1147), "", "F", 1, "F#1.1", "1,147", row=sentence)
    assert is_meant(figure, operand) is found
