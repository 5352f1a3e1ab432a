"""Doubts about what a sentence says its number of."""

import pytest

from hirec.analysts.rule.doubts.sayings import other_saying, other_source
from hirec.types import Figure
from tests.hirec.analysts.rule.doubts.test_checks import said, used


@pytest.mark.parametrize(
    ("words", "sentence", "doubted"),
    [
        ("widget royalties", "Widget royalties were $882 in 2022.", False),
        ("royalties", "The statement includes $882 of royalties paid to makers.", False),
        ("royalties", "Net of stamps, brass royalties of $882 fell due.", True),
        ("widget royalties", "We capitalized $882 of advance widget milestone royalties.", True),
        ("royalties still owed", "Royalties of $882 were paid.", True),
    ],
)
def test_a_sentence_that_says_less_or_something_narrower_is_in_doubt(
    words: str, sentence: str, doubted: bool
) -> None:
    operand = said(sentence, "", "$882")
    assert bool(other_saying(used(Figure(words), operand))) is doubted


@pytest.mark.parametrize(
    ("figure", "column", "doubted"),
    [
        (Figure("net income", "net_income"), "", True),
        (Figure("net income", "net_income"), "2022", False),
        (Figure("net income", "net_income", "retail"), "", False),
        (Figure("accrual for claims"), "", False),
    ],
)
def test_a_statement_s_figure_is_in_doubt_where_only_a_sentence_says_it(
    figure: Figure, column: str, *, doubted: bool
) -> None:
    assert bool(other_source(used(figure, said("Net income was $882", column)))) is doubted


def test_an_amount_of_each_of_several_others_is_in_doubt() -> None:
    sentence = "Several groups each with over $200 million of widget premiums compete with us."
    operand = said(sentence, "", "$200 million")
    assert "others" in other_saying(used(Figure("widget premiums"), operand))
