"""A question that is not verified as it stands is read once more in the words of filings."""

from pathlib import Path

import pytest

from hirec import HiREC
from hirec.types import Verdict


@pytest.fixture(scope="module")
def opened(sample_index: Path) -> HiREC:
    return HiREC.open(sample_index)


@pytest.mark.parametrize(
    ("everyday", "printed", "reading"),
    [
        (
            "What did Harbor Peak Foods take in from customers in fiscal 2022?",
            "What was Harbor Peak Foods' revenue in fiscal 2022?",
            "“take in from customers” is read as “revenue”.",
        ),
        (
            "Harbor Peak Foods: unsold products, end of fiscal 2022",
            "What were Harbor Peak Foods' inventories in fiscal 2022?",
            "“unsold products” is read as “inventories”.",
        ),
        (
            "By how much did Harbor Peak Foods' clear profit change from 2021 to 2022?",
            "By how much did Harbor Peak Foods' net income change from 2021 to 2022?",
            "“clear profit” is read as “net income”.",
        ),
    ],
)
def test_everyday_words_come_to_the_same_figure_unverified(
    opened: HiREC, everyday: str, printed: str, reading: str
) -> None:
    answer, plain = opened.ask(everyday), opened.ask(printed)
    assert plain.verdict is Verdict.VERIFIED
    assert (answer.value, answer.unit) == (plain.value, plain.unit)
    assert answer.question == everyday
    assert answer.verdict is Verdict.UNVERIFIED
    assert answer.reason.startswith(reading)
    assert "rereading" in [step.stage for step in answer.trace.steps]


def test_a_word_that_narrows_the_figure_must_still_be_met(opened: HiREC) -> None:
    answer = opened.ask("What were Harbor Peak Foods' unsold products on Mars in fiscal 2022?")
    assert answer.abstained


def test_a_phrase_of_two_meanings_is_asked_back(opened: HiREC) -> None:
    answer = opened.ask("What were Harbor Peak Foods' payouts to shareholders in fiscal 2022?")
    assert answer.abstained
    assert "may mean dividends paid or share repurchases" in answer.text


def test_what_brackets_explain_is_left_aside_where_it_is_met_nowhere(opened: HiREC) -> None:
    answer = opened.ask("What was Harbor Peak Foods' revenue (the Zanzibar category) in 2022?")
    plain = opened.ask("What was Harbor Peak Foods' revenue in 2022?")
    assert answer.value == plain.value
    assert answer.verdict is Verdict.UNVERIFIED
    assert answer.reason.startswith("“the Zanzibar category” is left aside.")


def test_what_a_question_explains_by_arithmetic_is_computed(opened: HiREC) -> None:
    asked = "What did Harbor Peak Foods keep in 2022, i.e. revenue minus operating income?"
    answer = opened.ask(asked)
    plain = opened.ask("What was Harbor Peak Foods' revenue minus operating income in 2022?")
    assert answer.question == asked
    assert (answer.value, answer.verdict) == (plain.value, Verdict.VERIFIED)
    assert plain.verdict is Verdict.VERIFIED
