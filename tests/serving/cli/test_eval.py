import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hirec.datasets.gold import GoldItem
from hirec.evaluation.ablation import leave_one_out
from hirec.evaluation.metrics import summarize
from hirec.evaluation.records import AnswerRecord, Record, RecordFile
from hirec.settings import Settings
from hirec.types import IndexMissingError, QuestionError, QuestionFileError, Usage
from serving.cli.eval import app
from serving.cli.eval_runs import show_run
from tests.conftest import LlmServer

RUNNER = CliRunner()
SAID = AnswerRecord("5", "verified", "", None, "", 0, (), None, (), (), (), Usage(), ())


def finished(folder: Path, system: str, rights: list[float]) -> str:
    folder.mkdir()
    records = [
        Record(
            id=str(number),
            question="q",
            type="numeric",
            gold_answer="5",
            unit="",
            any_evidence=False,
            gold=(GoldItem("A", 1, "A", "a"),),
            outcome="right" if right else "wrong",
            lost_at="none",
            top_error="none",
            seconds=1.0,
            scores={"numeric_right": right, "errors": 0.0},
            answer=SAID,
        )
        for number, right in enumerate(rights)
    ]
    RecordFile(folder / "records.jsonl").replace(records)
    (folder / "metrics.json").write_text(json.dumps(summarize(records) | {"system": system}))
    return str(folder)


def test_the_first_failure_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(finished(tmp_path / "run", "hirec", [1.0, 0.0, 0.0]))
    file = RecordFile(folder / "records.jsonl")
    right, *wrong = file.read()
    reasons = ("the model is away", "so it is still")
    file.replace([right, *(replace(w, error=e) for w, e in zip(wrong, reasons, strict=True))])
    show_run(json.loads((folder / "metrics.json").read_text()), folder)
    assert "2 failed, the first so: the model is away" in capsys.readouterr().out


def run(tmp_path: Path, questions: Path) -> Exception | None:
    arguments = ("--questions", questions, "--index", tmp_path / "none", "--out", tmp_path / "out")
    result = RUNNER.invoke(app, ["run", *map(str, arguments)])
    assert not (tmp_path / "out").exists()
    return result.exception if isinstance(result.exception, Exception) else None


def test_malformed_questions_and_a_missing_index_are_named(tmp_path: Path) -> None:
    questions = tmp_path / "questions.jsonl"
    questions.write_text('{"id": "a"}\n')
    assert isinstance(run(tmp_path, questions), QuestionFileError)
    questions.write_text('{"id": "a", "question": "q", "answer": "5"}\n')
    assert isinstance(run(tmp_path, questions), IndexMissingError)


def arguments(sample_dir: Path, index: Path, out: Path, *more: str) -> list[str]:
    questions = str(sample_dir / "questions.jsonl")
    return ["run", "--questions", questions, "--index", str(index), "--out", str(out), *more]


def test_unknown_system(sample_dir: Path, sample_index: Path, tmp_path: Path) -> None:
    result = RUNNER.invoke(
        app, arguments(sample_dir, sample_index, tmp_path, "--system", "hirec,x")
    )
    assert isinstance(result.exception, QuestionError)
    assert not list(tmp_path.iterdir())


def test_a_sample_is_drawn_by_its_seed(
    sample_dir: Path, sample_index: Path, tmp_path: Path
) -> None:
    asked = ("--stages", "retrieval", "--sample", "4", "--strata", "form,type", "--json")
    drawn = []
    for seed in ("1", "1", "2"):
        out = tmp_path / str(len(drawn))
        more = (*asked, "--seed", seed)
        result = RUNNER.invoke(app, arguments(sample_dir, sample_index, out, *more))
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["by_slice"]["form"]
        drawn.append([record.id for record in RecordFile(out / "records.jsonl").read()])
    assert drawn[0] == drawn[1] != drawn[2]
    assert all(len(ids) == 4 for ids in drawn)


def test_a_run_without_json_ends_with_its_table(
    sample_dir: Path, sample_index: Path, tmp_path: Path
) -> None:
    asked = ("--stages", "retrieval", "--limit", "2")
    result = RUNNER.invoke(app, arguments(sample_dir, sample_index, tmp_path, *asked))
    assert result.exit_code == 0, result.exception
    assert "page recall @5" in result.stdout
    assert f"Report: {tmp_path / 'report.html'}" in result.stdout.replace("\n", "")
    assert "failed" not in result.stdout


def test_several_systems_are_compared(sample_dir: Path, sample_index: Path, tmp_path: Path) -> None:
    asked = ("--system", "hirec,flat-bm25", "--stages", "retrieval", "--limit", "3", "--json")
    result = RUNNER.invoke(app, arguments(sample_dir, sample_index, tmp_path, *asked))
    assert result.exit_code == 0, result.output
    content = json.loads(result.stdout)
    assert content["first"] == "hirec"
    assert content == json.loads((tmp_path / "comparison.json").read_text("utf-8"))
    for name in ("hirec", "flat-bm25"):
        metrics = json.loads((tmp_path / name / "metrics.json").read_text("utf-8"))
        assert metrics["stages"] == "retrieval"
        assert list(metrics["seconds_by_stage"]) == ["scope", "documents", "passages"]
    assert (tmp_path / "comparison.html").exists()


def test_leave_one_out_runs_a_variant_a_path(
    sample_dir: Path, sample_index: Path, tmp_path: Path
) -> None:
    asked = ("--leave-one-out", "--stages", "retrieval", "--limit", "1", "--json")
    result = RUNNER.invoke(app, arguments(sample_dir, sample_index, tmp_path, *asked))
    assert result.exit_code == 0, result.output
    variants = leave_one_out(Settings())
    assert list(json.loads(result.stdout)["systems"]) == list(variants)
    run_file = json.loads((tmp_path / "without-identity" / "run.json").read_text("utf-8"))
    assert run_file["settings"]["retrieval"]["identity_weight"] == 0
    wrong = arguments(sample_dir, sample_index, tmp_path, "--leave-one-out", "--system", "dense")
    assert isinstance(RUNNER.invoke(app, wrong).exception, QuestionError)


def test_compare_prints_the_paired_difference(tmp_path: Path) -> None:
    one = finished(tmp_path / "one", "flat-bm25", [0.0, 0.0, 1.0, 0.0])
    two = finished(tmp_path / "two", "hirec", [1.0, 1.0, 1.0, 0.0])
    shown = RUNNER.invoke(app, ["compare", one, two])
    assert shown.exit_code == 0
    assert "flat-bm25 (one)" in shown.output
    assert "+0.500" in shown.output
    content = json.loads(RUNNER.invoke(app, ["compare", one, two, "--json"]).output)
    difference = content["differences"]["numeric_right"]["hirec (two)"]
    assert difference["value"] == pytest.approx((1 + 1 + 0 + 0) / 4)
    assert difference["n"] == 4


def test_judging_over_http_marks_or_names_the_error(tmp_path: Path, llm_server: LlmServer) -> None:
    folder = Path(finished(tmp_path / "run", "hirec", [1.0, 0.0]))
    preset = tmp_path / "preset.yaml"
    preset.write_text(f"llm: {{base_url: {llm_server.url}, model: tiny}}\n")
    arguments = ["judge", str(folder), "--settings", str(preset), "--numeric", "--json"]
    result = RUNNER.invoke(app, arguments)
    figures = json.loads(result.stdout)
    assert figures["cases"] == 2
    assert result.exit_code == (1 if figures["errors"] else 0)
    for line in (folder / "judgements.jsonl").read_text().splitlines():
        judged = json.loads(line)
        assert (judged["correct"] is None) == bool(judged["error"])


def test_a_judge_is_measured_on_spans_of_tatqa(tmp_path: Path, llm_server: LlmServer) -> None:
    table = [["", "2019"], ["Cost of sales", "700"]]
    question = {"uid": "q", "question": "What was it?", "answer": ["700"], "scale": ""}
    question |= {"answer_type": "span", "answer_from": "table"}
    data = tmp_path / "tatqa.json"
    paragraphs = [{"order": 1, "text": "It burned down."}]
    context = {"table": {"uid": "t", "table": table}, "paragraphs": paragraphs}
    data.write_text(json.dumps([context | {"questions": [question]}]))
    row = {"id": "q", "question": "What was it?", "answer_type": "span", "gold": ["700"]}
    row |= {"gold_scale": "", "predicted": ["650"], "predicted_scale": "", "exact_match": 0.0}
    row |= {"answer_from": "table", "f1": 0.0, "verdict": "verified", "reason": "", "off_by": ""}
    run = tmp_path / "run"
    run.mkdir()
    (run / "records.jsonl").write_text(json.dumps(row) + "\n")
    preset = tmp_path / "preset.yaml"
    preset.write_text(f"llm: {{base_url: {llm_server.url}, model: tiny}}\n")
    given = ["judge", str(run), "--tatqa", str(data), "--settings", str(preset), "--json"]
    figures = json.loads(RUNNER.invoke(app, given).stdout)
    assert figures["cases"] == 1
    assert figures["agreement"]["n"] + figures["errors"] == 1
