"""Every shape is closed and bounded, and compiles where vLLM enforces it."""

import json

import pytest
from pydantic import ValidationError

from hirec.analysts.llm.replies import REPLIES, CurationReply, ProgramReply
from hirec.llm.schema import strict_schema

each_shape = pytest.mark.parametrize("shape", REPLIES, ids=lambda shape: shape.__name__)


@each_shape
def test_every_schema_compiles_under_xgrammar_strict_and_compact(shape):
    xgrammar = pytest.importorskip("xgrammar", reason="comes with vLLM")
    grammar = xgrammar.Grammar.from_json_schema(
        json.dumps(strict_schema(shape)), any_whitespace=False, strict_mode=True
    )
    assert "root ::=" in str(grammar)


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
