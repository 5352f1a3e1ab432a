"""Everyday words are read as printed names, and no other word of a question is lost."""

from collections import Counter

import pytest

from hirec.lexicon import metric_named
from hirec.lexicon.files import text_of
from hirec.understanding import reread
from hirec.understanding.rereading import Rereading
from hirec.yaml_files import load_yaml


def read(question: str) -> Rereading:
    found = reread(question, ["Dunmore Steel"])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "What were Dunmore Steel's running costs in 2022?",
            "What were Dunmore Steel's operating expenses in 2022?",
        ),
        (
            "bills Dunmore Steel had not yet paid its vendors, end of 2022",
            "Dunmore Steel accounts payable, end of 2022",
        ),
        (
            "How many folks were on Dunmore Steel's payroll in 2022?",
            "How many Dunmore Steel's employees in 2022?",
        ),
        (
            "What did Dunmore Steel owe its suppliers abroad, excluding leases, in 2022?",
            "What did Dunmore Steel accounts payable abroad, excluding leases, in 2022?",
        ),
        (
            "Dunmore Steel 2022: ADS and goods sitting in warehouses",
            "Dunmore Steel 2022: advertising expense and inventories",
        ),
    ],
)
def test_a_phrase_is_replaced_and_every_other_word_stays(question: str, text: str) -> None:
    assert read(question).text == text


@pytest.mark.parametrize(
    "question",
    [
        "What were Dunmore Steel's operating expenses in 2022?",
        "What did Dunmore Steel add in 2022?",
        "Take Dunmore Steel in 2022",
        "What did customers say of Dunmore Steel?",
        "Who runs Dunmore Steel's warehouses?",
    ],
)
def test_a_question_without_such_a_phrase_is_left_alone(question: str) -> None:
    assert reread(question, ["Dunmore Steel"]) is None


def test_whose_money_it_is_lies_in_the_preposition() -> None:
    assert "accounts receivable" in read("money owed by customers of Dunmore Steel").text
    assert reread("money owed to customers of Dunmore Steel", ["Dunmore Steel"]) is None


def test_what_was_read_as_what_is_told_in_the_order_of_the_question() -> None:
    assert read("Dunmore Steel: ad bill and tax bill").readings == (
        "“ad bill” is read as “advertising expense”.",
        "“tax bill” is read as “income tax expense”.",
    )


def test_a_phrase_of_two_meanings_is_asked_back() -> None:
    found = read("Dunmore Steel's payouts to shareholders in 2022")
    assert found.unclear == (
        "“payouts to shareholders” may mean dividends paid or share repurchases: ask for one of "
        "them."
    )
    assert not read("Dunmore Steel's tax bill").unclear


def test_every_meaning_is_a_name_of_the_lexicon_and_no_phrase_is_one() -> None:
    content = load_yaml(text_of("everyday.yaml"))
    for name, phrases in content.items():
        assert metric_named(name), name
        assert not [phrase for phrase in phrases if metric_named(phrase)], name
        assert max(Counter(phrases).values()) == 1, name
