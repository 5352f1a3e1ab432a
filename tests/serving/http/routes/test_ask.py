"""Questions over HTTP: the same answer as in Python, step by step, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from hirec import HiREC
from serving.http.shapes import ANSWER_EXAMPLE
from tests.serving.conftest import NET_SALES, HirecServer

SPENT = ("trace_id", "run", "trace", "usage", "seconds_by_stage")


def events(text: str) -> list[tuple[str, dict[str, Any]]]:
    """Names and contents of server-sent events."""
    read = []
    for block in text.strip().split("\n\n"):
        if not block.startswith(":"):
            name, data = block.split("\n")
            read.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return read


def test_an_answer_is_that_of_python(server: HirecServer, served_index: Path) -> None:
    got = server.ask(NET_SALES)
    assert got.status_code == 200
    expected = HiREC.open(served_index).ask(NET_SALES).to_dict()
    content = got.json()
    assert {k: v for k, v in content.items() if k not in SPENT} == {
        k: v for k, v in expected.items() if k not in SPENT
    }
    assert content["value"] == "7547000000"
    assert content["run"]["as_of"] is None


def test_the_example_of_the_description_is_a_real_answer(server: HirecServer) -> None:
    content = server.ask(ANSWER_EXAMPLE["question"]).json()
    shown = {key: content[key] for key in ANSWER_EXAMPLE if key not in ("trace_id", "citations")}
    assert shown == {key: ANSWER_EXAMPLE[key] for key in shown}
    (cited,), (example,) = content["citations"], ANSWER_EXAMPLE["citations"]
    assert cited.keys() == example.keys()
    assert {k: cited[k] for k in cited if k != "box"} == {
        k: example[k] for k in cited if k != "box"
    }


def test_the_day_and_the_turns_before_count(server: HirecServer) -> None:
    early = server.ask(NET_SALES, as_of="2022-01-01").json()
    assert early["verdict"] == "abstained"
    turn = {"question": NET_SALES, "answer": "$7,547 million"}
    then = server.ask("And in 2021?", history=[turn]).json()
    assert then["value"] == "6901000000"
    assert then["run"]["history"] == [[NET_SALES, "$7,547 million"]]


def test_every_step_comes_as_an_event_and_the_answer_last(server: HirecServer) -> None:
    path = f"{server.index('sample')}/ask/events"
    got = server.client.post(path, json={"question": NET_SALES})
    assert got.headers["content-type"].startswith("text/event-stream")
    first, *steps, (last, answer) = events(got.text)
    assert first == ("taken", {"ahead": 0})
    assert {name for name, _ in steps} == {"step"}
    assert last == "answer"
    assert [step["stage"] for _, step in steps] == [s["stage"] for s in answer["trace"]["steps"]]


def test_a_failure_within_a_stream_is_an_event(server: HirecServer) -> None:
    path = f"{server.index('sample')}/ask/events"
    got = server.client.post(path, json={"question": " "})
    _, (name, error) = events(got.text)
    assert (name, error["error"]) == ("error", "QuestionError")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"question": " "}, "The question is empty"),
        ({"question": "x" * 4001}, "4000 are the most"),
        ({}, "question: Field required."),
        ({"question": "x", "as_of": "yesterday"}, "as_of: "),
        ({"question": "x", "more": 1}, "more: "),
        ({"question": "x", "history": [{"question": "x"}]}, "history.0.answer: "),
        ([], "the request: "),
    ],
)
def test_what_cannot_be_asked_is_said_in_one_sentence(
    server: HirecServer, body: object, message: str
) -> None:
    got = server.client.post(f"{server.index('sample')}/ask", json=body)
    assert got.status_code == 422
    assert message in got.json()["message"]
    assert got.json()["error"] in ("QuestionError", "RequestError")


def test_a_search_ranks_and_reads_nothing(server: HirecServer, served_index: Path) -> None:
    path = f"{server.index('second')}/retrieve"
    got = server.client.post(path, json={"question": NET_SALES}).json()
    expected = HiREC.open(served_index).retrieve(NET_SALES)
    assert [each["filing_id"] for each in got["filings"]] == [
        each.filing_id for each in expected.filings
    ]
    assert [each["passage"]["passage_id"] for each in got["candidates"]] == [
        each.passage.passage_id for each in expected.candidates
    ]
    assert got["candidates"][0]["passage"]["text"] == expected.candidates[0].passage.text


def test_an_unknown_index_names_those_there_are(server: HirecServer) -> None:
    got = server.client.post("/api/indexes/other/ask", json={"question": "x"})
    assert got.status_code == 404
    assert got.json() == {
        "error": "NotFoundError",
        "message": "There is no index other here; there is sample, second.",
    }
