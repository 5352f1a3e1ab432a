import pytest

from hirec.analysts.rule.prose.narrowing import (
    is_joined,
    is_joined_behind,
    is_share_of_all,
    words_beside,
)
from hirec.analysts.rule.requirements.phrases import stems
from hirec.numbers import find_numbers

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


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        ("Sales to Bolt and its affiliates were about 14% of our consolidated net sales.", True),
        ("Sales to Bolt were 14%, 13% and 12% of our total net sales in those years.", True),
        ("Sales to Bolt were 14% of our net sales in fiscal 2022.", True),
        ("Sales to Bolt were 14% of the net sales of our Paint division.", False),
        ("Sales to Bolt were 14% of our Paint division's net sales.", False),
        ("Sales to others were 14% of our net sales, and Bolt is one of them.", False),
    ],
)
def test_a_share_is_of_all_sales_and_told_of_the_part_before_it(sentence: str, holds: bool) -> None:
    number = next(one for one in find_numbers(sentence) if one.unit == "%")
    assert is_share_of_all(stems("net sales Bolt"), sentence, number) is holds


@pytest.mark.parametrize(
    ("sentence", "joined"),
    [
        ("We gave back $5 through brass purchases and royalties.", True),
        ("We gave back $5 through royalties and brass purchases.", True),
        ("We gave back $5 through royalties, and fees rose.", False),
    ],
)
def test_what_is_said_behind_an_amount_of_two_things_is_said_of_neither(
    sentence: str, joined: bool
) -> None:
    assert is_joined_behind(ROYALTIES, sentence, "$5") is joined
