import pytest

from hirec.analysts.rule.vocabulary import AHEAD, FOOTNOTE, said_in, words_of


def test_the_first_word_of_a_list_that_a_text_says_is_told() -> None:
    assert said_in("What was Spent, and what paid?", words_of("paying")) == "spent"
    assert said_in("A spender repaid it.", words_of("paying")) == ""
    assert said_in("Sales (%)", words_of("percent")) == "%"


def test_several_lists_are_one() -> None:
    assert words_of("falling", "rising") == words_of("falling") | words_of("rising")
    with pytest.raises(KeyError):
        words_of("flying")


@pytest.mark.parametrize(
    ("sentence", "ahead"),
    [
        ("We target sales of $5 million.", True),
        ("Sales will be $5 million.", True),
        ("Target reported sales of $5 million.", False),
        ("Sales were $5 million.", False),
    ],
)
def test_a_sentence_that_looks_forward_is_told_by_its_words(sentence: str, ahead: bool) -> None:
    assert bool(AHEAD.search(sentence)) is ahead


@pytest.mark.parametrize("label", ["Operating leases (3)", "Operating leases ( a )"])
def test_the_mark_of_a_footnote_is_no_word_of_a_label(label: str) -> None:
    assert FOOTNOTE.sub("", label) == "Operating leases"
