import json
from pathlib import Path

from typer.testing import CliRunner

from hirec.types import QuestionFileError
from serving.cli.eval import app

RUNNER = CliRunner()


def test_a_file_is_asked_and_measured(tmp_path: Path) -> None:
    question = {
        "uid": "q1",
        "question": "What was the percentage change in net sales from 2018 to 2019?",
        "answer": 20,
        "answer_type": "arithmetic",
        "answer_from": "table",
        "scale": "percent",
    }
    table = [["", "2019", "2018"], ["Net sales", "1,200", "1,000"]]
    context = {"table": {"uid": "t", "table": table}, "paragraphs": [], "questions": [question]}
    data, out = tmp_path / "dev.json", tmp_path / "out"
    data.write_text(json.dumps([context]), encoding="utf-8")
    arguments = ["tatqa", "--data", str(data), "--out", str(out)]
    said = RUNNER.invoke(app, [*arguments, "--json"])
    assert said.exit_code == 0, said.output
    assert json.loads(said.stdout)["exact_match"]["value"] == 1.0
    shown = RUNNER.invoke(app, arguments)
    assert "arithmetic   n     1 · exact match 1.000" in shown.stdout
    assert (out / "records.jsonl").exists()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    arguments = ["tatqa", "--data", str(tmp_path / "no.json"), "--out", str(tmp_path)]
    assert isinstance(RUNNER.invoke(app, arguments).exception, QuestionFileError)
