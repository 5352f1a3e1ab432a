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


def test_of_two_questions_one_is_answered_where_the_other_cannot_be_read(opened: HiREC) -> None:
    first = "What was Harbor Peak Foods' revenue in 2022"
    answer = opened.ask(f"{first}, and which shade of blue did its chairman paint it?")
    assert answer.value == opened.ask(f"{first}?").value
    assert answer.verdict is Verdict.UNVERIFIED
    assert "which shade of blue did its chairman paint it” was not answered." in answer.reason


def test_a_clause_around_the_question_puts_its_answer_in_doubt(opened: HiREC) -> None:
    question = "what was Harbor Peak Foods' revenue in 2022?"
    answer = opened.ask(f"As the tide turned, {question}")
    assert answer.value == opened.ask(question).value
    assert (answer.verdict, answer.reason[:29]) == (
        Verdict.UNVERIFIED,
        "“As the tide turned” is left ",
    )
    named = opened.ask(f"When Harbor Peak Foods bought Zanzibar Works, {question}")
    assert named.abstained  # no page that states it tells of such a deal


def test_people_and_dollars_are_not_added_up(opened: HiREC) -> None:
    answer = opened.ask(
        "What was Harbor Peak Foods' number of employees plus its net sales in fiscal 2022?"
    )
    assert answer.abstained
    assert "two kinds" in answer.text


def test_people_are_not_taken_off_dollars_a_person(opened: HiREC) -> None:
    answer = opened.ask(
        "Harbor Peak Foods: difference between revenue per employee in fiscal 2022 and its number "
        "of employees in fiscal 2022?"
    )
    assert answer.abstained
