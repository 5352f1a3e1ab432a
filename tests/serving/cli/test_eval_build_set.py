import json
from pathlib import Path

from typer.testing import CliRunner

from hirec.types import IndexMissingError
from serving.cli.eval import app

RUNNER = CliRunner()


def test_a_set_is_built_and_its_review_taken_back(sample_index, tmp_path: Path) -> None:
    out = tmp_path / "set"
    arguments = ["build-set", "--index", str(sample_index), "--out", str(out)]
    result = RUNNER.invoke(app, [*arguments, "--count", "10", "--json"])
    assert result.exit_code == 0, result.output
    said = json.loads(result.stdout)
    assert said["candidates"] == 10
    assert "no language model" in said["skipped"]
    review = out / "review.csv"
    text = review.read_text(encoding="utf-8-sig").replace("set-00002,,", "set-00002,drop,")
    review.write_text(text, encoding="utf-8-sig")
    result = RUNNER.invoke(app, [*arguments, "--review", str(review)])
    assert result.exit_code == 0, result.output
    assert "questions    9" in result.stdout
    assert "drop: 1" in result.stdout


def test_a_missing_index_is_named(tmp_path: Path) -> None:
    arguments = ["build-set", "--index", str(tmp_path / "no"), "--out", str(tmp_path / "q")]
    assert isinstance(RUNNER.invoke(app, arguments).exception, IndexMissingError)
