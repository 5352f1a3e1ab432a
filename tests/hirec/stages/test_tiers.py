"""The model reads what the rules do not verify, and neither hides the other."""

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from hirec import HiREC
from hirec.analysts.llm.analyst import LlmAnalyst
from hirec.llm.chat import ChatRequest
from hirec.settings import Settings
from hirec.stages.reader import Reader
from hirec.stages.recorder import Recorder
from hirec.stages.tiers import Tiers, agree
from hirec.testing.chat_model import ScriptedChatModel
from hirec.types import Answer, Asked, Query, Verdict

SETTINGS = Settings()
SALES = "What was Harbor Peak Foods' total net sales in fiscal year 2022?"
WHY = "Why did Harbor Peak Foods' net sales change in fiscal 2022?"


class Model:
    """Keeps everything it may, points at one printed cell, or at the first line about something."""

    def __init__(
        self,
        printed: str = "7,547",
        words: str = "Net sales changed.",
        about: str = "Net sales increased",
    ) -> None:
        """Without ``words`` it repeats the line."""
        self._printed, self._words, self._about = printed, words, about

    def __call__(self, request: ChatRequest[Any]) -> dict[str, Any]:
        fields = request.schema.model_fields
        if "keep" in fields:
            return {"keep": ["P1", "P2"], "answerable": True, "more": False}
        if "answer" in fields:
            verdict = {"verdict": "Yes"} if "verdict" in fields else {}
            at, line = first_line(request, self._about)
            said = {"lines": [at], "text": self._words or line[:250]}
            return {"stated": True, "answer": [said], **verdict}
        found = [
            f"{number}{letter}"
            for number, row in re.findall(r"^(\d+) (.*)$", request.messages[1].content, re.M)
            for letter, cell in zip("abcdef", row.split(" | ")[1:], strict=False)
            if cell == self._printed or (self._printed == "any" and "," in cell)
        ]
        return {"figure": {"op": "value", "cells": found[-1:]} if found else {"op": "not_stated"}}


def first_line(request: ChatRequest[Any], about: str) -> tuple[str, str]:
    """Its id and its words."""
    found = re.search(rf"^(\d+) (.*{about}.*)$", request.messages[1].content, re.M)
    assert found is not None
    return found[1], found[2]


@pytest.fixture(scope="module")
def opened(sample_index: Path) -> HiREC:
    return HiREC.open(sample_index, SETTINGS)


def asked(
    opened: HiREC, question: str, model: Model, settings: Settings = SETTINGS
) -> tuple[Answer, list[ChatRequest[Any]]]:
    chat = ScriptedChatModel(model)
    rules = opened._analyst
    second = LlmAnalyst(chat, rules, settings)
    hirec = HiREC(opened.index, rules, opened.answerer.retriever, settings, second=second)
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


def said(text: str, value: str | None = None) -> Answer:
    return Answer("?", text, Verdict.UNVERIFIED, value=Decimal(value) if value else None)


class Canned(Reader):
    """A reader with one answer to everything."""

    def __init__(self, opened: HiREC, name: str, reply: Answer) -> None:
        super().__init__(opened.index, opened._analyst, opened.answerer.retriever, SETTINGS)
        self.name, self._reply = name, reply

    def read(self, query: Query, recorder: Recorder) -> Answer:
        del query, recorder
        return self._reply


def test_where_both_answer_in_words_and_differ_both_are_shown(opened: HiREC) -> None:
    def settled(theirs: str) -> Answer:
        first, second = (
            Canned(opened, name, said(text)) for name, text in (("rules", "Jones"), ("llm", theirs))
        )
        return Tiers(first, second).answer(Asked(WHY), None, Recorder(WHY))

    assert settled("It is Jones.").text == "Jones"
    other = settled("Smith")
    assert (other.text, other.verdict) == ("Jones (another reading: Smith)", Verdict.UNVERIFIED)
    assert "Two readings differ" in other.reason


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
    words_only = SETTINGS.llm.model_copy(update={"answers_figures": False})
    settings = SETTINGS.model_copy(update={"llm": words_only})
    spared, none = asked(opened, question, Model(), settings)
    assert spared.text == opened.ask(question).text
    assert not none
    assert tier(spared) == {"answered": "", "rules": "abstained"}
    _, requests = asked(opened, WHY, Model(), settings)
    assert [request.task for request in requests] == ["curate", "explain"]


def test_a_reply_that_cannot_be_used_leaves_the_refusal_of_the_rules(opened: HiREC) -> None:
    chat = ScriptedChatModel.fixed("no JSON at all")
    second = LlmAnalyst(chat, opened._analyst, SETTINGS)
    hirec = HiREC(opened.index, opened._analyst, opened.answerer.retriever, SETTINGS, second=second)
    answer = hirec.ask(WHY)
    assert answer.abstained
    assert "cannot be used" in answer.text
    assert "Look at" in answer.text
