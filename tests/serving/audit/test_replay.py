"""Asked again, a run has the same story bit for bit; what differs first is named."""

import copy
import json
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from hirec.index import Index
from hirec.testing.chat_server import Served, completion, failure
from hirec.types import HirecError
from serving.audit.bundle import make_bundle
from serving.audit.page import page
from serving.audit.replay import first_difference, replay
from serving.cli.app import main
from tests.serving.audit.runs import (
    ABSENT,
    BOTH,
    FIGURE,
    FINCARDS,
    PARTS,
    WORDS,
    asked,
    reader,
    with_model,
)


def bundled(index: Path, question: str, settings: dict[str, Any]) -> dict[str, Any]:
    made = make_bundle(asked(index, question, settings), Index.open(index))
    return dict(json.loads(json.dumps(made)))


@pytest.fixture(scope="module")
def by_rules(sample_index: Path) -> dict[str, Any]:
    return bundled(sample_index, FIGURE, FINCARDS)


@pytest.fixture(scope="module")
def by_model(
    sample_index: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, Any], Path]:
    cache = tmp_path_factory.mktemp("replies") / "replies.db"
    trace = with_model(sample_index, WORDS, cache, reader)
    made = make_bundle(trace, Index.open(sample_index))
    return json.loads(json.dumps(made)), cache


def test_a_run_by_rules_is_the_same(sample_index: Path, by_rules: dict[str, Any]) -> None:
    again = replay(by_rules, sample_index)
    assert again.difference is None
    assert again.changed == ()


@pytest.mark.parametrize("question", [WORDS, BOTH, ABSENT])
def test_whatever_is_asked_is_the_same(sample_index: Path, question: str) -> None:
    assert replay(bundled(sample_index, question, {}), sample_index).difference is None


def test_a_run_with_a_model_is_the_same_though_its_server_is_gone(
    sample_index: Path, by_model: tuple[dict[str, Any], Path]
) -> None:
    bundle, _ = by_model
    assert len(bundle["story"]["calls"]) > 3
    (tournament,) = (s for s in bundle["story"]["steps"] if s["stage"] == "tournament")
    assert tournament["detail"]["intent"]["form"] == "place"
    roles = [entry["card"].get("claim_role") for entry in bundle["story"]["candidates"]]
    assert roles.count("caveat") >= 5  # those that the model completed, as the tournament saw them
    assert replay(bundle, sample_index).difference is None


def test_the_first_thing_that_differs_is_named(
    sample_index: Path, by_rules: dict[str, Any]
) -> None:
    forged = copy.deepcopy(by_rules)
    forged["story"]["answer"]["text"] = "9.99"
    difference = replay(forged, sample_index).difference
    assert difference is not None
    assert (difference.where, difference.was) == ("answer.text", "9.99")
    assert difference.now == by_rules["story"]["answer"]["text"]


def test_other_settings_are_another_story(sample_index: Path, by_rules: dict[str, Any]) -> None:
    other = copy.deepcopy(by_rules)
    other["run"]["settings"]["tournament"]["method"] = "v3"
    difference = replay(other, sample_index).difference
    assert difference is not None
    assert difference.where.startswith("answer.evidence[")


def test_a_bundle_keeps_though_settings_have_new_names(
    sample_index: Path, by_rules: dict[str, Any]
) -> None:
    older = copy.deepcopy(by_rules)
    bootstrap = older["run"]["settings"]["tournament"]["bootstrap"]
    bootstrap["rounds"] = bootstrap.pop("max_rounds")
    assert replay(older, sample_index).difference is None


def test_other_code_and_filings_are_told(sample_index: Path, by_rules: dict[str, Any]) -> None:
    older = copy.deepcopy(by_rules)
    older["run"] |= {"code": "0", "filings": "0"}
    assert replay(older, sample_index).changed == ("code", "filings")


def test_a_reply_that_was_changed_is_found(
    sample_index: Path, by_model: tuple[dict[str, Any], Path]
) -> None:
    bundle, _ = by_model
    forged = copy.deepcopy(bundle)
    said = next(call for call in forged["story"]["calls"] if call["task"] == "explain")
    said["reply"] = json.dumps(json.loads(said["reply"]) | {"stated": False})
    difference = replay(forged, sample_index).difference
    assert difference is not None
    assert difference.where.startswith("answer.")
    judged = next(call for call in forged["story"]["calls"] if call["task"] == "order_cards")
    judged["reply"] = json.dumps({"order": json.loads(judged["reply"])["order"][::-1]})
    with pytest.raises(HirecError, match="needs a reply that it did not get then"):
        replay(forged, sample_index)


def test_a_run_is_the_same_without_its_cache(
    sample_index: Path, by_model: tuple[dict[str, Any], Path], tmp_path: Path
) -> None:
    """An auditor gets the bundle, and may have no more."""
    bundle = copy.deepcopy(by_model[0])
    bundle["run"]["settings"]["llm"]["cache"] = str(tmp_path / "none.db")
    assert replay(bundle, sample_index).difference is None
    assert not (tmp_path / "none.db").exists()


def test_a_run_whose_replies_are_lost_cannot_be_repeated(
    sample_index: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "replies.db"
    trace = with_model(sample_index, WORDS, cache, reader)
    cache.unlink()
    bundle = make_bundle(trace, Index.open(sample_index))
    with pytest.raises(HirecError, match="lacks the reply to 'curate'"):
        replay(bundle, sample_index)


def babble(request: dict[str, Any]) -> Served:
    """Reads well, and cannot judge."""
    judged = request["response_format"]["json_schema"]["name"] in ("order_cards", "make_cards")
    return completion('{"order": [1e999') if judged else reader(request)


def test_a_run_with_replies_that_cannot_be_used_is_the_same(
    sample_index: Path, tmp_path: Path
) -> None:
    trace = with_model(sample_index, WORDS, tmp_path / "replies.db", babble)
    bundle = json.loads(json.dumps(make_bundle(trace, Index.open(sample_index))))
    failed = [call for call in bundle["story"]["calls"] if "failure" in call]
    assert {call["task"] for call in failed} == {"make_cards", "order_cards"}
    assert {call["failure"]["kind"] for call in failed} == {"LlmReplyError"}
    assert {call["reply"] for call in failed} == {'{"order": [1e999'}
    (tournament,) = (s for s in bundle["story"]["steps"] if s["stage"] == "tournament")
    assert tournament["detail"]["failures"]
    assert replay(bundle, sample_index).difference is None
    assert "cannot be used" in page(bundle)


def test_a_run_whose_server_died_on_the_way_is_the_same(sample_index: Path, tmp_path: Path) -> None:
    """The part that came late is a refusal; asked anew the server would answer."""
    lock, last_words = threading.Lock(), iter(["explain"])

    def dying(request: dict[str, Any]) -> Served:
        """Gone as soon as one part is answered."""
        task = request["response_format"]["json_schema"]["name"]
        if task == "converse":
            return completion(json.dumps({"questions": PARTS, "unclear": ""}))
        with lock:
            dead = task == "explain" and next(last_words, None) is None
        return failure(503) if dead else reader(request)

    trace = with_model(sample_index, " And ".join(PARTS), tmp_path / "replies.db", dying)
    assert ["503" in part["reason"] for part in trace["parts"]].count(True) == 1
    bundle = json.loads(json.dumps(make_bundle(trace, Index.open(sample_index))))
    kinds = [c["failure"]["kind"] for c in bundle["story"]["calls"] if "failure" in c]
    assert kinds == ["LlmUnavailableError"]
    assert replay(bundle, sample_index).difference is None


def test_settings_that_are_unknown_here_are_a_named_error(
    sample_index: Path, by_rules: dict[str, Any]
) -> None:
    newer = copy.deepcopy(by_rules)
    newer["run"]["settings"]["oracle"] = True
    with pytest.raises(HirecError, match="settings cannot be used: oracle"):
        replay(newer, sample_index)


@pytest.mark.parametrize(
    ("was", "now", "where"),
    [
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, "a.b[1]"),
        ({"a": [1]}, {"a": [1, 2]}, "a"),
        ({"a": 1}, {"b": 1}, "a"),
        ({"a": 1}, {"a": True}, "a"),
        ({"a": "1"}, {"a": 1}, "a"),
        ({"b": 1, "a": 1}, {"b": 2, "a": 2}, "a"),
    ],
)
def test_places_of_differences(was: dict[str, Any], now: dict[str, Any], where: str) -> None:
    found = first_difference(was, now)
    assert found is not None
    assert found.where == where
    assert first_difference(was, copy.deepcopy(was)) is None


def test_the_command_line_writes_replays_and_tells(
    sample_index: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def call(*arguments: object) -> tuple[int, str]:
        monkeypatch.setattr(
            sys, "argv", ["hirec", *map(str, (*arguments, "--index", sample_index))]
        )
        with pytest.raises(SystemExit) as ended:
            main()
        return int(ended.value.code or 0), capsys.readouterr().out

    trace_id = json.loads(call("ask", FIGURE, "--json")[1])["trace_id"]
    code, text = call("trace", "bundle", trace_id, tmp_path)
    assert code == 0
    assert text.split() == [str(tmp_path / "bundle.json"), str(tmp_path / "bundle.html")]
    assert call("trace", "replay", tmp_path) == (0, "the same\n")
    bundle = json.loads((tmp_path / "bundle.json").read_text("utf-8"))
    bundle["story"]["filings"] = []
    (tmp_path / "bundle.json").write_text(json.dumps(bundle))
    code, text = call("trace", "replay", tmp_path / "bundle.json", "--json")
    assert code == 1
    told = json.loads(text)
    assert told["same"] is False
    assert told["difference"]["where"] == "filings"
