"""The model reads what the rules do not verify, and neither hides the other."""

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from hirec import HiREC
from hirec.analysts.llm.analyst import LlmAnalyst
from hirec.llm.chat import ChatRequest
from hirec.llm.scripted import ScriptedChatModel
from hirec.settings import RetrievalSettings, Settings
from hirec.stages.tiers import agree
from hirec.types import Answer, Verdict

SETTINGS = Settings(retrieval=RetrievalSettings(passages=5))
SALES = "What was Harbor Peak Foods' total net sales in fiscal year 2022?"
WHY = "Why did Harbor Peak Foods' net sales change in fiscal 2022?"


class Model:
    """Keeps everything it may, says that the first line answers, points at one printed cell."""

    def __init__(self, printed: str = "7,547", words: str = "Net sales changed.") -> None:
        """Without ``words`` it repeats the first line."""
        self._printed, self._words = printed, words

    def __call__(self, request: ChatRequest[Any]) -> dict[str, Any]:
        fields = request.schema.model_fields
        if "keep" in fields:
            return {"keep": ["P1", "P2"], "answerable": True, "more": False}
        if "answer" in fields:
            verdict = {"verdict": "Yes"} if "verdict" in fields else {}
            said = {"lines": ["1"], "text": self._words or first_line(request)}
            return {"stated": True, "answer": [said], **verdict}
        found = [
            f"{number}{letter}"
            for number, row in re.findall(r"^(\d+) (.*)$", request.messages[1].content, re.M)
            for letter, cell in zip("abcdef", row.split(" | ")[1:], strict=False)
            if cell == self._printed or (self._printed == "any" and "," in cell)
        ]
        return {"figure": {"op": "value", "cells": found[-1:]} if found else {"op": "not_stated"}}


def first_line(request: ChatRequest[Any]) -> str:
    found = re.search(r"^1 (.*)$", request.messages[1].content, re.M)
    assert found is not None
    return found[1][:250]


@pytest.fixture(scope="module")
def opened(sample_index: Path) -> HiREC:
    return HiREC.open(sample_index, SETTINGS)


def asked(
    opened: HiREC, question: str, model: Model, settings: Settings = SETTINGS
) -> tuple[Answer, list[ChatRequest[Any]]]:
    chat = ScriptedChatModel(model)
    rules = opened._analyst
    second = LlmAnalyst(chat, rules, settings)
    hirec = HiREC(opened.index, rules, opened._retriever, settings, second=second)
    return hirec.ask(question), chat.requests


def tier(answer: Answer) -> dict[str, Any]:
    return dict(next(step.detail for step in answer.trace.steps if step.stage == "tiers"))


def test_what_the_rules_verify_costs_no_token(opened: HiREC) -> None:
    answer, requests = asked(opened, SALES, Model())
    assert answer.verdict is Verdict.VERIFIED
    assert not requests
    assert tier(answer) == {"answered": "rules", "rules": "verified"}


def test_what_the_rules_refuse_the_model_answers(opened: HiREC) -> None:
    assert opened.ask(WHY).abstained
    answer, requests = asked(opened, WHY, Model())
    assert answer.text == "Net sales changed."
    assert [request.task for request in requests] == ["curate", "explain"]
    assert tier(answer)["answered"] == "llm"
    assert answer.usage.calls == 2


def test_what_both_refuse_stays_refused(opened: HiREC) -> None:
    answer, _ = asked(
        opened, "What was the frobnication of Harbor Peak Foods in fiscal 2022?", Model("nowhere")
    )
    assert answer.abstained
    assert tier(answer)["answered"] == ""


UNSURE = "What was the gross profit of the company in fiscal 2022, in USD millions?"
"""It names no company, so that the rules answer and are not sure whose figure it is."""


def test_a_figure_that_the_rules_compute_is_theirs_even_where_they_doubt_it(opened: HiREC) -> None:
    alone = opened.ask(UNSURE)
    assert alone.verdict is Verdict.UNVERIFIED
    answer, requests = asked(opened, UNSURE, Model("any"))
    assert (answer.text, answer.reason) == (alone.text, alone.reason)
    assert not requests


AUDITOR = "Who was the auditor of the company in fiscal 2022?"
"""Answered by words of recognisable form, without a figure; whose they are is not sure."""


def test_where_both_answer_in_words_and_differ_both_are_shown(opened: HiREC) -> None:
    alone = opened.ask(AUDITOR)
    assert alone.verdict is Verdict.UNVERIFIED
    other, _ = asked(opened, AUDITOR, Model(words=""))
    assert tier(other)["agree"] is False
    assert other.verdict is Verdict.UNVERIFIED
    assert other.text.startswith(alone.text)
    assert "another reading" in other.text


def said(text: str, value: str | None = None) -> Answer:
    return Answer("?", text, Verdict.UNVERIFIED, value=Decimal(value) if value else None)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (said("$7,547 million", "7547000000"), said("$7.5 billion", "7550000000"), True),
        (said("$7,547 million", "7547000000"), said("$7.6 billion", "7600000000"), False),
        (said("Yes"), said("Yes. Sales rose."), True),
        (said("Yes"), said("No. Sales fell."), False),
    ],
)
def test_two_answers_agree_where_they_come_to_the_same(
    one: Answer, other: Answer, same: bool
) -> None:
    assert agree(one, other) is same
    assert agree(other, one) is same


def test_a_company_that_is_not_here_is_asked_of_nobody(opened: HiREC) -> None:
    answer, requests = asked(opened, "What were Walmart's net sales in 2022?", Model())
    assert answer.abstained
    assert not requests


def test_a_figure_that_only_the_model_comes_to_is_told_with_the_refusal(opened: HiREC) -> None:
    question = "What were Harbor Peak Foods' net sales to schools in fiscal 2022?"
    assert opened.ask(question).abstained
    answer, requests = asked(opened, question, Model("$ 7,547"))
    assert [request.task for request in requests] == ["curate", "program"]
    assert answer.abstained
    assert answer.text.startswith(opened.ask(question).text)
    assert "A model points at $7,547 million" in answer.text
    assert "7,547" in answer.citations[0].quote
    words_only = SETTINGS.llm.model_copy(update={"figures": False})
    settings = SETTINGS.model_copy(update={"llm": words_only})
    spared, none = asked(opened, question, Model(), settings)
    assert spared.text == opened.ask(question).text
    assert not none
    assert tier(spared) == {"answered": "", "rules": "abstained"}
    _, requests = asked(opened, WHY, Model(), settings)
    assert [request.task for request in requests] == ["curate", "explain"]
