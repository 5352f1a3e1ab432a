import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hirec.models.cross_encoder import PairCrossEncoder
from hirec.settings import ModelSettings
from hirec.types import HirecError
from serving.cli.train import app
from training.examples import TrainingError, read_examples

RUNNER = CliRunner()


@pytest.fixture
def recipe(tmp_path: Path, tiny_base: Path) -> Path:
    file = tmp_path / "recipe.yaml"
    file.write_text(
        f"base: {tiny_base}\nrank: 2\nquestions: 8\nmax_tokens: 48\nheld_out: 0.2\nthreads: 1\n"
    )
    return file


def arguments(index: Path, questions: Path, out: Path) -> list[str]:
    return ["reranker", "--index", str(index), "--questions", str(questions), "--out", str(out)]


def test_an_index_and_questions_become_a_reranker(sample_index, sample_dir, recipe, tmp_path):
    out = tmp_path / "adapter"
    told = arguments(sample_index, sample_dir / "questions.jsonl", out)
    more = ["--settings", str(recipe), "--self-questions", "5", "--seed", "3", "--json"]
    result = RUNNER.invoke(app, [*told, *more])
    assert result.exit_code == 0, result.output
    said = json.loads(result.stdout)
    steps = [json.loads(line) for line in result.stderr.splitlines() if line.startswith("{")]
    assert [step["step"] for step in steps] == list(range(1, said["steps"] + 1))
    assert said["out"] == str(out)
    kept = round(0.2 * len(read_examples(out / "examples.jsonl")))
    assert said["held_out_questions"] == kept > 0
    card = (out / "README.md").read_text()
    assert "Harbor Peak" in card
    assert "| seed | 3 |" in card
    model = PairCrossEncoder(str(out), ModelSettings(backend="torch"))
    assert model.score("What was cash?", ["cash", "rent"]).shape == (2,)


def test_each_index_needs_its_questions(sample_index, sample_dir, tmp_path):
    told = arguments(sample_index, sample_dir / "questions.jsonl", tmp_path / "out")
    result = RUNNER.invoke(app, [*told, "--index", str(sample_index)])
    assert isinstance(result.exception, TrainingError)
    assert "2 indexes, 1 question files" in str(result.exception)


def test_what_is_not_installed_is_named(sample_index, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "peft", None)
    monkeypatch.delitem(sys.modules, "training.adapter", raising=False)
    monkeypatch.delitem(sys.modules, "training.reranker", raising=False)
    result = RUNNER.invoke(app, arguments(sample_index, tmp_path / "q.jsonl", tmp_path / "out"))
    assert isinstance(result.exception, HirecError)
    assert "pip install 'hirec[train]'" in str(result.exception)


def test_grounding_without_questions_or_tags_is_refused(tmp_path: Path) -> None:
    result = RUNNER.invoke(app, ["grounding", "--out", str(tmp_path / "out")])
    assert isinstance(result.exception, TrainingError)
    assert "No question" in str(result.exception)
