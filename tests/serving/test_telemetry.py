"""Spans of questions: their tree and attributes, what is never in them, and the way over OTLP."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from hirec import HiREC
from hirec.types import QuestionError, StageRecord, Usage
from serving.telemetry import Telemetry, configured
from serving.traces import run_json, store_trace
from tests.serving.conftest import NET_SALES, Start

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = {"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"}


def spans_of(
    index: Path, content: bool, question: str = NET_SALES
) -> tuple[list[ReadableSpan], Any]:
    """Ask under a span; returns all spans, the question's last, and the stored answer."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    hirec, heard = HiREC.open(index), []
    with Telemetry(provider, content).question("sample", question, PARENT, heard.append) as asking:
        answer = hirec.ask(question, listener=asking.hear)
        asking.stored = store_trace(index, answer, run_json(hirec, None, ()))
    assert tuple(heard) == answer.trace.steps
    return list(exporter.get_finished_spans()), asking.stored


def test_a_question_is_a_span_with_one_for_each_step(served_index: Path) -> None:
    (*steps, whole), stored = spans_of(served_index, content=False)
    assert whole.name == "invoke_agent hirec"
    assert dict(whole.attributes or {}) == {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "hirec",
        "gen_ai.provider.name": "hirec",
        "gen_ai.data_source.id": "sample",
        "hirec.verdict": "verified",
        "hirec.trace_id": stored["trace_id"],
    }
    assert whole.context is not None
    assert f"{whole.context.trace_id:032x}" == TRACE
    told = stored["trace"]["steps"]
    assert [each.name for each in steps] == [f"hirec.{step['stage']}" for step in told]
    for span, step in zip(steps, told, strict=True):
        assert span.parent is not None
        assert span.parent.span_id == whole.context.span_id
        took = (span.end_time or 0) - (span.start_time or 0)
        assert took / 1e9 == pytest.approx(step["seconds"], abs=1e-6)
        retrieval = step["stage"] in ("documents", "passages")
        assert ((span.attributes or {}).get("gen_ai.operation.name") == "retrieval") is retrieval
    said = " ".join(span.to_json() for span in (*steps, whole))
    assert "Harbor" not in said
    assert "7,547" not in said


def test_content_is_in_it_where_that_was_asked_for(served_index: Path) -> None:
    (*_, whole), _ = spans_of(served_index, content=True)
    given, made = (
        json.loads(str((whole.attributes or {})[f"gen_ai.{name}.messages"]))
        for name in ("input", "output")
    )
    assert given == [{"role": "user", "parts": [{"type": "text", "content": NET_SALES}]}]
    assert made[0]["parts"][0]["content"] == "$7,547 million"


@pytest.mark.parametrize("content", [False, True])
def test_a_failure_is_named_and_told_only_with_content(content: bool) -> None:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    telemetry = Telemetry(provider, content)

    def fail() -> None:
        with telemetry.question("i", "secret", {}, [].append) as asking:
            asking.hear(StageRecord("answer", 1, 0.5, usage=Usage(7, 3, 1)))
            raise QuestionError("secret too")

    with pytest.raises(QuestionError):
        fail()
    step, whole = exporter.get_finished_spans()
    assert (step.attributes or {})["gen_ai.usage.input_tokens"] == 7
    assert (step.attributes or {})["gen_ai.usage.output_tokens"] == 3
    assert (whole.attributes or {})["error.type"] == "QuestionError"
    assert whole.status.status_code is StatusCode.ERROR
    assert ("secret" in whole.to_json()) is content


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:1"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_SDK_DISABLED": "true"}, False),
    ],
)
def test_it_is_off_unless_configured(
    variables: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert configured() is expected


@pytest.fixture
def collector() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """A collector's address, and the (path, body) that came."""
    came: list[tuple[str, bytes]] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            came.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", came
    server.shutdown()
    server.server_close()


def test_a_server_sends_its_spans_over_otlp(
    start_server: Start,
    served_index: Path,
    collector: tuple[str, list[tuple[str, bytes]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address, came = collector
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
    server = start_server("--index", served_index)
    path = f"{server.index('sample')}/ask"
    got = server.client.post(path, json={"question": NET_SALES}, headers=PARENT)
    run = got.json()["trace_id"]
    assert server.stop() == 0
    deadline = time.monotonic() + 20
    while not came:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert {path for path, _ in came} == {"/v1/traces"}
    body = b"".join(body for _, body in came)
    for said in (b"invoke_agent hirec", b"hirec.passages", run.encode(), bytes.fromhex(TRACE)):
        assert said in body
    assert b"Harbor" not in body
