"""Replies are kept, replayed, and shared by processes; a damaged file is named."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from hirec.llm.cache import CachedReply, ReplyCache, cache_key
from hirec.llm.chat import ChatRequest, Message
from hirec.llm.client import LlmClient
from hirec.llm.errors import (
    Failure,
    LlmCacheError,
    LlmDeclinedError,
    LlmEmptyReplyError,
    LlmReplayError,
    LlmReplyError,
    LlmSchemaIgnoredError,
    LlmTruncatedError,
    LlmUnavailableError,
    LlmUnreachableError,
    LlmUnusableError,
)
from hirec.llm.meter import metered
from hirec.settings import LlmPrices, LlmSettings
from hirec.testing.chat_server import LocalLlm, Served, completion, failure, streamed
from hirec.types import Usage

ROOT = Path(__file__).parents[3]
REPLY = CachedReply('{"score":1}', "tiny", Usage(7, 3, 1, 0.5), 0.25)
SETTINGS = LlmSettings(base_url="http://127.0.0.1:1/v1", model="tiny")
ASKED = (Message("user", "?"),)
GOOD = completion('{"score":0.5,"why":"so"}')
Connect = Callable[..., LlmClient]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "llm.db"


def test_what_is_kept_comes_back(path: Path) -> None:
    ReplyCache(path).put("k", REPLY, "judge", "1")
    assert ReplyCache(path).get("k") == REPLY
    assert ReplyCache(path).get("other") is None


def test_the_first_reply_stays(path: Path) -> None:
    cache = ReplyCache(path)
    cache.put("k", REPLY)
    cache.put("k", replace(REPLY, text="another"))
    assert cache.get("k") == REPLY


def test_all_that_could_change_a_reply_is_in_the_key() -> None:
    keys = [
        cache_key(SETTINGS, ASKED, 64, "1", {"type": "object"}),
        cache_key(SETTINGS, ASKED, 64, "1", {"type": "string"}),
        cache_key(SETTINGS, ASKED, 64, "2", {"type": "object"}),
        cache_key(SETTINGS, ASKED, 65, "1", {"type": "object"}),
        cache_key(SETTINGS, (Message("system", "?"),), 64, "1", {"type": "object"}),
        cache_key(SETTINGS, (Message("user", "?", (b"png",)),), 64, "1", {"type": "object"}),
    ]
    for change in (
        {"model": "other"},
        {"base_url": "http://127.0.0.1:2/v1"},
        {"temperature": 0.5},
        {"extra_body": {"top_k": 1}},
        {"max_tokens": 100},
    ):
        changed = SETTINGS.model_copy(update=change)
        keys.append(cache_key(changed, ASKED, 64, "1", {"type": "object"}))
    assert len(set(keys)) == len(keys)


def test_what_cannot_change_a_reply_is_not() -> None:
    slower = SETTINGS.model_copy(
        update={
            "timeout_s": 1.0,
            "attempts": 1,
            "mode": "replay",
            "api_key_env": "KEY",
            "prices": LlmPrices(input_usd=9),
            "base_url": SETTINGS.base_url + "/",
        }
    )
    assert cache_key(slower, ASKED, 64) == cache_key(SETTINGS, ASKED, 64)


def test_a_run_is_replayed_without_the_server(
    connect: Connect, request_: ChatRequest, path: Path
) -> None:
    prices = {"input_usd": 1.0, "output_usd": 2.0}
    with LocalLlm([GOOD]) as server:
        first = connect(server, cache=str(path), prices=prices).chat(request_)
        again = connect(server, cache=str(path)).chat(request_)
        replay = connect(server, cache=str(path), mode="replay", api_key_env="NO_SUCH_KEY")
    with metered() as meter:
        replayed = replay.chat(request_)
        (several,) = replay.chat_many([request_])
        replay.check()
    assert len(server.requests) == 1
    assert again.value == replayed.value == first.value
    assert (again.cached, again.usage, again.model) == (True, Usage(cached_calls=1), first.model)
    assert replayed.first_usage is not None
    assert replayed.first_usage.cost_usd == pytest.approx((10 * 1 + 5 * 2) / 1e6)
    assert meter.usage == Usage(cached_calls=2)
    assert several == replayed


def test_a_replay_never_asks(connect: Connect, request_: ChatRequest, path: Path) -> None:
    with LocalLlm([GOOD]) as server:
        client = connect(server, cache=str(path), mode="replay")
        with pytest.raises(LlmReplayError, match=r"judge \(version 1\)"):
            client.chat(request_)
        with pytest.raises(LlmReplayError):
            next(client.stream(ASKED, 10))
    assert not server.requests


def test_a_kept_reply_that_fits_no_more_is_asked_for_again(
    connect: Connect, request_: ChatRequest, path: Path
) -> None:
    with LocalLlm([GOOD]) as server:
        connect(server, cache=str(path)).chat(request_)
        with sqlite3.connect(path) as database:
            database.execute("UPDATE replies SET text = '{}'")
        assert connect(server, cache=str(path)).chat(request_).cached is False
        with pytest.raises(LlmReplayError, match="does not fit"):
            connect(server, cache=str(path), mode="replay").chat(request_)


def test_the_canary_sings_once_for_a_server_and_model(
    connect: Connect, request_: ChatRequest, path: Path
) -> None:
    with LocalLlm([completion("Hello there!"), GOOD], sings=False) as server:
        with pytest.raises(LlmSchemaIgnoredError):
            connect(server, cache=str(path)).chat(request_)
        server.sings = True
        assert connect(server, cache=str(path)).chat(request_).usage.calls == 2
        again = ChatRequest(request_.task, "2", request_.messages, request_.schema)
        assert connect(server, cache=str(path)).chat(again).usage.calls == 1
        other = connect(server, cache=str(path), model="other").chat(again)
        assert other.usage.calls == 2


def test_a_call_out_of_the_cache_says_what_it_once_cost(
    connect: Connect, request_: ChatRequest, path: Path
) -> None:
    with LocalLlm([GOOD]) as server:
        connect(server, cache=str(path)).chat(request_)
        with metered() as meter:
            connect(server, cache=str(path)).chat(request_)
    (call,) = meter.calls
    assert call.cached
    assert call.usage.input_tokens == 10
    assert meter.usage == Usage(cached_calls=1)


def test_free_text_is_replayed_too(connect: Connect, path: Path) -> None:
    with LocalLlm([streamed(["He", "llo"])]) as server, metered() as meter:
        client = connect(server, cache=str(path))
        assert list(client.stream(ASKED, 10)) == ["He", "llo"]
        assert list(client.stream(ASKED, 10)) == ["Hello"]
    assert (len(server.requests), meter.usage.cached_calls) == (1, 1)


@pytest.mark.parametrize(
    ("reply", "kind", "raw"),
    [
        (completion("No."), LlmReplyError, "No."),
        (completion(""), LlmEmptyReplyError, ""),
        (completion('{"score":', "length"), LlmTruncatedError, '{"score":'),
        (completion(None, refusal="Never."), LlmDeclinedError, "Never."),
    ],
)
def test_a_reply_that_cannot_be_used_is_a_reply(
    connect: Connect,
    request_: ChatRequest,
    path: Path,
    reply: Served,
    kind: type[LlmUnusableError],
    raw: str,
) -> None:
    """Else a run with one in it could not be repeated, and would pay for it each time."""
    with LocalLlm([reply]) as server:
        with pytest.raises(kind) as first:
            connect(server, cache=str(path)).chat(request_)
        asked = len(server.requests)
        with metered() as meter, pytest.raises(kind) as again:
            connect(server, cache=str(path)).chat(request_)
        assert len(server.requests) == asked
    with pytest.raises(kind) as replayed:
        connect(server, cache=str(path), mode="replay").chat(request_)
    assert str(again.value) == str(replayed.value) == str(first.value)
    assert again.value.usage == meter.usage == Usage(cached_calls=1)
    (call,) = meter.calls
    assert call.usage.calls == first.value.usage.calls - 1  # its canary is not the reply's
    assert call.failure == Failure.of(first.value)
    kept = ReplyCache(path).get(call.key)
    assert kept is not None
    assert (kept.text, kept.failure) == (raw, call.failure)
    assert [(usage.task, usage.failed) for usage in ReplyCache(path).usage()] == [
        ("canary", 0),
        ("judge", 1),
    ]


@pytest.mark.parametrize("trouble", [failure(503), replace(GOOD, cut_at=5)])
def test_where_there_was_no_reply_it_is_asked_again(
    connect: Connect, request_: ChatRequest, path: Path, trouble: Served
) -> None:
    with LocalLlm([trouble, trouble, trouble, GOOD]) as server:
        client = connect(server, cache=str(path))
        (failed,) = client.chat_many([request_])
        assert isinstance(failed, LlmUnavailableError | LlmUnreachableError)
        assert client.chat(request_).cached is False


def test_a_file_made_before_failures_were_kept_stays_good(path: Path) -> None:
    with closing(ReplyCache(path)) as older:
        older.put("k", REPLY)
    with sqlite3.connect(path) as database:
        database.execute("DROP TABLE failures")
    with closing(ReplyCache(path)) as cache:
        assert cache.get("k") == REPLY
        cache.put("j", replace(REPLY, failure=Failure("LlmReplyError", "Not this.")))
        kept = cache.get("j")
    assert kept is not None
    assert kept.failure is not None
    assert str(kept.failure.error()) == "Not this."


def test_a_failure_of_another_version_is_named() -> None:
    with pytest.raises(LlmCacheError, match="LlmTiredError"):
        Failure("LlmTiredError", "?").error()


def test_no_secret_is_kept(
    connect: Connect, request_: ChatRequest, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TINY_KEY", "sk-secret")
    with LocalLlm([GOOD]) as server:
        connect(server, cache=str(path), api_key_env="TINY_KEY").chat(request_)
    assert b"sk-secret" not in b"".join(file.read_bytes() for file in path.parent.iterdir())


WRITER = """
import sys
from hirec.llm.cache import CachedReply, ReplyCache
from hirec.types import Usage

cache = ReplyCache(sys.argv[1])
reply = CachedReply('{"score":1}', "tiny", Usage(7, 3, 1, 0.5), 0.25)
for number in range(50):
    cache.put(f"{sys.argv[2]}-{number}", reply)
    cache.put(f"both-{number}", reply)
"""


def test_several_processes_write_at_once(path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name], cwd=ROOT)
        for name in ("0", "1")
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    cache = ReplyCache(path)
    for number in range(50):
        for name in ("0", "1", "both"):
            assert cache.get(f"{name}-{number}") == REPLY


def test_a_damaged_file_is_named(connect: Connect, request_: ChatRequest, tmp_path: Path) -> None:
    path = tmp_path / "llm.db"
    path.write_bytes(b"this is no database" * 100)
    with pytest.raises(LlmCacheError, match=r"llm\.db is damaged"):
        ReplyCache(path)
    path.unlink()
    with LocalLlm([GOOD]) as server:
        client = connect(server, cache=str(path))
        client.chat(request_)
        with sqlite3.connect(path) as database:
            database.execute("UPDATE replies SET usage = '[]'")
        with pytest.raises(LlmCacheError, match=r"llm\.db is damaged"):
            client.chat(request_)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(LlmCacheError, match="writable"):
        ReplyCache(tmp_path / "llm.db")


def test_a_fork_opens_the_file_anew(path: Path) -> None:
    cache = ReplyCache(path)
    child = os.fork()
    if child == 0:
        cache.put("child", REPLY)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert cache.get("child") == REPLY


def test_a_folder_in_its_place_is_named(tmp_path: Path) -> None:
    with pytest.raises(LlmCacheError, match="cannot be used"):
        ReplyCache(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(LlmCacheError, match="Cannot make the folder"):
        ReplyCache(tmp_path / "file" / "llm.db")
