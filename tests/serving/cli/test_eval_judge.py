"""Grades by a rubric, two markers, and repeated runs, from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from hirec.datasets.gold import GoldItem
from hirec.evaluation.metrics import summarize
from hirec.evaluation.origin import write_metrics
from hirec.evaluation.records import AnswerRecord, Record, RecordFile
from hirec.testing.chat_server import LocalLlm, completion
from hirec.types import Usage
from serving.cli.eval import app

SAID = AnswerRecord("It rose.", "verified", "", None, "", 0, (), None, (), (), (), Usage(), ())


def ran(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments])


def finished(folder: Path, rights: tuple[float, ...] = ()) -> Path:
    """A run of one numeric question a share, and of three textual ones, of which one is refused."""
    folder.mkdir()
    numeric = [record(f"n{at}", {"numeric_right": right}) for at, right in enumerate(rights)]
    textual = [record(f"t{at}", {"textual_abstained": 0.0}, "answered") for at in range(2)]
    textual.append(record("t2", {"textual_abstained": 1.0}, "abstained"))
    records = [*numeric, *textual]
    RecordFile(folder / "records.jsonl").replace(records)
    write_metrics(folder, summarize(records) | {"system": "hirec"}, None)
    return folder


def record(key: str, scores: dict[str, float], outcome: str = "right") -> Record:
    told: dict[str, Any] = {"question": "Did it rise?", "type": "t", "gold_answer": "Yes."}
    gold = (GoldItem("A", 1, "A", "a"),)
    return Record(
        id=key, unit="", any_evidence=False, gold=gold, outcome=outcome, lost_at="none",
        top_error="none", seconds=1.0, scores=scores, answer=SAID, **told,
    )  # fmt: skip


@pytest.fixture
def graded(tmp_path: Path) -> Path:
    """A run graded over HTTP: one answer passes, one does not."""
    run = finished(tmp_path / "run")
    lines = [completion(json.dumps({"reason": "So.", "grade": grade})) for grade in (5, 3)]
    with LocalLlm(lines) as server:
        preset = tmp_path / "judge.yaml"
        preset.write_text(f"llm: {{base_url: '{server.url}', model: replica, concurrency: 1}}\n")
        done = ran("judge", run, "--settings", preset, "--rubric")
    assert done.exit_code == 0, done.output
    assert "passed, of those graded: 0.500" in done.output
    assert "passed, refusals counted as not: 0.333" in done.output
    return run


def test_grades_lie_beside_the_run(graded: Path) -> None:
    figures = json.loads((graded / "rubric.json").read_text("utf-8"))
    assert figures["grade"]["value"] == (5 + 3) / 2
    assert (figures["abstained"], figures["errors"], figures["judge"]) == (1, 0, "replica")


def test_a_person_is_held_against_the_judge(graded: Path, tmp_path: Path) -> None:
    grades = graded / "grades.jsonl"
    own = tmp_path / "own.jsonl"
    rows = [json.loads(line) for line in grades.read_text("utf-8").splitlines()]
    marks = [{"id": row["case"]["case_id"], "mark": row["grade"]} for row in rows]
    marks[0]["mark"] = 4
    own.write_text("".join(json.dumps(mark) + "\n" for mark in marks))
    told = json.loads(ran("agree", grades, own, "--json").stdout)
    assert (told["marked"], told["differ"]) == (2, [marks[0]["id"]])
    assert "Agreement: 0.500" in ran("agree", grades, own).stdout


def test_repeated_runs_are_described(tmp_path: Path) -> None:
    ours = [finished(tmp_path / f"a{at}", (1.0, right)) for at, right in enumerate((0.0, 1.0))]
    theirs = [finished(tmp_path / f"b{at}", (0.0, right)) for at, right in enumerate((0.0, 1.0))]
    against = [word for run in theirs for word in ("--baseline", run)]
    told = json.loads(ran("repeated", *ours, *against, "--json").stdout)
    assert told["numeric_right"]["values"] == [0.5, 1.0]
    assert told["numeric_right"]["welch"]["t"] == pytest.approx((0.75 - 0.25) / (0.125**0.5))
    shown = ran("repeated", *ours, *against).stdout
    assert "numeric_right" in shown
    assert "CV 47.14%" in shown
    assert "given twice" in str(ran("repeated", ours[0], ours[0]).exception)
