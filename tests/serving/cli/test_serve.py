"""``hirec serve``: what it refuses, how it ends, and a client that leaves."""

import http.client
import json
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from hirec.testing.chat_server import LocalLlm, Served, completion
from tests.serving.cli.test_app import call
from tests.serving.conftest import NET_SALES, HirecServer, Start

WHY = "Why did net sales of Harbor Peak Foods increase in fiscal 2022?"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "Say what to serve"),
        (("--index", "nowhere"), "nowhere"),
        (("--index", "x", "--host", "0.0.0.0"), "Without keys hirec serves on 127.0.0.1 only"),
        (("--index", "x", "--index", "y/x"), "Two indexes are named x"),
        (("mcp",), "hirec serve mcp --index FOLDER"),
        (("mcp", "--index", "x", "--keys", "k"), "--keys go with --http"),
        (("mcp", "--index", "x", "--http", "--host", "::"), "Without keys hirec serves on"),
    ],
)
def test_what_cannot_be_served_is_one_sentence(
    options: tuple[str, ...],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert call(monkeypatch, "serve", *options) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "package", "extra"),
    [
        (("serve",), "fastapi", "serve"),
        (("serve", "mcp"), "mcp", "mcp"),
        (("serve", "mcp"), "uvicorn", "mcp"),
    ],
)
def test_a_missing_extra_is_named(
    command: tuple[str, ...],
    package: str,
    extra: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ours = ("serving.http", "serving.mcp", "serving.web")
    for name in [name for name in sys.modules if name.startswith((*ours, f"{package}."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    assert call(monkeypatch, *command, "--index", "x") == 2
    said = capsys.readouterr().err
    assert f"needs {package}, which is not installed: pip install 'hirec[{extra}]'" in said
    assert said.count("\n") == 1


def test_a_port_that_is_taken_is_told(
    server: HirecServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    port = server.url.rsplit(":", 1)[1]
    assert call(monkeypatch, "serve", "--index", "x", "--port", port) == 2
    assert "choose another --port" in capsys.readouterr().err


def test_with_keys_any_address_will_do(
    start_server: Start, served_index: Path, tmp_path: Path
) -> None:
    options = ("--index", served_index, "--host", "0.0.0.0", "--keys", tmp_path / "keys.db")
    started = start_server(*options)
    assert started.said["keys"] is True
    address = started.url.replace("0.0.0.0", "127.0.0.1")
    assert (
        httpx.get(f"{address}/api/indexes", headers={"Host": "filings.example"}).status_code == 401
    )
    assert started.stop() == 0


class Slow:
    """A model whose server takes a request and does not answer until it is told to."""

    def __init__(self) -> None:
        self.asked, self.go = threading.Event(), threading.Event()

    def __call__(self, request: dict[str, Any]) -> Served:
        del request
        self.asked.set()
        self.go.wait(60)
        return completion("{}")


def taken(server: HirecServer) -> float:
    """Questions that run or wait."""
    lines = server.client.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("hirec_questions "))


@pytest.fixture
def slow_settings(tmp_path: Path) -> Any:
    model = Slow()
    with LocalLlm(model) as llm:
        settings = tmp_path / "slow.yaml"
        content = {"analyst": "llm", "llm": {"base_url": llm.url, "model": "replica"}}
        settings.write_text(json.dumps(content))
        yield model, settings
        model.go.set()


def test_a_client_that_leaves_stops_its_question_and_makes_room(
    start_server: Start, served_index: Path, slow_settings: tuple[Slow, Path]
) -> None:
    model, settings = slow_settings
    options = ("--index", served_index, "--settings", settings, "--workers", 1, "--longest-wait", 0)
    server = start_server(*options)
    path = f"{server.url}/api/indexes/sample/ask"
    for end in ("", "/events"):
        model.asked.clear()
        leaver = _sent(path + end)
        assert model.asked.wait(60)
        assert taken(server) == 1
        refused = httpx.post(path, json={"question": NET_SALES}, timeout=60)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) >= 1
        leaver.close()
        deadline = time.monotonic() + 15
        while taken(server):
            assert time.monotonic() < deadline, "the question went on"
            time.sleep(0.05)
    assert not model.go.is_set()
    assert server.stop() == 0


def _sent(path: str) -> http.client.HTTPConnection:
    """A connection on which a question was sent, and whose answer nobody reads."""
    url = httpx.URL(path)
    connection = http.client.HTTPConnection(url.host, url.port, timeout=60)
    body = json.dumps({"question": WHY})
    connection.request("POST", url.path, body, {"Content-Type": "application/json"})
    return connection


def test_running_questions_end_before_the_server_does(
    start_server: Start, served_index: Path, slow_settings: tuple[Slow, Path]
) -> None:
    model, settings = slow_settings
    server = start_server("--index", served_index, "--settings", settings)
    got: list[httpx.Response] = []
    path = f"{server.url}/api/indexes/sample/ask"
    worker = threading.Thread(
        target=lambda: got.append(httpx.post(path, json={"question": WHY}, timeout=60))
    )
    worker.start()
    assert model.asked.wait(60)
    server.process.send_signal(signal.SIGTERM)
    time.sleep(0.5)
    assert server.process.poll() is None
    model.go.set()
    worker.join()
    assert got[0].status_code in (200, 502)
    assert server.process.wait(timeout=60) == 0
