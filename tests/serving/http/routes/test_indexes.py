"""The indexes over HTTP: names, sizes, questions that fit, the ledger."""

from tests.serving.conftest import HirecServer


def test_indexes_are_listed_with_questions_that_they_answer(server: HirecServer) -> None:
    first, second = server.client.get("/api/indexes").json()
    assert (first["name"], second["name"]) == ("sample", "second")
    assert (first["filings"], first["companies"]) == (52, 8)
    assert not first["uploads"]
    verdicts = {server.ask(example).json()["verdict"] for example in first["examples"]}
    assert verdicts == {"verified"}


def test_the_ledger_tells_of_every_file(server: HirecServer) -> None:
    got = server.client.get(f"{server.index('sample')}/ledger", params={"limit": 3}).json()
    assert got["total"] == got["states"]["done"] == 52
    assert len(got["files"]) == 3
    assert {group["name"] for group in got["groups"]} >= {"weak"}
