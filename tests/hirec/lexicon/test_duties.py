"""What filings have to say in a place made for it."""

import re

import pytest

from hirec.lexicon.duties import all_duties, find_duty


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Did Acme report any material weakness in 2022?", "a material weakness"),
        (
            "Does Acme's 10-K name a new auditor?",
            "a change of, or a disagreement with, its accountants",
        ),
        (
            "Has Acme dismissed its independent accountants?",
            "a change of, or a disagreement with, its accountants",
        ),
        ("Does Acme disclose any preferred stock issuance?", "preferred stock"),
        ("Did Acme issue preferred shares in 2022?", "preferred stock"),
        ("Are there unresolved staff comments?", "unresolved staff comments"),
        ("Any mine safety violations at Acme?", "anything on mine safety"),
    ],
)
def test_what_a_rule_demands_is_found_in_a_question(question: str, named: str) -> None:
    duty = find_duty(question)
    assert duty is not None
    assert duty.named == named


@pytest.mark.parametrize(
    "question",
    [
        "Who is Acme's auditor?",
        "What did Acme say about competition?",
        "What is the dividend on preferred stock?",
        "Is Acme's stock preferred by investors?",
        "Does Acme disclose the weight of its materials?",
    ],
)
def test_silence_about_other_things_tells_nothing(question: str) -> None:
    assert find_duty(question) is None


def test_every_duty_is_whole() -> None:
    for duty in all_duties().values():
        assert duty.sections or duty.holds, "a place that cannot be known was not read whole"
        assert duty.words or duty.sections, "without words only a heading's None settles it"
        for pattern in (*duty.asked, *duty.words):
            re.compile(pattern)
        for words in (*duty.sections, *duty.holds, *duty.usual):
            assert words == words.lower()
