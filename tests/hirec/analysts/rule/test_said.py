import pytest

from hirec.analysts.rule.phrases import stems
from hirec.analysts.rule.said import is_joined, words_beside

NOTHING: frozenset[str] = frozenset()
ROYALTIES = stems("royalties")


@pytest.mark.parametrize(
    ("sentence", "more"),
    [
        ("Royalties were $5 in 2022.", 0),
        ("Royalties, net of refunds to makers, were $5.", 0),
        ("We paid $5 of royalties to makers of brass.", 0),
        ("The brass royalties came to $5.", 1),
        ("We hold $5 of advance brass royalties.", 2),
    ],
)
def test_words_within_the_phrase_of_an_amount_narrow_it(sentence: str, more: int) -> None:
    assert words_beside(ROYALTIES, NOTHING, sentence, "$5") == more


def test_what_the_question_says_elsewhere_narrows_nothing() -> None:
    known = stems("brass")
    assert words_beside(ROYALTIES, known, "Brass royalties of $5 fell due.", "$5") == 0


@pytest.mark.parametrize(
    ("sentence", "joined"),
    [
        ("Timber and brass royalties accounted for 61% of sales.", True),
        ("Brass royalties and fees were 61% of sales.", True),
        ("Brass royalties accounted for 61% and 58% of sales.", False),
        ("Timber fell, and royalties on brass were 61%.", False),
    ],
)
def test_what_is_said_of_two_things_together_is_said_of_neither(
    sentence: str, joined: bool
) -> None:
    assert is_joined(stems("brass"), sentence, "61%") == joined
