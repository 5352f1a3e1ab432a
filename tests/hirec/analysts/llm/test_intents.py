"""Intents by a scripted model: what it sees, what is taken from it, and that paraphrases meet."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from hirec.analysts.llm.intents import Choices, IntentMaker, intent_reply, show
from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.llm.client import LlmClient
from hirec.llm.errors import LlmReplyError
from hirec.periods import find_periods
from hirec.settings import LlmSettings
from hirec.testing.chat_model import ScriptedChatModel
from hirec.testing.chat_server import LocalLlm, Served, completion
from hirec.types import AnswerForm, CompanyRef, Query, Relation, Scope

AMBER = CompanyRef("amber", "Amber Tools", "Amber Tools")


def query(question: str) -> Query:
    return rewrite(question, Scope((AMBER,), find_periods(question)))


def said(
    metrics: list[str], words: list[str], relation: str, form: str, figure: bool = True
) -> dict[str, Any]:
    reply = {"metrics": metrics, "words": words, "figure": figure}
    return {**reply, "relation": relation, "form": form}


def under(shown: str, *names: str) -> list[str]:
    """Ids that a prompt shows for figures of these names."""
    listed = dict(re.findall(r"^(M\d+) (.*)$", shown, re.M))
    return [at for at, name in listed.items() if name in names]


def test_ids_become_keys_and_words_and_the_scope_stays() -> None:
    asked = query("How much did Amber Tools' net sales grow in FY2022?")
    reply = said(["M1"], ["W1"], "growth", "percent")
    model = ScriptedChatModel.fixed(reply)
    intent = IntentMaker(model).intended(asked).intent
    assert intent.metrics == (show(asked).figures["M1"],) == ("net_sales",)
    assert intent.topic == "income statement"
    assert (intent.relation, intent.form) == (Relation.GROWTH, AnswerForm.PERCENT)
    assert (intent.entities, intent.periods) == (asked.intent.entities, asked.intent.periods)
    shown = model.requests[0].messages[-1].content
    assert "M1 net sales" in shown
    assert f"<question>\n{asked.text}\n</question>" in shown


def test_a_ratio_is_the_rows_that_it_is_computed_from() -> None:
    asked = replace(query("Tell me about the quick ratio of Amber Tools in FY2022."))
    model = ScriptedChatModel(
        lambda request: said(
            under(request.messages[-1].content, "quick ratio"), [], "ratio", "ratio"
        )
    )
    metrics = IntentMaker(model).intended(asked).intent.metrics
    assert len(metrics) > 1
    assert "quick_ratio" not in metrics


def test_figures_and_words_of_a_question_are_shown_each_once() -> None:
    shown = show(query("What share of Amber Tools' capital expenditures was sales of sales?"))
    assert len(set(shown.figures.values())) == len(shown.figures) <= 12
    assert len(set(shown.words.values())) == len(shown.words)
    assert "Amber" not in shown.words.values()


PARAPHRASES = {
    "What was Amber Tools' revenue in fiscal 2022?": said([], [], "lookup", "amount"),
    "Tell me the revenue that Amber Tools reported for FY2022.": said([], [], "lookup", "amount"),
    "amber tools FY2022 revenue, please": said([], [], "lookup", "amount"),
}


def test_equivalent_questions_come_to_one_canonical_intent() -> None:
    """The model points at other words each time; which figure is meant is what counts."""
    canonical = set()
    for at, (question, reply) in enumerate(PARAPHRASES.items(), start=1):
        asked = query(question)
        model = ScriptedChatModel(
            lambda request, reply=reply, at=at: {
                **reply,
                "metrics": under(request.messages[-1].content, "revenue"),
                "words": list(show_words(request.messages[-1].content))[:at],
            }
        )
        canonical.add(IntentMaker(model).intended(asked).intent.canonical())
    assert len(canonical) == 1
    (intent,) = canonical
    assert intent.metrics == ("revenue",)


def show_words(shown: str) -> list[str]:
    return re.findall(r"^(W\d+) ", shown, re.M)


def test_the_rules_intent_and_a_model_that_agrees_are_one() -> None:
    asked = query("What was Amber Tools' revenue in fiscal 2022?")
    model = ScriptedChatModel.fixed(said(["M1"], [], "lookup", "amount"))
    assert IntentMaker(model).intended(asked).intent.canonical() == asked.intent.canonical()


@pytest.mark.parametrize(
    "change",
    [
        {"metrics": ["M2"]},
        {"metrics": ["M1", "M1"]},
        {"words": ["cash"]},
        {"relation": "none"},
        {"form": "table"},
        {"figure": 1e999},
        {"topic": "income"},
    ],
)
def test_what_was_not_shown_is_refused(change: dict[str, Any]) -> None:
    shape = intent_reply(Choices({"M1": "revenue"}, {"W1": "sales"}))
    good = said(["M1"], ["W1"], "lookup", "amount")
    assert shape.model_validate(good).metrics == ["M1"]
    with pytest.raises(ValidationError):
        shape.model_validate(good | change)


def test_a_question_without_figures_has_none_to_point_at() -> None:
    asked = query("Who audits Amber Tools?")
    shape = intent_reply(replace(show(asked), figures={}))
    with pytest.raises(ValidationError):
        shape.model_validate(said(["none"], [], "explain", "person", figure=False))


def test_over_a_server_a_reply_is_asked_for_again_once_and_then_kept(tmp_path: Path) -> None:
    replies: list[Served] = [
        completion('{"metrics": ["M99"]}'),
        completion(json.dumps(said([], [], "explain", "reason", figure=False))),
        completion("?"),
    ]
    asked = query("Why did Amber Tools' margin fall in FY2022?")
    with LocalLlm(replies) as server:
        settings = {"base_url": server.url, "model": "tiny", "cache": str(tmp_path / "llm.db")}
        with LlmClient(LlmSettings.model_validate(settings)) as client:
            first = IntentMaker(client).intended(asked)
            assert first.intent.form is AnswerForm.REASON
            assert IntentMaker(client).intended(asked) == first
            assert len(server.requests) == 2
            with pytest.raises(LlmReplyError):
                IntentMaker(client).intended(query("Who audits Amber Tools?"))
