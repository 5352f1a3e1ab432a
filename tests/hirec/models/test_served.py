"""A reranker over HTTP, asked of a real server on the loopback device that has its troubles."""

import json
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from hirec.models.cross_encoder import load_cross_encoder
from hirec.models.served import RerankServerError, ServedCrossEncoder
from hirec.pipeline import HiREC
from hirec.settings import ModelSettings, Settings

QUESTION = "what grew in net sales"
PASSAGES = [f"sales {'grew ' * (n % 3)}{'net ' * (n % 5)}passage {n}" for n in range(10)]
Trouble = Callable[["Handler"], None]
"""Takes the place of one answer."""


def relevance(query: str, text: str) -> float:
    """Share of the query's words in the text."""
    words = set(query.lower().split())
    return len(words & set(text.lower().split())) / len(words)


class Handler(BaseHTTPRequestHandler):
    """Both APIs' ``/rerank``, best first, with TEI's limit of texts a request."""

    server: "Server"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.state.asked.append((self.path, body, dict(self.headers)))
        if self.server.state.troubles:
            self.server.state.troubles.popleft()(self)
            return
        texts = body.get("texts", body.get("documents"))
        if len(texts) > self.server.state.most_texts:
            self.say({"error": f"batch size {len(texts)} > maximum allowed batch size"}, 422)
            return
        name = "score" if "texts" in body else "relevance_score"
        ranks = [{"index": at, name: relevance(body["query"], text)} for at, text in
                 enumerate(texts)]  # fmt: skip
        ranks.sort(key=lambda rank: -rank[name])
        self.say(ranks if "texts" in body else {"id": "1", "results": ranks, "usage": {}})

    def say(self, content: Any, status: int = 200, **headers: str) -> None:
        self.send_raw(json.dumps(content).encode(), status, **headers)

    def send_raw(self, body: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@dataclass
class State:
    """What a test sets and sees of the server."""

    asked: list[tuple[str, dict[str, Any], dict[str, str]]] = field(default_factory=list)
    troubles: deque[Trouble] = field(default_factory=deque)
    most_texts: int = 32


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.state = State()
        self.address = f"http://127.0.0.1:{self.server_port}"


@pytest.fixture
def server() -> Iterator[Server]:
    with Running(Server()) as running:
        yield running


class Running:
    """Serves in a thread; ends when left."""

    def __init__(self, server: Server) -> None:
        self._server = server
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self) -> Server:
        return self._server

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def encoder(server: Server, **settings: object) -> ServedCrossEncoder:
    quick = {"backoff_s": 0.001, "timeout_s": 5, "attempts": 3}
    chosen = ModelSettings(cross_encoder=server.address, rerank_server=quick | settings)
    loaded = load_cross_encoder(chosen)
    assert isinstance(loaded, ServedCrossEncoder)
    return loaded


def status(code: int, **headers: str) -> Trouble:
    return lambda handler: handler.say({"error": "busy"}, code, **headers)


def dropped(handler: Handler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)


def cut_short(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'[{"index": 0')


EXPECTED = [relevance(QUESTION, passage) for passage in PASSAGES]


@pytest.mark.parametrize("api", ["tei", "vllm"])
@pytest.mark.parametrize("batch", [1, 3, 32])
def test_scores_come_back_in_the_order_given(server, api, batch):
    assert len(set(EXPECTED)) > 2
    scores = encoder(server, api=api, batch=batch).score(QUESTION, PASSAGES)
    assert scores.tolist() == pytest.approx(EXPECTED)
    assert len(server.state.asked) == -(-len(PASSAGES) // batch)


def test_what_each_api_is_sent(server):
    encoder(server).score("q", ["a", "b"])
    encoder(server, api="vllm", model="ranker").score("q", ["a", "b"])
    encoder(server, api="vllm").score("q", ["a"])
    assert [(path, body) for path, body, _ in server.state.asked] == [
        ("/rerank", {"query": "q", "texts": ["a", "b"], "truncate": True}),
        ("/rerank", {"model": "ranker", "query": "q", "documents": ["a", "b"],
                     "truncate_prompt_tokens": -1}),
        ("/rerank", {"query": "q", "documents": ["a"], "truncate_prompt_tokens": -1}),
    ]  # fmt: skip


def test_no_passage_asks_nothing(server):
    assert encoder(server).score("q", []).shape == (0,)
    assert server.state.asked == []


def test_a_path_before_rerank_is_kept(server):
    for path in ("/v1", "/v1/", "/v1/rerank"):
        ServedCrossEncoder(server.address + path, ModelSettings().rerank_server).score("q", ["a"])
    assert {path for path, _, _ in server.state.asked} == {"/v1/rerank"}


def test_figures_stay_here_where_the_model_never_saw_them(server):
    table = "Sales | 2023 | 2022\nNet sales | 1,234 | 1,100"
    encoder(server, figures=False).score("q", [table])
    (sent,) = server.state.asked[0][1]["texts"]
    assert "1,234" not in sent
    assert "Net sales" in sent


def test_the_key_is_sent_and_never_told(server, monkeypatch):
    monkeypatch.setenv("RERANK_KEY", "s3cret")
    model = encoder(server, api_key_env="RERANK_KEY")
    server.state.troubles.append(status(401))
    with pytest.raises(RerankServerError, match="api_key_env") as raised:
        model.score("q", ["a"])
    assert server.state.asked[0][2]["Authorization"] == "Bearer s3cret"
    assert "s3cret" not in str(raised.value) + model.name
    monkeypatch.delenv("RERANK_KEY")
    with pytest.raises(RerankServerError, match=r"RERANK_KEY .* is not set"):
        encoder(server, api_key_env="RERANK_KEY")


@pytest.mark.parametrize(
    "trouble",
    [status(429), status(503), status(500), dropped, cut_short],
    ids=["429", "503", "500", "dropped", "cut short"],
)
def test_what_may_pass_is_tried_again(server, trouble):
    server.state.troubles.extend([trouble, trouble])
    scores = encoder(server).score(QUESTION, PASSAGES)
    assert scores.tolist() == pytest.approx(EXPECTED)
    assert len(server.state.asked) == 3


def test_retry_after_is_heeded(server):
    server.state.troubles.append(status(429, Retry_After="0.3"))
    started = time.monotonic()
    encoder(server).score("q", ["a"])
    assert time.monotonic() - started >= 0.3


@pytest.mark.parametrize(
    ("trouble", "why"),
    [(status(503), "503: .*busy"), (dropped, "the last: "), (cut_short, "IncompleteRead")],
)
def test_in_the_end_it_is_given_up_by_name(server, trouble, why):
    server.state.troubles.extend([trouble] * 3)
    with pytest.raises(RerankServerError, match=rf"no answer in 3 tries.*{why}"):
        encoder(server).score("q", ["a"])
    assert len(server.state.asked) == 3


def test_a_slow_server_is_not_waited_for(server):
    server.state.troubles.extend([lambda _: time.sleep(1)] * 2)
    with pytest.raises(RerankServerError, match=r"nothing within 0.1 s"):
        encoder(server, timeout_s=0.1, attempts=2).score("q", ["a"])


def test_a_server_that_dies_or_never_was_is_named():
    with Running(Server()) as running:
        model = encoder(running)
        assert model.score("q", ["a"]).shape == (1,)
    with pytest.raises(RerankServerError, match=rf"{running.address}/rerank gave no answer in 3"):
        model.score("q", ["a"])


def test_a_refusal_is_not_repeated(server):
    server.state.most_texts = 4
    with pytest.raises(
        RerankServerError, match=r"refused .*422.*batch size 10 .* models.rerank_server"
    ):
        encoder(server).score("q", PASSAGES)
    assert len(server.state.asked) == 1


NONSENSE = [
    b"",
    b"<html>It works!</html>",
    b'[{"index": 0, "score": 0.5}',
    b'{"error": "no reranker"}',
    b'[{"index": 0, "score": 0.5}]',
    b'[{"index": 0, "score": 0.5}, {"index": 0, "score": 0.5}]',
    b'[{"index": 0, "score": 0.5}, {"index": 7, "score": 0.5}]',
    b'[{"index": 0, "score": 0.5}, {"index": -1, "score": 0.5}]',
    b'[{"index": 0, "score": 0.5}, {"index": 1, "score": 4.25}]',
    b'[{"index": 0, "score": 0.5}, {"index": 1, "score": 1e999}]',
    b'[{"index": 0, "score": 0.5}, {"index": 1, "score": NaN}]',
    b'[{"index": 0, "score": 0.5}, {"index": 1, "score": null}]',
    b"\xff\xfe",
    b"[" * 100_000,
]


@pytest.mark.parametrize("body", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_no_score(server, body):
    server.state.troubles.append(lambda handler: handler.send_raw(body))
    with pytest.raises(RerankServerError, match="did not answer with a score from 0 to 1"):
        encoder(server).score("q", ["a", "b"])
    assert len(server.state.asked) == 1


def test_the_other_api_is_no_ranking(server):
    server.state.troubles.append(lambda h: h.say({"results": [{"index": 0, "score": 0.5}]}))
    with pytest.raises(RerankServerError, match=r"check models.rerank_server.api"):
        encoder(server).score("q", ["a"])


def test_several_threads_ask_at_once(server):
    model, found = encoder(server, batch=2), {}

    def ask(word: str) -> None:
        found[word] = model.score(word, PASSAGES).tolist()

    threads = [threading.Thread(target=ask, args=(word,)) for word in ("grew", "net", "sales")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for word, scores in found.items():
        assert scores == pytest.approx([relevance(word, passage) for passage in PASSAGES])


def test_passages_of_an_index_are_ranked_by_the_server(server, sample_index):
    models = ModelSettings(cross_encoder=server.address)
    with closing(HiREC.open(sample_index, Settings(models=models))) as hirec:
        found = hirec.retrieve("What was Harbor Peak Foods' net sales in fiscal 2022?").candidates
    read = [candidate for candidate in found if "rerank" in candidate.scores]
    assert read
    assert server.state.asked
    query = server.state.asked[-1][1]["query"]
    assert all(0 <= candidate.scores["rerank"] <= 1 for candidate in read)
    assert "net sales" in query.lower()
