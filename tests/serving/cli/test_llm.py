"""``hirec llm`` says whether the server is fit, and what the cache holds."""

import json
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from hirec.llm.cache import CachedReply, ReplyCache
from hirec.llm.errors import LlmNotSetError, LlmSchemaIgnoredError, LlmUnreachableError
from hirec.testing.chat_server import LocalLlm, completion
from hirec.types import Usage
from serving.cli.app import app


def preset(folder: Path, **llm: object) -> str:
    path = folder / "llm.yaml"
    path.write_text(yaml.safe_dump({"llm": {"model": "tiny", "attempts": 1, **llm}}))
    return str(path)


def test_a_fit_server(tmp_path: Path) -> None:
    with LocalLlm([]) as server:
        settings = preset(tmp_path, base_url=server.url)
        said = CliRunner().invoke(app, ["llm", "check", "--settings", settings])
        told = CliRunner().invoke(app, ["llm", "check", "--settings", settings, "--json"])
    assert (said.exit_code, told.exit_code) == (0, 0)
    assert f"{server.url} serves tiny and keeps to JSON Schemas" in said.stdout
    assert json.loads(told.stdout)["calls"] == 1


def test_a_server_that_is_not_fit(tmp_path: Path) -> None:
    with LocalLlm([completion("Hello!")], sings=False) as server:
        settings = preset(tmp_path, base_url=server.url)
        unfit = CliRunner().invoke(app, ["llm", "check", "--settings", settings])
    gone = CliRunner().invoke(app, ["llm", "check", "--settings", settings])
    assert isinstance(unfit.exception, LlmSchemaIgnoredError)
    assert isinstance(gone.exception, LlmUnreachableError)


def test_what_the_cache_holds(tmp_path: Path) -> None:
    path = tmp_path / "llm.db"
    cache = ReplyCache(path)
    for number in range(3):
        cache.put(str(number), CachedReply("{}", "tiny", Usage(10, 2, 1, 0.5), 1.0), "curate", "2")
    settings = preset(tmp_path, cache=str(path))
    said = CliRunner().invoke(app, ["llm", "cache", "--settings", settings])
    told = CliRunner().invoke(app, ["llm", "cache", "--settings", settings, "--json"])
    assert "curate version 2: 3 replies of tiny, 30 + 6 tokens, 1.5000 USD" in said.stdout
    assert json.loads(told.stdout)[0]["replies"] == 3


@pytest.mark.parametrize("llm", [{}, {"cache": "nowhere.db"}])
def test_no_cache(tmp_path: Path, llm: dict) -> None:
    told = CliRunner().invoke(app, ["llm", "cache", "--settings", preset(tmp_path, **llm)])
    assert isinstance(told.exception, LlmNotSetError)


def test_a_model_that_is_there_is_taken_under_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HIREC_MODELS", str(tmp_path / "models"))
    file = tmp_path / "mine.gguf"
    file.write_bytes(b"GGUF...")
    told = CliRunner().invoke(app, ["llm", "get", "own", "--file", str(file)])
    assert told.exit_code == 0
    assert "file: own" in told.stdout
    assert (tmp_path / "models" / "own.gguf").read_bytes() == b"GGUF..."


def test_a_model_that_is_not_there_is_named_with_what_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HIREC_MODELS", str(tmp_path))
    settings = preset(tmp_path, engine="openvino", file="qwen2.5-1.5b-instruct")
    told = CliRunner().invoke(app, ["llm", "check", "--settings", settings])
    assert isinstance(told.exception, LlmNotSetError)
    assert "hirec llm get qwen2.5-1.5b-instruct" in str(told.exception)
