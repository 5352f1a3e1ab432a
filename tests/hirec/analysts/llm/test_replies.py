"""Replies of another shape, or that point at what was not shown, are refused by name."""

import json

import pytest

from hirec.analysts.llm.replies import curation_reply, explain_reply, figure_reply
from hirec.llm.reading import UnreadableError, read_reply
from hirec.llm.schema import strict_schema

CURATION = curation_reply(["P1", "P2"], 2)
FIGURE = figure_reply(["1a", "12b"])
EXPLAIN = explain_reply(["1", "12"], ("Yes", "No"))


@pytest.mark.parametrize(
    ("shape", "reply", "why"),
    [
        (CURATION, '{"keep":["P3"],"answerable":true,"more":false}', "'P3' was not shown"),
        (CURATION, '{"keep":["p1"],"answerable":true,"more":false}', "'p1' was not shown"),
        (CURATION, '{"keep":["P1"],"answerable":true}', "more"),
        (CURATION, '{"keep":["P1"],"answerable":1e999,"more":false}', "not finite"),
        (CURATION, '{"keep":["P1","P1","P2"],"answerable":true,"more":false}', "keep"),
        (FIGURE, '{"figure":{"op":"value","cells":["1b"]}}', "'1b' was not shown"),
        (FIGURE, '{"figure":{"op":"ratio","cells":["1a"]}}', "at least 2 items"),
        (FIGURE, '{"figure":{"op":"guess","cells":["1a"]}}', "'value'"),
        (
            EXPLAIN,
            '{"stated":true,"answer":[{"lines":["2"],"text":"x"}],"verdict":"Yes"}',
            "'2' was not shown",
        ),
        (EXPLAIN, '{"stated":true,"answer":[{"lines":[],"text":"x"}],"verdict":"Yes"}', "lines"),
        (EXPLAIN, '{"stated":true,"answer":[],"verdict":"Maybe"}', "'Maybe' was not shown"),
    ],
)
def test_what_was_not_asked_for_is_refused(shape, reply, why):
    with pytest.raises(UnreadableError, match=why):
        read_reply(reply, shape)


@pytest.mark.parametrize(
    ("shape", "ids"),
    [(CURATION, ["P1", "P2"]), (FIGURE, ["1a", "12b"]), (EXPLAIN, ["1", "12"])],
)
def test_a_schema_lists_exactly_the_ids_that_were_shown(shape, ids):
    assert json.dumps({"enum": ids})[1:-1] in json.dumps(strict_schema(shape))


def test_a_question_that_leaves_no_choice_has_no_verdict():
    assert "verdict" not in explain_reply(["1"]).model_fields
