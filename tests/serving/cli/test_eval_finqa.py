import json
from pathlib import Path

from typer.testing import CliRunner

from hirec.types import QuestionFileError
from serving.cli.eval import app

RUNNER = CliRunner()


def test_a_file_is_asked_and_measured(tmp_path: Path) -> None:
    entry = {
        "q_uid": "ACME/2008/page_3.pdf-1",
        "question": "What were total assets in 2008?",
        "answers": {"str_answer": "30", "exe_answer": 30.0},
        "program": "",
        "context": {
            "pre_text": ["(in millions)"],
            "post_text": [],
            "table_ori": [["", "2008", "2007"], ["Total assets", "$30", "$20"]],
        },
    }
    data, out = tmp_path / "dev.json", tmp_path / "out"
    data.write_text(json.dumps({"ACME_2008": [entry]}), encoding="utf-8")
    arguments = ["finqa", "--data", str(data), "--out", str(out)]
    said = RUNNER.invoke(app, [*arguments, "--json"])
    assert said.exit_code == 0, said.output
    assert json.loads(said.stdout)["numeric_right"]["value"] == 1.0
    assert "numeric right 1.000" in RUNNER.invoke(app, arguments).stdout


def test_turns_of_a_conversation_lean_on_those_before(tmp_path: Path) -> None:
    talk = {
        "id": "Single_ACME/2008/page_3.pdf-1",
        "text": "(in millions) .",
        "table": "- | 2008 | 2007\ntotal assets | $ 30 | $ 20\n",
        "questions": ["what were total assets in 2008?", "and in 2007?"],
        "programs": ["ans = 30", "ans = 20"],
    }
    data, out = tmp_path / "dev.json", tmp_path / "out"
    data.write_text(json.dumps([talk]), encoding="utf-8")
    arguments = ["convfinqa", "--data", str(data), "--out", str(out), "--json"]
    figures = json.loads(RUNNER.invoke(app, arguments).stdout)
    assert figures["numeric"] == 2
    assert figures["first turns"]["numeric_right"] == figures["later turns"]["numeric_right"]
    assert figures["later turns"]["numeric_right"]["value"] == 1.0


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    arguments = ["finqa", "--data", str(tmp_path / "no.json"), "--out", str(tmp_path)]
    assert isinstance(RUNNER.invoke(app, arguments).exception, QuestionFileError)
