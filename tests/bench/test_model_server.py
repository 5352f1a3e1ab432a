"""The protocol of the bench's model server, with a stand-in for the model."""

import json
import threading
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from http.server import ThreadingHTTPServer
from urllib.error import HTTPError

import pytest

from hirec.llm.chat import Message
from hirec.llm.errors import LlmRefusedError
from hirec.llm.exchange import Completion
from hirec.types import Usage
from tests.bench.model_server import MAX_TOKENS, MODEL, Replies


class Echo:
    """Replies with what it was told, its limit and whether there was a grammar."""

    def reply(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        grammar: str,
        stopped: Callable[[], bool],
    ) -> Completion:
        assert not stopped()
        if messages[-1].content == "no":
            raise LlmRefusedError("too long")
        said = "|".join(f"{message.role}:{message.content}" for message in messages)
        text = f"{said} {max_tokens} {bool(grammar)}"
        return Completion(text, "", "stop", "echo", Usage(input_tokens=7, output_tokens=2, calls=1))


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(Replies, "model", Echo(), raising=False)
    monkeypatch.setattr(Replies, "log_message", lambda *_: None)
    with ThreadingHTTPServer(("127.0.0.1", 0), Replies) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        server.shutdown()
        thread.join()


def asked(url: str, **request: object) -> dict[str, object]:
    body = json.dumps({"model": MODEL, **request}).encode()
    with urllib.request.urlopen(f"{url}/chat/completions", data=body) as reply:
        return json.loads(reply.read())


def test_texts_limits_and_schemas_reach_the_model(url: str) -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    messages = [{"role": "system", "content": "s"}, {"role": "user", "content": parts}]
    reply = asked(url, messages=messages)
    assert reply["choices"][0]["message"]["content"] == f"system:s|user:a\nb {MAX_TOKENS} False"
    assert reply["usage"] == {"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9}
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    shape = {"type": "json_schema", "json_schema": {"name": "x", "schema": schema}}
    held = asked(url, messages=messages[:1], max_tokens=5, response_format=shape)
    assert held["choices"][0]["message"]["content"] == "system:s 5 True"


def test_a_refusal_is_an_error_of_the_protocol(url: str) -> None:
    with pytest.raises(HTTPError) as error:
        asked(url, messages=[{"role": "user", "content": "no"}])
    assert error.value.code == 400
    with urllib.request.urlopen(f"{url}/models") as reply:
        assert json.loads(reply.read())["data"][0]["id"] == MODEL
