"""A GGUF in OpenVINO behind OpenAI's chat protocol, for systems that want a server.

``python tests/bench/model_server.py MODEL.gguf [--port 8041] [--threads 2]``. One request a time,
greedy; ``response_format`` with a JSON Schema is held to it, as hirec's own calls are. Serves this
machine alone. For benchmarks: in production a server such as vLLM stands here.
"""

import argparse
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from hirec.llm.chat import Message
from hirec.llm.errors import LlmRefusedError
from hirec.llm.grammar import compact_grammar
from hirec.llm.openvino_model import OpenVinoModel

MODEL = "local-model"
MAX_TOKENS = 512
"""Of a reply, where the request does not say."""


def messages_of(request: dict[str, Any]) -> list[Message]:
    """The texts of a request's messages; parts of one are joined."""
    found = []
    for message in request["messages"]:
        content = message["content"]
        if not isinstance(content, str):
            content = "\n".join(part.get("text", "") for part in content or ())
        found.append(Message(message["role"], content))
    return found


def grammar_of(request: dict[str, Any]) -> str:
    """The grammar of the JSON Schema that a request asks for, empty where it asks for none."""
    schema = request.get("response_format", {}).get("json_schema", {}).get("schema")
    return compact_grammar(schema) if schema else ""


class Replies(BaseHTTPRequestHandler):
    """Answers ``/v1/models`` and ``/v1/chat/completions``."""

    model: OpenVinoModel
    turn = threading.Lock()

    def do_GET(self) -> None:
        """List the one model."""
        self._send(200, {"object": "list", "data": [{"id": MODEL, "object": "model"}]})

    def do_POST(self) -> None:
        """Reply to a chat."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        limit = request.get("max_tokens") or request.get("max_completion_tokens") or MAX_TOKENS
        try:
            with self.turn:
                reply = self.model.reply(
                    messages_of(request), limit, grammar_of(request), lambda: False
                )
        except LlmRefusedError as error:
            self._send(400, {"error": {"message": str(error), "type": "invalid_request_error"}})
            return
        spent = reply.usage
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": reply.text},
            "finish_reason": reply.finish_reason,
        }
        usage = {
            "prompt_tokens": spent.input_tokens,
            "completion_tokens": spent.output_tokens,
            "total_tokens": spent.input_tokens + spent.output_tokens,
        }
        content = {"id": "1", "object": "chat.completion", "created": 0, "model": MODEL}
        self._send(200, {**content, "choices": [choice], "usage": usage})

    def _send(self, status: int, content: dict[str, Any]) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def main() -> None:
    """Load the model and serve until stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("--port", type=int, default=8041)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    Replies.model = OpenVinoModel(given.model, given.threads)
    server = ThreadingHTTPServer(("127.0.0.1", given.port), Replies)
    print(f"http://127.0.0.1:{given.port}/v1, model {MODEL}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
