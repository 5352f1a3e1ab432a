import json
from pathlib import Path

from typer.testing import CliRunner

from hirec.datasets.questions import load_questions
from hirec.types import IndexMissingError
from serving.cli.eval import app

RUNNER = CliRunner()


def test_make_questions_writes_a_file_and_says_what_is_in_it(sample_index, tmp_path: Path) -> None:
    out = tmp_path / "questions.jsonl"
    arguments = ["make-questions", "--index", str(sample_index), "--out", str(out)]
    result = RUNNER.invoke(app, [*arguments, "--count", "30", "--json"])
    assert result.exit_code == 0, result.output
    said = json.loads(result.stdout)
    assert said["questions"] == 30 == len(load_questions(out))
    assert sum(said["relation"].values()) == 30


def test_a_missing_index_is_named(tmp_path: Path) -> None:
    arguments = ["make-questions", "--index", str(tmp_path / "no"), "--out", str(tmp_path / "q")]
    assert isinstance(RUNNER.invoke(app, arguments).exception, IndexMissingError)
