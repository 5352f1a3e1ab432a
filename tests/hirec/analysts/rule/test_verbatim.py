import pytest

from hirec.analysts.rule.verbatim import (
    as_reported,
    is_row_called,
    read_row_name,
    reported_words,
    wants_figure,
)
from hirec.types import Row


@pytest.mark.parametrize(
    ("core", "words"),
    [
        (
            "What were | taxes paid related to net share settlement in |?",
            "taxes paid related to net share settlement",
        ),
        (
            "how much other investing activities did | report for the fiscal year ended |",
            "other investing activities",
        ),
        ("At the end of |, what was the common stock of |", "common stock"),
        ("| : issuances of stock in the |", "issuances of stock"),
        (
            "What was | lease obligations due within one year at the end of |?",
            "lease obligations due within one year",
        ),
        ("How much prepaid rent did The | report for |", "prepaid rent"),
        ("The | : commercial paper at year-end |, ,", "commercial paper"),
        ("By how much did | treasury stock change from | to |", "treasury stock"),
        (
            "What is the difference in | technology and development between | and |",
            "technology and development",
        ),
    ],
)
def test_the_name_is_what_stands_between_company_and_period(core: str, words: str) -> None:
    found = read_row_name(core)
    assert found is not None
    assert found.words == words


def test_a_change_may_be_the_name_itself() -> None:
    found = read_row_name("What was the change in pension assets of | in |?")
    assert found is not None
    assert (found.words, found.full) == ("pension assets", "change in pension assets")
    cash = read_row_name("What was the net change in cash of | in |?")
    assert cash is not None
    assert cash.words == "net change in cash"


@pytest.mark.parametrize(
    "core",
    [
        "Which segment did | sell in |?",
        "What was the largest liability of | in |?",
        "What drove | gross margin in |?",
        "Did | pay dividends in |?",
    ],
)
def test_choices_and_reasons_are_no_names(core: str) -> None:
    assert read_row_name(core) is None


def test_words_of_accounts_want_a_figure() -> None:
    sure = read_row_name("What is the accrued liabilities of | as of |?")
    unsure = read_row_name("What is the registered agent of | as of |?")
    assert sure is not None
    assert sure.sure
    assert unsure is not None
    assert not unsure.sure
    assert wants_figure("how much did Acme borrow")
    assert wants_figure("what was the percentage growth of Acme's shares")
    assert not wants_figure("what is the strategy of Acme")


def test_a_requirement_carries_the_name() -> None:
    assert reported_words(as_reported("goodwill")) == "goodwill"
    assert reported_words("goodwill") == ""


@pytest.mark.parametrize(
    ("label", "section", "words", "called"),
    [
        ("Other investing activities", "", "other investing activities", True),
        ("Total Acme shareholders’ equity", "", "total | shareholders' equity", True),
        ("Common stock, $0.10 par value; 11 shares", "", "common stock", True),
        ("Less: Treasury stock, at cost (Note 4)", "", "treasury stock, at cost", True),
        ("Diluted", "Earnings per share:", "diluted earnings per share", True),
        ("Noncurrent lease liabilities", "", "current lease liabilities", False),
        ("Net income attributable to Acme", "", "net income", False),
        ("Net income attributable to Acme", "", "net income attributable", True),
    ],
)
def test_a_row_is_called_so_word_for_word(
    label: str, section: str, words: str, called: bool
) -> None:
    assert is_row_called(Row(label, (), section), words, "Acme, Inc.") is called
