"""The scripted model is as strict as a real one."""

import asyncio

import pytest
from pydantic import BaseModel, Field

from hirec.llm.chat import ChatReply, ChatRequest, LlmError, Message
from hirec.llm.errors import LlmReplyError
from hirec.llm.meter import metered
from hirec.testing.chat_model import ScriptedChatModel

GOOD = {"score": 0.5, "why": "so"}


class Verdict(BaseModel):
    score: float
    why: str = Field(max_length=20)


@pytest.fixture
def request_() -> ChatRequest[Verdict]:
    return ChatRequest("judge", "1", (Message("user", "How good is it?"),), Verdict, 64)


def test_fixed(request_: ChatRequest) -> None:
    model = ScriptedChatModel.fixed(GOOD)
    assert model.chat(request_).value.score == 0.5
    assert asyncio.run(model.achat(request_)).value.score == 0.5
    assert model.requests == [request_, request_]


def test_cycling_and_playing(request_: ChatRequest) -> None:
    lines = [GOOD, '{"score":1,"why":"x"}', request_.schema(score=2, why="y")]
    cycling = ScriptedChatModel.cycling(lines)
    assert [cycling.chat(request_).value.score for _ in range(4)] == [0.5, 1, 2, 0.5]
    playing = ScriptedChatModel.playing(lines)
    replies = playing.chat_many([request_] * 4)
    assert [type(reply) for reply in replies] == [ChatReply] * 3 + [LlmReplyError]


def test_a_function(request_: ChatRequest) -> None:
    model = ScriptedChatModel(lambda asked: {"score": 1, "why": asked.task})
    assert model.chat(request_).value.why == "judge"


def test_it_raises_what_it_is_told_to(request_: ChatRequest) -> None:
    model = ScriptedChatModel.fixed(LlmError("The server is down; start it."))
    with pytest.raises(LlmError, match="down"):
        model.chat(request_)


@pytest.mark.parametrize("line", ["No.", '{"score":1e999,"why":""}', {"score": 1}])
def test_ugly_lines_fail_as_ugly_replies_do(request_: ChatRequest, line: object) -> None:
    with metered() as meter, pytest.raises(LlmReplyError):
        ScriptedChatModel.fixed(line).chat(request_)
    assert meter.usage.calls == 1


def test_it_streams() -> None:
    model = ScriptedChatModel(lambda _: GOOD, streamed=("He", "llo"))
    with metered() as meter:
        assert list(model.stream([Message("user", "a b c")], 10)) == ["He", "llo"]
    assert (meter.usage.input_tokens, meter.usage.output_tokens) == (3, 1)
