import dataclasses
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hirec.evaluation.records import RecordFile
from hirec.types import QuestionError
from serving.cli.eval import app
from tests.serving.cli.test_eval import finished

RUNNER = CliRunner()


def cut(folder: Path) -> str:
    """A finished run whose first two questions are of one company, its third of another."""
    finished(folder, "hirec", [1.0, 0.0, 1.0])
    store = RecordFile(folder / "records.jsonl")
    named = zip(store.read(), ("Acme", "Acme", "Beta"), strict=True)
    store.replace([dataclasses.replace(r, slices={"company": name}) for r, name in named])
    return str(folder)


def test_figures_stand_by_part_with_the_number_of_questions(tmp_path: Path) -> None:
    arguments = ["slices", cut(tmp_path / "run"), "--by", "company"]
    shown = json.loads(RUNNER.invoke(app, [*arguments, "--json"]).stdout)["company"]
    assert (shown["Acme"]["questions"], shown["Beta"]["questions"]) == (2, 1)
    assert shown["Acme"]["numeric_right"]["value"] == 1 / 2
    assert shown["Beta"]["numeric_right"]["value"] == 1.0
    assert "by company" in RUNNER.invoke(app, arguments).stdout


@pytest.mark.parametrize(
    ("by", "said"), [("colour", "Unknown slice 'colour'"), ("company", "run it again")]
)
def test_what_cannot_be_cut(by: str, said: str, tmp_path: Path) -> None:
    error = RUNNER.invoke(
        app, ["slices", finished(tmp_path / "old", "hirec", [1.0]), "--by", by]
    ).exception
    assert isinstance(error, QuestionError)
    assert said in str(error)
