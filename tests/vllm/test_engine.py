"""The offline batch engine on real vLLM."""

from collections.abc import Iterator
from typing import Literal

import pytest
from pydantic import BaseModel, Field

from hirec.llm.chat import ChatReply, ChatRequest, Message
from hirec.llm.client import LlmClient
from hirec.llm.errors import LlmTruncatedError
from hirec.llm.meter import metered
from hirec.llm.offline import offline_client
from hirec.settings import LlmServerSettings, LlmSettings, Settings


class Curated(BaseModel):
    kept: list[Literal["p1", "p2", "p3"]] = Field(max_length=3)
    answerable: bool
    missing: str = Field(max_length=20)


class Essay(BaseModel):
    text: str = Field(min_length=900, max_length=1000)


def request(number: int) -> ChatRequest[Curated]:
    messages = (Message("system", "Curate the passages. " * 20), Message("user", f"No. {number}"))
    return ChatRequest("curate", "1", messages, Curated, max_tokens=96)


@pytest.fixture(scope="module")
def engine(tiny_qwen: str, tiny_adapter: str) -> Iterator[LlmClient]:
    settings = Settings(
        llm=LlmSettings(max_tokens=256),
        vllm=LlmServerSettings(
            model=tiny_qwen, max_model_len=2048, adapters={"curator": tiny_adapter}
        ),
    )
    with offline_client(settings, {"enforce_eager": True}) as client:
        yield client


def test_a_batch_comes_back_whole_and_in_order(engine: LlmClient):
    with metered() as meter:
        replies = engine.chat_many([request(number) for number in range(12)])

    assert len(replies) == 12
    for reply in replies:
        assert isinstance(reply, ChatReply)
        assert set(reply.value.kept) <= {"p1", "p2", "p3"}
    assert meter.usage.calls >= 12
    assert meter.usage.output_tokens > 12
    assert meter.usage.input_tokens > 12 * 20


def test_a_single_question_goes_the_same_way(engine: LlmClient):
    assert isinstance(engine.chat(request(1)).value, Curated)


def test_a_reply_beyond_the_limit_of_tokens_is_named(engine: LlmClient):
    essay = ChatRequest("essay", "1", (Message("user", "Write."),), Essay, max_tokens=64)

    with pytest.raises(LlmTruncatedError, match="does not fit into 128 tokens"):
        engine.chat(essay)


def test_free_text_comes_as_far_as_the_limit_of_tokens(engine: LlmClient):
    stream = engine.stream([Message("user", "Say something.")], max_tokens=24)

    assert next(stream)
    with pytest.raises(LlmTruncatedError, match="does not fit into 24 tokens"):
        next(stream)
