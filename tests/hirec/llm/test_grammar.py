"""Compact grammars take what a schema takes, without white space, and nothing else."""

import json
import random
from importlib.util import find_spec
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field, create_model

from hirec.analysts.llm.replies import curation_reply, explain_reply, figure_reply
from hirec.llm.errors import LlmSchemaError
from hirec.llm.grammar import compact_grammar
from hirec.llm.schema import strict_schema

pytestmark = pytest.mark.skipif(find_spec("xgrammar") is None, reason="`make` installs it")


class Part(BaseModel):
    name: str = Field(min_length=1, max_length=20)


class Whole(BaseModel):
    kind: Literal["a", 'b"\\']
    parts: list[Part] = Field(min_length=1, max_length=2)
    count: int
    score: float | None
    sure: bool


WHOLE: dict[str, Any] = {
    "kind": 'b"\\',
    "parts": [{"name": "é“"}, {"name": "x\n"}],
    "count": -7,
    "score": 0.25,
    "sure": True,
}


def accepts(shape: type[BaseModel], text: str) -> bool:
    import xgrammar
    from xgrammar.testing import _is_grammar_accept_string

    grammar = xgrammar.Grammar.from_ebnf(compact_grammar(strict_schema(shape)))
    return _is_grammar_accept_string(grammar, text)


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize(
    ("changed", "accepted"),
    [
        ({}, True),
        ({"score": None}, True),
        ({"kind": "c"}, False),
        ({"parts": []}, False),
        ({"parts": [{"name": "x"}] * 3}, False),
        ({"parts": [{"name": "two more words"}]}, True),
        ({"parts": [{"name": "a word too many"}]}, False),
        ({"parts": [{"name": ""}]}, False),
        ({"count": 0.5}, False),
        ({"sure": None}, False),
    ],
)
def test_a_grammar_takes_what_the_schema_takes(changed: dict[str, Any], accepted: bool) -> None:
    assert accepts(Whole, compact(WHOLE | changed)) is accepted


def test_no_white_space_other_order_or_other_key() -> None:
    assert not accepts(Whole, json.dumps(WHOLE))
    assert not accepts(Whole, compact(dict(reversed(WHOLE.items()))))
    assert not accepts(Whole, compact(WHOLE | {"more": 1}))


@pytest.mark.parametrize(
    ("shape", "reply"),
    [
        (curation_reply(["P1", "P2"], 2), '{"keep":["P1"],"answerable":true,"more":false}'),
        (curation_reply(["P1", "P2"], 2), '{"keep":[],"answerable":false,"more":true}'),
        (figure_reply(["1a", "12b"]), '{"figure":{"op":"difference","cells":["12b","1a"]}}'),
        (figure_reply(["1a", "12b"]), '{"figure":{"op":"formula","formula":"(1a-12b)/1a*100"}}'),
        (figure_reply(["1a", "12b"]), '{"figure":{"op":"not_stated"}}'),
        (
            explain_reply(["1", "2"], ("Yes", "No")),
            '{"stated":true,"answer":[{"lines":["2","1"],"text":"It rose."}],"verdict":"No"}',
        ),
    ],
)
def test_replies_that_point_are_taken(shape: type[BaseModel], reply: str) -> None:
    assert accepts(shape, reply)


def test_what_was_not_shown_cannot_be_written() -> None:
    shape = curation_reply(["P1", "P2"], 2)
    assert not accepts(shape, '{"keep":["P3"],"answerable":true,"more":false}')
    assert not accepts(shape, '{"keep":["P1","P2","P1"],"answerable":true,"more":false}')


def test_a_schema_without_a_grammar_is_refused_by_name() -> None:
    with pytest.raises(LlmSchemaError, match="pattern"):
        compact_grammar({"type": "string", "pattern": "^a$"})


@pytest.mark.parametrize("seed", range(20))
def test_of_several_texts_exactly_those_are_taken(seed: int) -> None:
    rng = random.Random(seed)
    drawn = ["".join(rng.choices('1aé"\\', k=rng.randint(0, 3))) for _ in range(12)]
    texts = drawn[:6]
    shape = create_model("Choice", chosen=(Literal[tuple(texts)], ...))
    for said in drawn:
        assert accepts(shape, compact({"chosen": said})) is (said in texts)


def test_texts_that_begin_alike_share_their_beginning() -> None:
    grammar = compact_grammar(
        strict_schema(create_model("C", c=(Literal["1a", "12a", "12b"], ...)))
    )
    assert r'"\"1" ("a\"" | "2" ("a\"" | "b\""))' in grammar
