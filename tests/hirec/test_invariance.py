"""What changes nothing in a question changes nothing in its answer either."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hirec import HiREC
from hirec.types import Answer, Verdict

QUESTIONS = (
    ("Harbor Peak Foods'", "total net sales", "in fiscal year 2022"),
    ("Harbor Pike Foods'", "inventories", "at the end of fiscal 2021"),
    ("Lumenfell Outfitters'", "capital expenditures", "in fiscal 2022"),
    ("Brindlewood Home Stores'", "net profit margin", "in FY2022"),
    ("Harbor Peak Foods'", "growth in net sales", "from 2021 to 2022"),
)
"""Whose, what and when."""
Change = Callable[[str, str, str], str]


def plain(owner: str, what: str, when: str) -> str:
    return f"What was {owner} {what} {when}?"


def whom(owner: str) -> str:
    return owner.rstrip("'")


CHANGES: dict[str, Change] = {
    "filler": lambda *said: f"Please could you tell me: {plain(*said)} Thank you.",
    "lower case": lambda *said: plain(*said).lower(),
    "upper case": lambda *said: plain(*said).upper(),
    "period first": lambda owner, what, when: f"{when.capitalize()}, what was {owner} {what}?",
    "company behind": lambda owner, what, when: f"What was the {what} of {whom(owner)} {when}?",
    "company last": lambda owner, what, when: f"What was the {what} {when} at {whom(owner)}?",
    "blanks": lambda *said: re.sub(" ", "  ", plain(*said)) + "\n",
    "no mark": lambda *said: plain(*said).rstrip("?"),
    "curly": lambda *said: plain(*said).replace("'", "’"),
    "keywords": lambda owner, what, when: f"{whom(owner)} {what} {when}",
}


@pytest.fixture(scope="module")
def hirec(sample_index: Path) -> Iterator[HiREC]:
    opened = HiREC.open(sample_index)
    yield opened
    opened.close()


def outcome(answer: Answer) -> tuple[object, ...]:
    places = {(c.filing_id, c.page_number, c.quote) for c in answer.citations}
    return answer.value, answer.unit, answer.verdict, places


@pytest.mark.parametrize("said", QUESTIONS, ids=lambda said: said[1])
def test_the_answer_stays_the_same(hirec: HiREC, said: tuple[str, str, str]) -> None:
    wanted = outcome(hirec.ask(plain(*said)))
    assert wanted[2] is Verdict.VERIFIED
    asked = {name: change(*said) for name, change in CHANGES.items()}
    found = {name: outcome(hirec.ask(text)) for name, text in asked.items()}
    assert {name: got for name, got in found.items() if got != wanted} == {}
