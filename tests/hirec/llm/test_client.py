"""The client against a server with every kind of trouble: a reply or a named error, in time."""

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from hirec.llm.chat import ChatRequest, LlmError, Message
from hirec.llm.client import LlmClient
from hirec.llm.errors import (
    LlmDeclinedError,
    LlmEmptyReplyError,
    LlmNotSetError,
    LlmRefusedError,
    LlmReplyError,
    LlmSchemaIgnoredError,
    LlmTimeoutError,
    LlmTruncatedError,
    LlmUnavailableError,
    LlmUnreachableError,
)
from hirec.llm.meter import metered
from hirec.settings import LlmSettings
from hirec.testing.chat_server import LocalLlm, Served, completion, failure, slow, streamed
from hirec.types import Usage

GOOD = completion('{"score":0.5,"why":"so"}')
CANARY = Usage(10, 5, 1)
Connect = Callable[..., LlmClient]


LONGEST_S = 60.0
"""Far more than any machine needs, and less than what a client that waits on would take."""


def patience(script: list[Served]) -> dict[str, float]:
    """Limits of the client: short only where the server is to be given up."""
    lags = any(served.delay_s or served.trickle_s for served in script)
    return {"timeout_s": 2.0, "deadline_s": 30.0} if lags else {}


def spent(usage: Usage) -> tuple[int, int, int]:
    return usage.input_tokens, usage.output_tokens, usage.calls


def test_a_reply_of_the_shape(connect: Connect, request_: ChatRequest) -> None:
    with LocalLlm([GOOD]) as server:
        client = connect(server)
        client.check()
        reply = client.chat(request_)
    assert (reply.value.score, reply.value.why) == (0.5, "so")
    assert (reply.model, reply.cached, spent(reply.usage)) == ("replica", False, (10, 5, 1))
    (sent,) = server.requests
    assert (sent["model"], sent["temperature"], sent["max_tokens"]) == ("tiny", 0.01, 64)
    form = sent["response_format"]["json_schema"]
    assert (form["name"], form["strict"]) == ("judge", True)
    assert form["schema"]["additionalProperties"] is False


@pytest.mark.parametrize(
    ("script", "requests"),
    [
        ([failure(429, retry_after="0"), failure(503), GOOD], 3),
        ([replace(GOOD, cut_at=40), GOOD], 2),
        ([failure(408), failure(409), GOOD], 3),
        ([Served(b"<html>starting</html>"), GOOD], 2),
        ([Served(b'{"choices":[]}'), GOOD], 2),
        ([slow(GOOD, 3.0), GOOD], 2),
        ([completion('{"score":1e999,"why":""}'), GOOD], 2),
        ([completion('{"score":0.5,'), GOOD], 2),
        ([completion('{"score":0.5,', "length"), GOOD], 2),
        ([completion(""), GOOD], 2),
        ([completion('<think>hm {"score":1}</think>\n{"score":0.5,"why":"so"}')], 1),
    ],
)
def test_what_passes_is_overcome(
    connect: Connect, request_: ChatRequest, script: list[Served], requests: int
) -> None:
    with LocalLlm(script) as server:
        assert connect(server, **patience(script)).chat(request_).value.score == 0.5
    assert len(server.requests) == requests


@pytest.mark.parametrize(
    ("script", "error", "replies"),
    [
        ([failure(500)], LlmUnavailableError, 0),
        ([failure(429, retry_after="3600")], LlmUnavailableError, 0),
        ([replace(GOOD, cut_at=40)], LlmUnreachableError, 0),
        ([slow(GOOD, 3.0)], LlmTimeoutError, 0),
        ([replace(GOOD, trickle_s=0.02)], LlmTimeoutError, 0),
        ([Served(b"x" * 5_000_000)], LlmReplyError, 0),
        ([Served(b"[" * 100_000)], LlmReplyError, 0),
        ([failure(400, "maximum context length is 8")], LlmRefusedError, 0),
        ([failure(404)], LlmRefusedError, 0),
        ([completion(None, refusal="I would rather not")], LlmDeclinedError, 1),
        ([completion("", "content_filter")], LlmDeclinedError, 1),
        ([completion('{"score":0.5,', "length")], LlmTruncatedError, 2),
        ([completion('{"score":NaN,"why":""}')], LlmReplyError, 2),
        ([completion('{"score":"Infinity","why":""}')], LlmReplyError, 2),
        ([completion('{"score":1}')], LlmReplyError, 2),
        ([completion('{"score":1,"why":"' + "x" * 21 + '"}')], LlmReplyError, 2),
        ([completion("No.")], LlmReplyError, 2),
        ([completion("<think>for ever")], LlmEmptyReplyError, 2),
    ],
)
def test_what_stays_fails_by_name_in_time(
    connect: Connect,
    request_: ChatRequest,
    script: list[Served],
    error: type[LlmError],
    replies: int,
) -> None:
    with LocalLlm(script) as server, metered() as meter:
        client = connect(server, attempts=2, **patience(script))
        client.check()
        started = time.monotonic()
        with pytest.raises(error) as caught:
            client.chat(request_)
        assert time.monotonic() - started < LONGEST_S
    assert type(caught.value) is error
    assert spent(caught.value.usage) == (10 * replies, 5 * replies, replies)
    assert spent(meter.usage) == (10 + 10 * replies, 5 + 5 * replies, 1 + replies)


def test_the_whole_call_has_a_deadline(connect: Connect, request_: ChatRequest) -> None:
    with LocalLlm([slow(failure(500), 0.3)]) as server:
        client = connect(server, attempts=20, deadline_s=0.5)
        client.check()
        with pytest.raises(LlmTimeoutError, match=r"deadline_s"):
            client.chat(request_)
    assert len(server.requests) < 20


def test_it_does_not_wait_beyond_the_deadline(connect: Connect, request_: ChatRequest) -> None:
    with LocalLlm([failure(500)]) as server:
        client = connect(server, attempts=20, backoff_s=60, deadline_s=15)
        client.check()
        with pytest.raises(LlmUnavailableError):
            client.chat(request_)
    assert len(server.requests) == 1


def test_it_waits_as_long_as_the_server_asks(connect: Connect, request_: ChatRequest) -> None:
    with LocalLlm([failure(429, retry_after="0.4"), GOOD]) as server:
        client = connect(server)
        client.check()
        assert client.chat(request_).usage.seconds >= 0.4


def test_the_model_is_shown_what_was_wrong_once(connect: Connect, request_: ChatRequest) -> None:
    with LocalLlm([completion('{"score":1}'), GOOD]) as server:
        connect(server).chat(request_)
    first, second = (each["messages"] for each in server.requests)
    assert second[: len(first)] == first
    assert [turn["role"] for turn in second[len(first) :]] == ["assistant", "user"]
    assert "why: Field required" in second[-1]["content"]


def test_the_limit_is_raised_once(connect: Connect, request_: ChatRequest) -> None:
    with LocalLlm([completion("{", "length")]) as server, pytest.raises(LlmTruncatedError):
        connect(server, max_tokens=100).chat(request_)
    assert [each["max_tokens"] for each in server.requests] == [64, 100]


def test_a_server_that_ignores_schemas_is_found_out(
    connect: Connect, request_: ChatRequest
) -> None:
    with LocalLlm([completion("Hello there!")], sings=False) as server:
        client = connect(server)
        with pytest.raises(LlmSchemaIgnoredError, match="ignores JSON Schema"):
            client.check()
        with pytest.raises(LlmSchemaIgnoredError):
            client.chat(request_)
    assert len(server.requests) == 2


def test_all_share_what_becomes_of_the_canary(connect: Connect, request_: ChatRequest) -> None:
    with LocalLlm([failure(503)], sings=False) as server, metered() as meter:
        client = connect(server, attempts=2, backoff_s=0.2, concurrency=2)
        failed = client.chat_many([request_] * 20)
        assert {type(error) for error in failed} == {LlmUnavailableError}
        assert len(server.requests) == 2
        client.chat_many([request_])
        assert len(server.requests) == 4
    assert meter.usage.calls == 0


def test_several_at_once_fail_each_for_itself(connect: Connect, request_: ChatRequest) -> None:
    def script(body: dict) -> Served:
        bad = "bad" in body["messages"][0]["content"]
        return slow(failure(400) if bad else GOOD, 0.05)

    texts = ["a", "bad", "c", "d", "bad", "f", "g", "h"]
    requests = [replace(request_, messages=(Message("user", text),)) for text in texts]
    with LocalLlm(script) as server, metered() as meter:
        client = connect(server, concurrency=3)
        replies = client.chat_many(requests)
    assert [isinstance(reply, LlmRefusedError) for reply in replies] == [t == "bad" for t in texts]
    assert server.most_at_once == 3
    assert meter.usage.calls == 6 + CANARY.calls


def test_awaiting_does_not_block_and_can_be_cancelled(
    connect: Connect, request_: ChatRequest
) -> None:
    async def both(client: LlmClient) -> float:
        with metered() as meter:
            reply, _ = await asyncio.gather(client.achat(request_), asyncio.sleep(0))
        assert meter.usage == reply.usage
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.achat(request_), 0.1)
        return reply.value.score

    with LocalLlm([GOOD, slow(GOOD, 0.5), GOOD]) as server:
        client = connect(server)
        assert asyncio.run(both(client)) == 0.5
        assert client.chat(request_).value.score == 0.5


def test_free_text_comes_as_it_is_written(connect: Connect) -> None:
    messages = (Message("user", "Say something."),)
    script = [failure(503), streamed(["<thi", "nk>hm</th", "ink>\n", "He", "llo"])]
    with LocalLlm(script) as server, metered() as meter:
        assert list(connect(server).stream(messages, 50)) == ["He", "llo"]
    assert spent(meter.usage) == (10, 5, 1)


@pytest.mark.parametrize(
    ("script", "error", "before"),
    [
        (streamed(["He"], "length"), LlmTruncatedError, ["He"]),
        (streamed([]), LlmEmptyReplyError, []),
        (failure(401), LlmRefusedError, []),
        (replace(streamed(["He", "llo"]), cut_at=150), LlmUnreachableError, ["He"]),
        (Served(b"data: {nonsense\n\n"), LlmReplyError, []),
    ],
)
def test_free_text_fails_by_name(
    connect: Connect, script: Served, error: type[LlmError], before: list[str]
) -> None:
    heard: list[str] = []
    with LocalLlm([script]) as server, pytest.raises(error):
        heard.extend(connect(server).stream((Message("user", "?"),), 50))
    assert heard == before


def test_a_stream_that_is_closed_does_not_look_whole(connect: Connect) -> None:
    with LocalLlm([slow(streamed(["Hello"]), 1.0)]) as server:
        client = connect(server)
        threading.Timer(0.2, client.close).start()
        with pytest.raises(LlmUnreachableError, match="broken off"):
            list(client.stream((Message("user", "?"),), 50))


def test_nobody_listening(request_: ChatRequest) -> None:
    with LocalLlm([GOOD]) as server:
        url = server.url
    settings = LlmSettings(base_url=url, model="tiny", attempts=2, backoff_s=0.01)
    with LlmClient(settings) as client, pytest.raises(LlmUnreachableError, match="start the"):
        client.chat(request_)


def test_no_model_is_set() -> None:
    with pytest.raises(LlmNotSetError, match=r"laptop\.yaml, vllm\.yaml"):
        LlmClient(LlmSettings())


def test_the_key_is_sent_and_never_shown(
    connect: Connect, request_: ChatRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TINY_KEY", "sk-secret")
    refusal = failure(401, "Incorrect API key provided: sk-secret")
    with LocalLlm([refusal]) as server, pytest.raises(LlmRefusedError, match="TINY_") as caught:
        connect(server, api_key_env="TINY_KEY").chat(request_)
    assert "sk-secret" not in str(caught.value)
    assert server.headers[0]["authorization"] == "Bearer sk-secret"


def test_a_key_that_is_not_there(
    connect: Connect, request_: ChatRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TINY_KEY", raising=False)
    with LocalLlm([GOOD]) as server, pytest.raises(LlmNotSetError, match="TINY_KEY"):
        connect(server, api_key_env="TINY_KEY").chat(request_)


def test_it_goes_on_after_being_closed(connect: Connect, request_: ChatRequest) -> None:
    with LocalLlm([GOOD]) as server:
        client = connect(server)
        client.chat(request_)
        client.close()
        assert client.chat(request_).value.score == 0.5
