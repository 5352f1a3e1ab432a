"""Feedback over HTTP: what is kept, what is refused, and who may."""

from pathlib import Path

import pytest

from serving.keys import KeyStore, Scope
from tests.serving.conftest import NET_SALES, HirecServer, Start


@pytest.fixture(scope="module")
def trace(server: HirecServer) -> str:
    return f"{server.index('sample')}/traces/{server.ask(NET_SALES).json()['trace_id']}"


def test_what_was_said_is_listed_the_newest_first(server: HirecServer, trace: str) -> None:
    before = server.client.get(f"{server.index('sample')}/feedback").json()["total"]
    said = {"kind": "wrong_source", "score": 2, "passage_id": "HPFD_2022_10K#8.1", "words": "é <b>"}
    kept = server.client.post(f"{trace}/feedback", json=said)
    assert kept.status_code == 201
    assert server.client.post(f"{trace}/feedback", json={"kind": "helpful"}).status_code == 201
    got = server.client.get(f"{server.index('sample')}/feedback", params={"limit": 2}).json()
    assert got["total"] == before + 2
    assert [each["kind"] for each in got["feedback"]] == ["helpful", "wrong_source"]
    assert got["feedback"][1] == kept.json()
    assert kept.json().items() >= {**said, "question": NET_SALES, "given_by": ""}.items()


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({}, 422, "kind"),
        ({"kind": "great"}, 422, "kind"),
        ({"kind": "helpful", "score": 0}, 422, "score"),
        ({"kind": "helpful", "more": 1}, 422, "more"),
        ({"kind": "other"}, 422, "Say something"),
        ({"kind": "other", "words": "x" * 2001}, 422, "words"),
        ({"kind": "wrong_source", "passage_id": "NONE#1.1"}, 404, "NONE"),
    ],
)
def test_what_cannot_be_kept_is_one_sentence(
    server: HirecServer, trace: str, body: dict[str, object], status: int, message: str
) -> None:
    got = server.client.post(f"{trace}/feedback", json=body)
    assert got.status_code == status
    assert message in got.json()["message"]


def test_of_a_run_that_is_not_there(server: HirecServer) -> None:
    path = f"{server.index('sample')}/traces/..%2Ffeedback/feedback"
    assert server.client.post(path, json={"kind": "helpful"}).status_code == 404


def test_keys_say_who_may_give_and_who_may_read(
    start_server: Start, served_index: Path, tmp_path: Path
) -> None:
    keys = tmp_path / "keys.db"
    server = start_server("--index", f"one={served_index}", "--keys", keys)

    def header(*scopes: str) -> dict[str, str]:
        _, text = KeyStore(keys).create("test", [Scope.parse(each) for each in scopes], 1000)
        return {"Authorization": f"Bearer {text}"}

    asks, gives, operates = header("ask", "read"), header("feedback:one"), header("operate")
    body = {"question": NET_SALES}
    run = server.client.post("/api/indexes/one/ask", json=body, headers=asks).json()["trace_id"]
    path = f"/api/indexes/one/traces/{run}/feedback"
    for headers, status in ((asks, 403), (operates, 403), (gives, 201)):
        assert (
            server.client.post(path, json={"kind": "helpful"}, headers=headers).status_code
            == status
        )
    for headers, status in ((asks, 403), (gives, 403), (operates, 200)):
        assert server.client.get("/api/indexes/one/feedback", headers=headers).status_code == status
    listed = server.client.get("/api/indexes/one/feedback", headers=operates).json()["feedback"]
    assert listed[0]["given_by"] in gives["Authorization"]
