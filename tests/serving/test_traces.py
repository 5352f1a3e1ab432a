"""Traces survive the trip to disk and back, and say clearly where there is none."""

from decimal import Decimal
from pathlib import Path

import pytest

from hirec.types import (
    Answer,
    Citation,
    HirecError,
    Operand,
    Passage,
    PassageKind,
    Program,
    StageRecord,
    Trace,
    Verdict,
)
from serving.traces import candidates_of, load_trace, passage_history, store_trace

OPERAND = Operand("x", Decimal("1250500000"), "USD", "ACME_2023_10K", 40, "p#40.1", "1,250.5", 6)
PASSAGE = Passage("p#40.1", "ACME_2023_10K", 40, PassageKind.TEXT, "ACME", "long text")
ANSWER = Answer(
    "What were Acme's sales?",
    "USD 1,250.5 million",
    Verdict.VERIFIED,
    value=Decimal("1250500000"),
    unit="USD",
    scale=6,
    citations=(Citation("ACME_2023_10K", 40, "p#40.1", "Net sales | 1,250.5"),),
    program=Program("answer = x", (OPERAND,), "USD", 6),
    evidence=(PASSAGE,),
    ranked=(PASSAGE, PASSAGE),
    filings=("ACME_2023_10K",),
    trace=Trace(
        "What were Acme's sales?",
        (
            StageRecord("documents", 1, 0.25, {"kept": ["ACME_2023_10K"]}),
            StageRecord("documents", 2, 0.5),
            StageRecord("answer", 0, 0.125),
        ),
    ),
)
RUN = {"as_of": None, "history": [], "settings": {}}


def test_json_keeps_values_exact_and_passages_short() -> None:
    content = ANSWER.to_dict()
    assert content["value"] == "1250500000"
    assert content["verdict"] == "verified"
    assert content["program"]["operands"][0]["printed"] == "1,250.5"
    assert content["evidence"] == ["p#40.1"]
    assert content["ranked"] == ["p#40.1", "p#40.1"]
    assert content["seconds_by_stage"] == {"documents": 0.75, "answer": 0.125}
    assert "long text" not in str(content)


def test_a_trace_comes_back_as_it_was_stored(tmp_path: Path) -> None:
    stored = store_trace(tmp_path, ANSWER, RUN)
    trace_id = stored["trace_id"]
    assert load_trace(tmp_path, trace_id) == stored
    assert stored == {"trace_id": trace_id, "run": RUN, **ANSWER.to_dict()}
    assert store_trace(tmp_path, ANSWER, RUN)["trace_id"] != trace_id


def test_an_unknown_trace_names_the_latest(tmp_path: Path) -> None:
    with pytest.raises(HirecError, match="none is stored yet"):
        load_trace(tmp_path, "20240101T000000-000000")
    trace_id = store_trace(tmp_path, ANSWER, RUN)["trace_id"]
    with pytest.raises(HirecError, match=f"the latest is {trace_id}"):
        load_trace(tmp_path, "20240101T000000-000000")


@pytest.mark.parametrize("trace_id", ["../../secret", "\0", "x" * 5000])
def test_a_trace_id_cannot_leave_the_folder(tmp_path: Path, trace_id: str) -> None:
    (tmp_path / "secret.json").write_text("{}")
    with pytest.raises(HirecError, match="There is no trace"):
        load_trace(tmp_path / "index", trace_id)


@pytest.mark.parametrize("text", ["{", "[]", ""])
def test_a_damaged_trace_is_a_named_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "traces").mkdir()
    (tmp_path / "traces" / "t.json").write_text(text)
    with pytest.raises(HirecError, match="damaged"):
        load_trace(tmp_path, "t")


def test_a_folder_that_cannot_be_written_is_a_named_error(tmp_path: Path) -> None:
    (tmp_path / "traces").write_text("a file where the folder should be")
    with pytest.raises(HirecError, match="Cannot store the trace"):
        store_trace(tmp_path, ANSWER, RUN)


STORED = {
    "citations": [{"passage_id": "F#1.1"}],
    "trace": {
        "steps": [
            {
                "stage": "passages",
                "round": 1,
                "detail": {
                    "passages": [
                        {"passage": "F#1.1", "score": 0.9, "facts": 0.5},
                        {"passage": "F#2.1", "score": 0.4},
                        {"passage": "F#3.1", "score": 0.1},
                    ]
                },
            },
            {
                "stage": "curation",
                "round": 1,
                "detail": {"shown": ["F#1.1", "F#2.1"], "kept": ["F#1.1"]},
            },
            {
                "stage": "tournament",
                "round": 0,
                "detail": {
                    "candidates": [
                        {
                            "passage": "F#1.1",
                            "matched": ["metric revenue"],
                            "unmatched": ["period"],
                            "steps": [
                                {"stage": "screening", "kept": True, "rule": "selected"},
                                {"stage": "bootstrap", "kept": True, "rule": "borda", "rank": 1},
                            ],
                        }
                    ]
                },
            },
        ]
    },
}


def test_the_way_of_a_passage_is_told_step_by_step() -> None:
    way = passage_history(STORED, "F#1.1")
    assert [(step["stage"], step["became"]) for step in way] == [
        ("passages", "rank 1 of 3"),
        ("curation", "kept as evidence"),
        ("tournament", "rank 1"),
        ("answer", "cited"),
    ]
    assert way[0]["detail"] == {"score": 0.9, "facts": 0.5}
    assert way[2]["detail"]["unmatched"] == ["period"]


def test_what_was_shown_and_not_kept_and_what_was_not_shown() -> None:
    assert [step["became"] for step in passage_history(STORED, "F#2.1")] == [
        "rank 2 of 3",
        "shown, not kept as evidence",
    ]
    assert [step["became"] for step in passage_history(STORED, "F#3.1")] == ["rank 3 of 3"]


def test_what_never_was_a_candidate_has_no_way() -> None:
    with pytest.raises(HirecError, match="never was a candidate"):
        passage_history(STORED, "F#9.9")


def test_the_candidates_of_a_step_are_those_that_it_lists_or_shows() -> None:
    details = [step["detail"] for step in STORED["trace"]["steps"]]
    assert [candidates_of(detail) for detail in details] == [
        ["F#1.1", "F#2.1", "F#3.1"],
        ["F#1.1", "F#2.1"],
        ["F#1.1"],
    ]
    assert candidates_of({"filings": [{"filing": "F"}], "order": ["not an entry"]}) == []
