import json
from dataclasses import replace

import pytest

from hirec.datasets.gold import GoldItem
from hirec.evaluation.judged_run import cases_of, write_judgements
from hirec.evaluation.judging import Judgement
from hirec.evaluation.records import AnswerRecord, Record
from hirec.types import Passage, PassageKind, Usage

SAID = AnswerRecord(
    "It rose.", "verified", "", None, "", 0, (), None, (), (), (), Usage(), ()
)  # fmt: skip


def record(number: int, outcome: str, **scores: float) -> Record:
    return Record(
        id=f"q{number}",
        question="Did it rise?",
        type="textual",
        gold_answer="Yes.",
        unit="",
        any_evidence=False,
        gold=(GoldItem("A", 2, "A", "a"),),
        outcome=outcome,
        lost_at="none",
        top_error="none",
        seconds=1.0,
        scores=scores,
        answer=SAID,
    )


class Pages:
    def passages(self, filing_ids, /):
        assert list(filing_ids) == ["A"]
        places = (("A#1", 1, "Cover."), ("A#2", 2, "Sales rose."), ("A#3", 2, "Costs fell."))
        return [Passage(i, "A", page, PassageKind.TEXT, "A", text) for i, page, text in places]


RECORDS = [
    record(1, "answered"),
    record(2, "abstained", textual_abstained=1.0),
    record(3, "right", numeric_right=1.0),
    record(4, "wrong", numeric_right=0.0),
    record(5, "right", abstained_right=1.0),
    replace(record(6, "error"), answer=None),
]


def test_textual_answers_become_cases_and_numeric_ones_on_demand():
    assert [case.case_id for case in cases_of(RECORDS, None, numeric=False)] == ["q1"]
    cases = cases_of(RECORDS, None, numeric=True)
    assert [(case.case_id, case.right) for case in cases] == [
        ("q1", None),
        ("q3", True),
        ("q4", False),
    ]


def test_the_gold_pages_are_shown_and_no_other():
    (case,) = cases_of(RECORDS, Pages(), numeric=False)
    assert case.context == "Sales rose.\n\nCosts fell."


def test_a_refusal_is_not_correct_and_an_error_is_no_mark(tmp_path):
    cases = cases_of([RECORDS[0], record(7, "answered"), record(8, "answered")], None, False)
    marks = [(True, ""), (False, ""), (None, "LlmReplyError: no JSON")]
    judgements = [
        Judgement(case, correct, "why", error)
        for case, (correct, error) in zip(cases, marks, strict=True)
    ]
    figures = write_judgements(tmp_path, judgements, RECORDS, {"judge": "qwen"})
    assert figures["correct"]["value"] == 0.5
    assert figures["textual_correct_of_all"] == pytest.approx(1 / 3)
    assert (figures["errors"], figures["textual_abstained"]) == (1, 1)
    assert json.loads((tmp_path / "judge.json").read_text()) == figures
    lines = (tmp_path / "judgements.jsonl").read_text().splitlines()
    assert json.loads(lines[2])["error"] == "LlmReplyError: no JSON"
