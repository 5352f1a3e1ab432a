"""Replies of another shape, or with words out of the air, are refused."""

import pytest
from pydantic import ValidationError

from hirec.analysts.llm.replies import CurationReply, ProgramReply


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
