"""A chat server of one's own on 127.0.0.1, with trouble on demand, for tests over real HTTP."""

import json
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

MODEL = "replica"
_CANARY = '{"canary":"sings"}'


@dataclass(frozen=True, slots=True)
class Served:
    """One HTTP answer."""

    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    delay_s: float = 0.0
    """Silence before it."""
    cut_at: int | None = None
    """The connection breaks after so many bytes of the body."""
    trickle_s: float = 0.0
    """Silence after each byte."""


def completion(
    text: str | None, finish_reason: str = "stop", tokens: tuple[int, int] = (10, 5), **more: object
) -> Served:
    """A chat completion that says a text.

    Args:
        text: None as in a refusal.
        finish_reason: ``length`` for one that was cut off.
        tokens: Of the prompt, and of the completion.
        **more: Goes into the message (``refusal=...``).

    """
    content = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": MODEL,
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text, **more},
                "finish_reason": finish_reason,
            }
        ],
        "usage": {
            "prompt_tokens": tokens[0],
            "completion_tokens": tokens[1],
            "total_tokens": sum(tokens),
        },
    }
    return Served(json.dumps(content).encode())


def streamed(pieces: Sequence[str], finish_reason: str = "stop") -> Served:
    """A streamed completion in as many events as pieces, with usage at the end."""
    choices: list[dict[str, Any]] = [{"index": 0, "delta": {"content": piece}} for piece in pieces]
    choices.append({"index": 0, "delta": {}, "finish_reason": finish_reason})
    head = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": MODEL}
    events: list[dict[str, Any]] = [{**head, "choices": [choice]} for choice in choices]
    used = {"prompt_tokens": 10, "completion_tokens": len(pieces), "total_tokens": 10 + len(pieces)}
    events.append({**head, "choices": [], "usage": used})
    lines = [f"data: {json.dumps(event)}\n\n" for event in events] + ["data: [DONE]\n\n"]
    return Served("".join(lines).encode(), headers=(("Content-Type", "text/event-stream"),))


def failure(status: int, message: str = "no", **headers: str) -> Served:
    """An error as OpenAI's servers word it; ``retry_after="1"`` becomes a header."""
    body = json.dumps({"error": {"message": message, "type": "error", "code": None}}).encode()
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Served(body, status, named)


Script = Callable[[dict[str, Any]], Served]
"""Answers the JSON body of a request."""


@dataclass
class LocalLlm:
    """Serves a script: one answer after another, the last one again and again, or a function.

    The canary is answered as by a server that keeps to schemas, unless ``sings`` is off.
    ``requests`` holds the bodies of all other requests in order.
    """

    script: Script | Sequence[Served]
    sings: bool = True
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    """Of those requests, with names in small letters."""
    most_at_once: int = 0
    _at_once: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> Self:
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """The base URL for the settings."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def answer(self, request: dict[str, Any], headers: dict[str, str]) -> Served:
        """What the script says to a request."""
        form = request.get("response_format", {}).get("json_schema", {}).get("name")
        if form == "canary" and self.sings:
            return completion(_CANARY)
        with self._lock:
            self.requests.append(request)
            self.headers.append(headers)
            at = len(self.requests) - 1
        if callable(self.script):
            return self.script(request)
        return self.script[min(at, len(self.script) - 1)]

    def entered(self, by: int) -> None:
        """Count requests that are being answered."""
        with self._lock:
            self._at_once += by
            self.most_at_once = max(self.most_at_once, self._at_once)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128


def _handler(llm: LocalLlm) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            llm.entered(1)
            try:
                self._send(llm.answer(json.loads(body), _lower(self.headers.items())))
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True
            finally:
                llm.entered(-1)

        def _send(self, served: Served) -> None:
            time.sleep(served.delay_s)
            self.send_response(served.status)
            given = dict(served.headers)
            for name, value in ({"Content-Type": "application/json"} | given).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(served.body)))
            self.end_headers()
            if served.trickle_s:
                for at in range(len(served.body)):
                    self.wfile.write(served.body[at : at + 1])
                    self.wfile.flush()
                    time.sleep(served.trickle_s)
            else:
                self.wfile.write(served.body[: served.cut_at])
                self.wfile.flush()
            if served.cut_at is not None:
                self.close_connection = True

        def log_message(self, *args: object) -> None:
            del args

    return Handler


def _lower(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers}


def slow(served: Served, seconds: float) -> Served:
    """The same answer after a silence."""
    return replace(served, delay_s=seconds)
