"""What each prompt asks for is closed and bounded, and compiles where vLLM enforces it."""

import json
from typing import Any

import pytest
from pydantic import BaseModel

from hirec.analysts.llm.cards import cards_reply, show
from hirec.analysts.llm.intents import Choices, intent_reply
from hirec.analysts.llm.replies import (
    ConverseReply,
    HypothesesReply,
    RewriteReply,
    curation_reply,
    explain_reply,
    figure_reply,
    order_reply,
    scores_reply,
)
from hirec.evaluation.construction.written import Written
from hirec.evaluation.judging import Ruling
from hirec.evaluation.rubric import Grading
from hirec.evaluation.strategies.decomposition import Route
from hirec.evaluation.strategies.ircot import ReasonStep
from hirec.evaluation.strategies.reflection import Marks, NeedsRetrieval, Recalled, Relevance
from hirec.llm.canary import Canary
from hirec.llm.schema import strict_schema
from hirec.prompts import prompt_names
from hirec.tournament.llm_judge import prefer_reply, select_reply
from hirec.types import Passage, PassageKind
from indexing.enrichment.llm.annotator import PictureColour
from indexing.enrichment.llm.figures import FigureWords
from indexing.enrichment.llm.references import Reference, References
from indexing.enrichment.llm.sections import SectionSummary
from indexing.enrichment.llm.tables import TableWords
from training.data.written import Checked, WrittenQuestion

CURATION = curation_reply([f"P{number}" for number in range(1, 51)], 50)
FIGURE = figure_reply(["1a", "12b"])
EXPLAIN = explain_reply(["3", "4"], ("Yes", "No"))
TYPES = ["10-K", "DEF 14A"]
CARDS = ["C1", "C2", "C10"]
MADE = cards_reply(
    show(
        [
            Passage(f"F#1.{at}", "F", 1, PassageKind.TEXT, "", text)
            for at, text in enumerate(("Snow fell. It was cold.", "Cash was $5 and $4."), start=1)
        ]
    )
)
REPLIES: dict[str, BaseModel] = {
    "canary": Canary(canary="sings"),
    "converse": ConverseReply(questions=["What were net sales in 2022?"], unclear=""),
    "rewrite": RewriteReply(kind="number", words="net sales"),
    "curate": CURATION(keep=["P1", "P2"], answerable=True, more=False),
    "program": FIGURE.model_validate({"figure": {"op": "value", "cells": ["12b"]}}),
    "explain": EXPLAIN.model_validate(
        {"stated": True, "answer": [{"lines": ["3"], "text": "“Sales rose.”"}], "verdict": "Yes"}
    ),
    **{
        f"rank_{kind}_p{n}": order_reply(ids, 10, steps=n == 3)(
            order=ids, **({"steps": ["A figure is asked for."] * 4} if n == 3 else {})
        )
        for kind, ids in (("types", TYPES), ("passages", ["P1", "P2"]))
        for n in (1, 2, 3, 4)
    },
    "score_passages": scores_reply(["P1", "P2"], range(1, 11))(P1=10, P2=1),
    "grade_types": scores_reply(TYPES, range(5))(**dict.fromkeys(TYPES, 4)),
    "weigh_experts": scores_reply(TYPES, range(1, 11))(**dict.fromkeys(TYPES, 10)),
    "grade_answer": Grading(reason="Same figure.", grade=5),
    "judge": Ruling(reason="Same figure.", verdict="correct"),
    "compare_cards": prefer_reply(CARDS)(better="C10"),
    "order_cards": order_reply(CARDS, 3)(order=["C10", "C1", "C2"]),
    "select_cards": select_reply(CARDS, 1, 2)(best=["C2", "C1"]),
    "map_intent": intent_reply(Choices({"M1": "revenue"}, {"W1": "growth", "W2": "sales"}))(
        metrics=["M1"], words=["W2"], figure=True, relation="growth", form="percent"
    ),
    "make_cards": MADE.model_validate(
        {
            "P1": {"role": "caveat", "lines": ["1", "2"], "numbers": []},
            "P2": {"role": "definition", "lines": ["3"], "numbers": ["3a"]},
        }
    ),
    "look": PictureColour(colour="red"),
    "describe_figure": FigureWords(kind="chart", description="Sales by year."),
    "describe_table": TableWords(description="Sales by year."),
    "resolve_references": References(
        references=[Reference(quote="Its plant", mention="Its", name="Acme")]
    ),
    "summarize_section": SectionSummary(summary="Sales rose."),
    "write_answered": Written(
        question="Why did sales rise?", answer="Prices.", quote="Prices rose."
    ),
    "write_question": WrittenQuestion(question="Why did sales rise?"),
    **dict.fromkeys(
        ("hypothesize", "write_hypotheses"),
        HypothesesReply(passages=["Inventories were:", "Inventories rose."]),
    ),
    "check_question": Checked(answered="yes"),
    "reason_step": ReasonStep(sentence="Net sales were $7.5 million in 2022.", done=True),
    "route_question": Route(route="decompose", queries=["Sales of 2022", "Sales of 2021"]),
    "reflect_retrieve": NeedsRetrieval(retrieve="yes"),
    "recall_answer": Recalled(answer="$7.5 million"),
    "reflect_passage": Relevance(relevant="no"),
    "reflect_answer": Marks(support="partially", useful=5),
}
"""A reply to each prompt; the canary's prompt is no file, and a repair has its draft's shape."""
each_prompt = pytest.mark.parametrize("name", REPLIES)


def test_no_prompt_is_left_out():
    assert set(REPLIES) == {"canary", *prompt_names()} - {"repair"}


@pytest.fixture
def accepts():
    """``accepts(shape, text)`` under the grammar that vLLM makes with disable_any_whitespace."""
    xgrammar = pytest.importorskip("xgrammar", reason="`make` installs it")
    from xgrammar.testing import _is_grammar_accept_string

    def accepted(shape: type[BaseModel], text: str) -> Any:
        schema = json.dumps(strict_schema(shape))
        grammar = xgrammar.Grammar.from_json_schema(schema, any_whitespace=False, strict_mode=True)
        return _is_grammar_accept_string(grammar, text)

    return accepted


@each_prompt
def test_every_schema_compiles_under_xgrammar_strict_and_compact(accepts, name):
    shape, reply = type(REPLIES[name]), REPLIES[name].model_dump()
    # One blank after a comma or colon, no other.
    compact = json.dumps(reply, ensure_ascii=False)
    assert accepts(shape, compact)
    assert not accepts(shape, json.dumps(reply, indent=1))
    assert not accepts(shape, compact.replace("{", '{"more": 1, ', 1))
    assert not accepts(shape, compact[:-1])


@pytest.mark.parametrize(
    ("changed", "accepted"),
    [
        ({"keep": ["P1"] * 50}, True),
        ({"keep": ["P1"] * 51}, False),
        ({"keep": ["P51"]}, False),
        ({"keep": ["p1"]}, False),
        ({"answerable": 1}, False),
    ],
)
def test_a_grammar_holds_ids_lengths_and_kinds(accepts, changed, accepted):
    reply = REPLIES["curate"].model_dump() | changed
    assert accepts(CURATION, json.dumps(reply)) is accepted


@each_prompt
def test_every_shape_is_closed_and_bounded_and_holds_no_float(name):
    schema = strict_schema(type(REPLIES[name]))
    assert schema["additionalProperties"] is False
    assert '"type": "number"' not in json.dumps(schema)
