"""Every shape is closed and bounded, and compiles where vLLM enforces it."""

import json

import pytest
from pydantic import BaseModel, ValidationError

from hirec.analysts.llm.replies import (
    REPLIES,
    ConverseReply,
    CurationReply,
    ExplainReply,
    OperandReply,
    ProgramReply,
    QuoteReply,
    RewriteReply,
)
from hirec.llm.canary import Canary
from hirec.llm.schema import strict_schema

SAMPLES: dict[type[BaseModel], BaseModel] = {
    Canary: Canary(canary="sings"),
    RewriteReply: RewriteReply(filing_words="10-K", passage_words="net sales", kind="number"),
    CurationReply: CurationReply(keep=["P1", "P2"], missing=[], answerable=True, question=""),
    ProgramReply: ProgramReply(
        operands=[OperandReply(name="x", passage="P1", row="Sales", column="2022", cell="$ (1)")],
        program="answer = x",
        unit="USD",
        missing="",
    ),
    ExplainReply: ExplainReply(
        quotes=[QuoteReply(passage="P1", words="“Sales rose.”")], steps="", answer="Up.", missing=""
    ),
    ConverseReply: ConverseReply(questions=["What were net sales in 2022?"], unclear=""),
}
each_shape = pytest.mark.parametrize("shape", SAMPLES, ids=lambda shape: shape.__name__)


def test_no_shape_is_left_out():
    assert set(SAMPLES) == {Canary, *REPLIES}


@each_shape
def test_every_schema_compiles_under_xgrammar_strict_and_compact(shape):
    xgrammar = pytest.importorskip("xgrammar", reason="`make` installs it")
    from xgrammar.testing import _is_grammar_accept_string as accepts

    # As vLLM does with disable_any_whitespace: one blank after a comma or colon, no other.
    grammar = xgrammar.Grammar.from_json_schema(
        json.dumps(strict_schema(shape)), any_whitespace=False, strict_mode=True
    )
    reply = SAMPLES[shape].model_dump()
    compact = json.dumps(reply, ensure_ascii=False)
    assert accepts(grammar, compact)
    assert not accepts(grammar, json.dumps(reply, indent=1))
    assert not accepts(grammar, compact.replace("{", '{"more": 1, ', 1))
    assert not accepts(grammar, compact[:-1])


def test_a_grammar_holds_lengths():
    xgrammar = pytest.importorskip("xgrammar", reason="`make` installs it")
    from xgrammar.testing import _is_grammar_accept_string as accepts

    grammar = xgrammar.Grammar.from_json_schema(
        json.dumps(strict_schema(CurationReply)), any_whitespace=False, strict_mode=True
    )
    for length, accepted in ((300, True), (301, False)):
        reply = {"keep": [], "missing": [], "answerable": False, "question": "w" * length}
        assert accepts(grammar, json.dumps(reply)) is accepted
    for number, accepted in ((50, True), (51, False)):
        reply = {"keep": ["P1"] * number, "missing": [], "answerable": False, "question": ""}
        assert accepts(grammar, json.dumps(reply)) is accepted


@each_shape
def test_every_shape_is_closed_and_bounded_and_holds_no_float(shape):
    schema = strict_schema(shape)
    assert schema["additionalProperties"] is False
    assert '"type": "number"' not in json.dumps(schema)


@pytest.mark.parametrize(
    "reply",
    [
        '{"keep":["P1"],"missing":[],"answerable":true,"question":"","mood":"good"}',
        '{"keep":["P1"],"missing":[],"answerable":true}',
        '{"keep":["P12345678"],"missing":[],"answerable":true,"question":""}',
        '{"keep":["P1"],"missing":[],"answerable":1e999,"question":""}',
    ],
)
def test_replies_of_another_shape_are_refused(reply):
    with pytest.raises(ValidationError):
        CurationReply.model_validate_json(reply)


def test_a_unit_out_of_the_air_is_refused():
    reply = '{"operands":[],"program":"","unit":"bananas","missing":""}'
    with pytest.raises(ValidationError):
        ProgramReply.model_validate_json(reply)
