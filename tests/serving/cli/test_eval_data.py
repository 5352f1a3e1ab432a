import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hirec.datasets.public import PUBLIC
from hirec.types import QuestionError, QuestionFileError
from serving.cli.eval import app
from tests.hirec.datasets import test_convfinqa, test_kg_rag

RUNNER = CliRunner()
ROW = ("What?", "*A*", "Single-Doc RAG", "Text", "5%\nSOURCE(S): 2023 Q1 A.pdf")


def test_all_sets_are_listed_with_place_licence_and_command() -> None:
    listed = json.loads(RUNNER.invoke(app, ["data", "--json"]).stdout)
    assert listed.keys() == PUBLIC.keys()
    assert all(each["where"] and each["licence"] and each["what"] for each in listed.values())


def test_what_a_set_holds_is_told_before_it_is_converted(tmp_path: Path) -> None:
    folder = test_kg_rag.published(tmp_path, test_kg_rag.HEADING, ROW)
    said = RUNNER.invoke(app, ["data", "kg-rag", "--from", str(folder)]).stdout
    assert "1 question (1 Single-Doc RAG) over 1 filing" in said
    assert f"hirec eval data kg-rag --from {folder} --out QUESTIONS.jsonl" in said
    out = tmp_path / "q.jsonl"
    said = RUNNER.invoke(app, ["data", "kg-rag", "--from", str(folder), "--out", str(out)]).stdout
    assert f"hirec eval run --questions {out}" in said
    assert json.loads(out.read_text())["evidence_kind"] == "text"


def test_a_set_that_is_read_as_published_names_its_command(tmp_path: Path) -> None:
    file = test_convfinqa.written(tmp_path / "dev.json", test_convfinqa.OFFICIAL)
    said = RUNNER.invoke(app, ["data", "convfinqa", "--from", str(file)]).stdout
    assert f"Next: hirec eval convfinqa --data {file} --out OUT" in said
    arguments = ["data", "convfinqa", "--from", str(file), "--out", str(tmp_path / "q.jsonl")]
    assert isinstance(RUNNER.invoke(app, arguments).exception, QuestionFileError)


def test_a_target_without_a_source(tmp_path: Path) -> None:
    error = RUNNER.invoke(app, ["data", "lofin", "--out", str(tmp_path / "q.jsonl")]).exception
    assert isinstance(error, QuestionError)
    with pytest.raises(QuestionError, match="--from which published file"):
        raise error
