"""The client against llama.cpp's server and a tiny model with random weights.

Its words mean nothing, but they are held to the schema by a grammar: whatever it is asked, the
reply is of the shape or the failure has a name.
"""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from hirec.llm.chat import ChatReply, ChatRequest, LlmError, Message
from hirec.llm.client import LlmClient
from hirec.llm.errors import (
    LlmTimeoutError,
    LlmTruncatedError,
    LlmUnreachableError,
)
from hirec.llm.meter import metered
from hirec.settings import LlmSettings


class Picked(BaseModel):
    keep: list[Literal[1, 2, 3]] = Field(max_length=4)
    answerable: bool
    kind: Literal["program", "statement"]
    why: str = Field(max_length=40)
    rank: int = Field(ge=0, le=99)
    missing: str | None = Field(max_length=30)


class Measured(BaseModel):
    """A random model writes numbers such as 4e3310, which JSON allows and nobody can use."""

    values: list[float] = Field(min_length=3, max_length=3)


class Line(BaseModel):
    words: str = Field(min_length=80, max_length=90)


class Told(BaseModel):
    """Takes thousands of tokens."""

    story: list[Line] = Field(min_length=150, max_length=150)


def asked(shape: type[BaseModel], text: str, max_tokens: int = 600) -> ChatRequest[Any]:
    messages = (Message("system", "You read filings."), Message("user", text))
    return ChatRequest("read", "1", messages, shape, max_tokens)


@pytest.fixture(scope="module")
def client(llm_server: Any) -> Iterator[LlmClient]:
    settings = LlmSettings(base_url=llm_server.url, model="tiny", attempts=2, timeout_s=300)
    with LlmClient(settings) as running:
        yield running


def test_it_keeps_to_schemas(client: LlmClient) -> None:
    with metered() as meter:
        client.check()
    assert meter.usage.calls <= 1


def test_several_at_once_are_of_the_shape_or_fail_by_name(client: LlmClient) -> None:
    requests = [asked(Picked, f"Question {number}?") for number in range(8)]
    with metered() as meter:
        replies = client.chat_many(requests)
    good = [reply for reply in replies if isinstance(reply, ChatReply)]
    assert all(type(reply.value) is Picked for reply in good)
    for failed in (reply for reply in replies if isinstance(reply, LlmError)):
        assert type(failed) is not LlmError
    assert meter.usage.calls >= len(good)
    assert meter.usage.input_tokens > 8 * 10
    assert meter.usage.output_tokens > 8 * 10


def test_wild_numbers_are_refused_by_name(client: LlmClient) -> None:
    outcomes = client.chat_many([asked(Measured, f"Measure {n}.", 200) for n in range(6)])
    for outcome in outcomes:
        if isinstance(outcome, ChatReply):
            assert all(abs(value) < float("inf") for value in outcome.value.values)
        else:
            assert type(outcome) is not LlmError


def test_what_does_not_fit_the_context_is_refused(client: LlmClient) -> None:
    with pytest.raises(LlmError, match=r"context.*show the model less"):
        client.chat(asked(Picked, "revenue " * 40_000))


def test_what_does_not_fit_the_limit_is_named(client: LlmClient) -> None:
    with pytest.raises(LlmTruncatedError, match="40 tokens"):
        client.chat(asked(Told, "Tell me.", 20))


def test_free_text_comes_in_pieces(llm_server: Any) -> None:
    # A model of random weights ends at random: here it may not end by itself.
    settings = LlmSettings(
        base_url=llm_server.url, model="tiny", timeout_s=30, extra_body={"ignore_eos": True}
    )
    heard: list[str] = []
    with (
        LlmClient(settings) as client,
        metered() as meter,
        pytest.raises(LlmTruncatedError, match="30 tokens"),
    ):
        heard.extend(client.stream((Message("user", "Go on and on."),), 30))
    assert heard
    assert meter.usage.output_tokens == 30


def test_a_slow_reply_is_given_up(llm_server: Any) -> None:
    settings = LlmSettings(
        base_url=llm_server.url, model="tiny", attempts=1, timeout_s=5, deadline_s=0.05
    )
    with LlmClient(settings) as client:
        started = time.monotonic()
        with pytest.raises(LlmTimeoutError):
            client.chat(asked(Told, "revenue " * 8_000, 2000))
        assert time.monotonic() - started < 60


def test_a_server_killed_in_the_middle_of_a_reply(start_llm_server: Callable[[], Any]) -> None:
    server = start_llm_server()
    settings = LlmSettings(
        base_url=server.url, model="tiny", attempts=2, backoff_s=0.05, max_tokens=12_000
    )
    with LlmClient(settings) as client:
        client.check()
        threading.Timer(0.3, server.kill).start()
        started = time.monotonic()
        outcomes = client.chat_many([asked(Told, f"Tell me {n}.", 12_000) for n in range(3)])
        assert time.monotonic() - started < 300
    assert {type(outcome) for outcome in outcomes} == {LlmUnreachableError}
