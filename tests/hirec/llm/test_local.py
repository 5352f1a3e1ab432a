"""Models inside this process: a tiny one with random weights always, a real one where it lies.

The real one is the GGUF that HIREC_QWEN names, or the one that `hirec llm get` brought.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from hirec.analysts.llm.replies import curation_reply
from hirec.llm import local
from hirec.llm.chat import ChatRequest, LlmError, Message
from hirec.llm.client import LlmClient
from hirec.llm.errors import (
    LlmNotSetError,
    LlmReplyError,
    LlmTimeoutError,
    LlmTruncatedError,
    LlmUnreachableError,
)
from hirec.llm.grammar import compact_grammar
from hirec.llm.local import ServedHere, open_client
from hirec.llm.meter import metered
from hirec.llm.openvino_model import OpenVinoModel
from hirec.llm.schema import strict_schema
from hirec.settings import LlmSettings, Settings

ROOT = Path(__file__).parents[3]
LABELS = ["P1", "P2", "P3"]
REQUEST = ChatRequest(
    "curate",
    "1",
    (
        Message("system", "Reply with JSON on one line."),
        Message("user", "<P2>\nNet sales were $5 million.\n</P2>\nWhat were net sales?"),
    ),
    curation_reply(LABELS, 2),
    64,
)


def client_of(engine: str, file: Path | str, **more: object) -> LlmClient:
    llm = {"engine": engine, "file": str(file), "threads": 1, "timeout_s": 300.0, **more}
    return open_client(Settings.model_validate({"llm": llm}))


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("local") / "tiny.gguf"
    make = "import sys, pathlib; sys.path.insert(0, 'tests'); import llm_server; "
    make += f"llm_server.write_model(pathlib.Path({str(path)!r}))"
    subprocess.run([sys.executable, "-c", make], cwd=ROOT, check=True)
    return path


@pytest.fixture
def client(tiny: Path) -> Iterator[LlmClient]:
    """llama.cpp: OpenVINO takes real models only."""
    pytest.importorskip("xllamacpp", reason="the extra `local` brings it")
    with client_of("llamacpp", tiny) as opened:
        yield opened


def test_a_reply_points_at_what_was_shown_or_fails_by_name(client: LlmClient) -> None:
    """Random weights may run into a limit; whatever they write to its end is of the shape."""
    outcomes = client.chat_many([REQUEST] * 3)
    assert len(outcomes) == 3
    for outcome in outcomes:
        if isinstance(outcome, LlmError):
            assert isinstance(outcome, LlmTruncatedError | LlmReplyError)
            continue
        assert set(outcome.value.keep) <= set(LABELS)
        assert len(outcome.value.keep) <= 2
        assert outcome.usage.calls <= 2  # no canary: the engine is held to grammars by us
        assert outcome.usage.input_tokens > 10
        assert outcome.usage.output_tokens > 5


def test_llamacpp_is_held_to_compact_json(tiny: Path) -> None:
    pytest.importorskip("xllamacpp", reason="the extra `local` brings it")

    async def ask() -> str:
        here = LlmSettings(engine="llamacpp", file=str(tiny), threads=1)
        exchange = ServedHere(str(tiny), here)
        try:
            schema = strict_schema(REQUEST.schema)
            return (await exchange.complete(REQUEST.messages, 200, "curate", schema)).text
        finally:
            await exchange.close()

    text = asyncio.run(ask())
    assert text == json.dumps(json.loads(text), separators=(",", ":"))


def test_free_text_comes_in_pieces_up_to_its_limit(client: LlmClient) -> None:
    """Random weights may stop by themselves, but never go on."""
    with metered() as meter, suppress(LlmTruncatedError):
        list(client.stream(REQUEST.messages, 8))
    assert 0 < meter.usage.output_tokens <= 8


def test_the_file_is_looked_for_at_once_and_a_bad_one_named(tmp_path: Path) -> None:
    with pytest.raises(LlmNotSetError, match="--file FILE"):
        client_of("llamacpp", tmp_path / "none.gguf")
    bad = tmp_path / "bad.gguf"
    bad.write_bytes(b"GGUF and nothing else")
    pytest.importorskip("openvino_genai", reason="the extra `local` brings it")
    with client_of("openvino", bad) as opened, pytest.raises(LlmUnreachableError, match="bad"):
        opened.chat(REQUEST)


@pytest.fixture
def unloaded() -> Iterator[None]:
    """Lets go of OpenVINO's model at the end: it takes gigabytes that other tests may need."""
    yield
    local._openvino.cache_clear()


@pytest.mark.usefixtures("unloaded")
@pytest.mark.parametrize("engine", ["llamacpp", "openvino"])
def test_a_real_model_keeps_the_passage_that_answers(engine: str, real_model: Path) -> None:
    package = {"llamacpp": "xllamacpp", "openvino": "openvino_genai"}[engine]
    pytest.importorskip(package, reason="the extra `local` brings it")
    with client_of(engine, real_model) as opened:
        reply = opened.chat(REQUEST)
        again = opened.chat(REQUEST)
    assert "P2" in reply.value.keep
    assert again.value == reply.value


def test_a_model_opened_unpacked_says_the_same(
    real_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openvino_genai", reason="the extra `local` brings it")
    monkeypatch.setattr("hirec.llm.unpacking.user_cache_path", lambda name: tmp_path / name)
    grammar = compact_grammar(strict_schema(REQUEST.schema))
    said = []
    for _ in range(2):
        model = OpenVinoModel(str(real_model), 2)
        said.append(model.reply(REQUEST.messages, REQUEST.max_tokens, grammar, lambda: False))
        del model
    assert said[0] == said[1]
    (kept,) = (tmp_path / "hirec" / "converted").iterdir()
    assert {path.name for path in kept.iterdir()} >= {"openvino_model.xml", "openvino_model.bin"}
    assert not list(kept.glob("*.gguf"))


@pytest.mark.usefixtures("unloaded")
def test_a_request_that_takes_too_long_is_ended(real_model: Path) -> None:
    pytest.importorskip("openvino_genai", reason="the extra `local` brings it")
    impatient = {"timeout_s": 0.001, "deadline_s": 0.002, "attempts": 1}
    client = client_of("openvino", real_model, **impatient)
    with client, pytest.raises(LlmTimeoutError):
        client.chat(REQUEST)
