"""What the story of a real run holds, and that nothing of time or cost is in it."""

import json
from pathlib import Path
from typing import Any

import pytest

from hirec.index import Index
from hirec.types import HirecError
from serving.audit.story import build_story, canonical
from tests.serving.audit.runs import ABSENT, BOTH, FIGURE, FINCARDS, asked


@pytest.fixture(scope="module")
def index(sample_index: Path) -> Index:
    return Index.open(sample_index)


@pytest.fixture(scope="module")
def trace(sample_index: Path) -> dict[str, Any]:
    return asked(sample_index, FIGURE, FINCARDS)


@pytest.fixture(scope="module")
def story(trace: dict[str, Any], index: Index) -> dict[str, Any]:
    return build_story(trace, index, lambda _: None)


def test_question_parse_and_intent_are_told(story: dict[str, Any]) -> None:
    (understood,) = story["understood"]
    assert story["question"] == understood["text"] == FIGURE
    assert understood["intent"]["metrics"] == ["current_assets", "current_liabilities"]
    assert understood["intent"]["needs_number"]
    assert understood["parsed"]["convention"]["measure"] == "current_ratio"
    assert understood["scope"]["companies"][0]["said"] == "Harbor Peak Foods"


def test_every_passage_that_a_stage_saw_has_its_card_and_a_reason(
    story: dict[str, Any], trace: dict[str, Any], index: Index
) -> None:
    steps = {step["stage"]: step["detail"] for step in trace["trace"]["steps"]}
    told = {entry["passage"]: entry for entry in story["candidates"]}
    retrieved = [entry["passage"] for entry in steps["passages"]["passages"]]
    entered = [entry["passage"] for entry in steps["tournament"]["candidates"]]
    assert set(retrieved) | set(entered) <= told.keys()
    assert len(told) == len(story["candidates"])
    texts = {p.passage_id: p.text for p in index.passages(["HPFD_2022_10K"])}
    for key, entry in told.items():
        assert entry["card"]["passage_id"] == key
        assert entry["became"]
        assert entry["text"] == texts.get(key, entry["text"])
        assert all(number in entry["text"] for number in entry["card"].get("numbers", ()))
    assert {key for key, entry in told.items() if entry["became"] == "cited"} == {
        citation["passage_id"] for citation in trace["citations"]
    }


def test_fields_met_and_not_are_those_of_the_tournament(
    story: dict[str, Any], trace: dict[str, Any]
) -> None:
    told = {entry["passage"]: entry for entry in story["candidates"]}
    (tournament,) = (s for s in trace["trace"]["steps"] if s["stage"] == "tournament")
    for trail in tournament["detail"]["candidates"]:
        (fields,) = told[trail["passage"]]["fields"]
        assert fields == {"matched": trail["matched"], "unmatched": trail["unmatched"]}


def test_ranks_by_round_and_their_variance(story: dict[str, Any], trace: dict[str, Any]) -> None:
    (tournament,) = (s for s in trace["trace"]["steps"] if s["stage"] == "tournament")
    ranked = [entry["rounds"][0] for entry in story["candidates"] if entry["rounds"]]
    assert len(ranked) > 1
    assert {len(rounds["ranks"]) for rounds in ranked} == {tournament["detail"]["rounds"]}
    mean = sum(rounds["variance"] for rounds in ranked) / len(ranked)
    assert mean == pytest.approx(tournament["detail"]["rank_variance"], abs=1e-5)


def test_no_time_and_no_cost_is_told(story: dict[str, Any]) -> None:
    text = canonical(story)
    for word in ("seconds", "usage", "tokens", "cached"):
        assert f'{word}"' not in text


def test_a_refusal_at_the_scope_has_a_story_without_candidates(
    sample_index: Path, index: Index
) -> None:
    told = build_story(asked(sample_index, ABSENT, {}), index, lambda _: None)
    assert told["answer"]["verdict"] == "abstained"
    assert told["candidates"] == told["understood"] == []
    assert "Harbor Pine Foods" in told["answer"]["text"]


def test_parts_of_a_question_keep_their_own_intents(sample_index: Path, index: Index) -> None:
    trace = asked(sample_index, BOTH, {})
    told = build_story(trace, index, lambda _: None)
    scopes = [s for s in trace["trace"]["steps"] if s["stage"] == "scope"]
    assert len(told["understood"]) == len(scopes) > 0
    assert [p["question"] for p in told["answer"]["parts"]] == [
        part["question"] for part in trace["parts"]
    ]


def test_a_passage_that_is_gone_is_named(trace: dict[str, Any], index: Index) -> None:
    changed = json.loads(json.dumps(trace))
    changed["citations"][0]["passage_id"] = "HPFD_2022_10K#99.9"
    with pytest.raises(HirecError, match=r"no longer holds HPFD_2022_10K#99\.9"):
        build_story(changed, index, lambda _: None)


def test_the_canonical_text_does_not_depend_on_the_order_of_keys() -> None:
    assert canonical({"a": 1, "b": [2]}) == canonical({"b": [2], "a": 1}) == '{"a":1,"b":[2]}'


def test_runs_that_ask_for_the_same_in_other_words_have_one_demand(
    sample_index: Path, index: Index
) -> None:
    def demand(question: str) -> str:
        told = build_story(asked(sample_index, question, {}), index, lambda _: None)
        return str(told["understood"][0]["demand"])

    one = demand("What were the net sales of Harbor Peak Foods in fiscal 2022?")
    assert demand("How high were Harbor Peak Foods' net sales in FY2022?") == one
    assert demand("What were the net sales of Harbor Peak Foods in fiscal 2021?") != one
