import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hirec.index import Index
from hirec.models.cross_encoder import PairCrossEncoder
from hirec.settings import ModelSettings
from hirec.types import HirecError
from serving.cli.train import app
from training.curve import CURVE
from training.data.mined import Miner
from training.data.record import read_records, write_records
from training.errors import TrainingError

RUNNER = CliRunner()


@pytest.fixture
def recipe(tmp_path: Path, tiny_base: Path) -> Path:
    file = tmp_path / "recipe.yaml"
    file.write_text(
        f"base: {tiny_base}\nrank: 2\nloss: listwise\nbatch: 8\n"
        "max_tokens: 48\nheld_out: 0.2\nthreads: 1\n"
    )
    return file


@pytest.fixture
def records(sample_index: Path, tmp_path: Path) -> Path:
    file = tmp_path / "records.jsonl"
    mined = Miner(Index.open(sample_index), seed=1).mine(1, 1)
    write_records(mined, file)
    return file


def arguments(records: Path, out: Path) -> list[str]:
    return ["reranker", "--records", str(records), "--out", str(out)]


def test_records_become_a_reranker(records, recipe, tmp_path):
    out = tmp_path / "adapter"
    more = ["--recipe", str(recipe), "--seed", "3", "--json"]
    result = RUNNER.invoke(app, [*arguments(records, out), *more])
    assert result.exit_code == 0, result.output
    said = json.loads(result.stdout)
    steps = [json.loads(line) for line in result.stderr.splitlines() if line.startswith("{")]
    assert [step["step"] for step in steps] == list(range(1, said["steps"] + 1))
    assert [step["loss"] for step in steps] == said["losses"]
    assert said["out"] == str(out)
    assert (out / CURVE).read_bytes().startswith(b"\x89PNG")
    assert said["held_out_questions"] == round(0.2 * len(read_records(records))) > 0
    card = (out / "README.md").read_text()
    assert "records.jsonl, SHA-256 " in card
    assert "| seed | 3 |" in card
    model = PairCrossEncoder(str(out), ModelSettings(reranker_backend="torch"))
    assert model.score("What was cash?", ["cash", "rent"]).shape == (2,)


def test_the_tiny_preset_trains_a_deberta(sample_index, tmp_path):
    file = tmp_path / "records.jsonl"
    write_records(Miner(Index.open(sample_index), seed=1).mine(3, 2), file)
    out = tmp_path / "tiny"
    result = RUNNER.invoke(app, [*arguments(file, out), "--preset", "tiny"])
    assert result.exit_code == 0, result.output
    steps = [json.loads(line) for line in result.stderr.splitlines() if line.startswith("{")]
    losses = [step["loss"] for step in steps]
    assert sum(losses[-5:]) < 0.8 * sum(losses[:5])
    record = read_records(file)[0]
    model = PairCrossEncoder(str(out), ModelSettings(reranker_backend="torch"))
    assert len(set(model.score(record.query, record.texts).tolist())) > 1
    assert f"Use it with models.cross_encoder: {out}" in result.stdout


def test_a_recipe_and_a_preset_are_too_much(records, recipe, tmp_path):
    more = ["--recipe", str(recipe), "--preset", "tiny"]
    result = RUNNER.invoke(app, [*arguments(records, tmp_path / "out"), *more])
    assert isinstance(result.exception, HirecError)
    assert "not both" in str(result.exception)


def test_no_matplotlib_no_curve(records, recipe, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    out = tmp_path / "out"
    result = RUNNER.invoke(app, [*arguments(records, out), "--recipe", str(recipe)])
    assert result.exit_code == 0, result.output
    assert "hirec[plots]" in result.stderr
    assert (out / "README.md").is_file()
    assert not (out / CURVE).exists()


def test_records_become_a_ranker_of_passages(sample_index, tmp_path):
    file = tmp_path / "records.jsonl"
    write_records(Miner(Index.open(sample_index), seed=1).mine(2, 2), file)
    out = tmp_path / "ranker"
    told = ["--index", str(sample_index), "--records", str(file), "--out", str(out)]
    result = RUNNER.invoke(app, ["ranker", *told])
    assert result.exit_code == 0, result.output
    assert "a right page among the first 5" in result.stdout
    assert (out / "ranker.json").is_file()


def test_what_is_not_installed_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "peft", None)
    monkeypatch.delitem(sys.modules, "training.pair_module", raising=False)
    monkeypatch.delitem(sys.modules, "training.reranker", raising=False)
    result = RUNNER.invoke(app, arguments(tmp_path / "r.jsonl", tmp_path / "out"))
    assert isinstance(result.exception, HirecError)
    assert "pip install 'hirec[train]'" in str(result.exception)


def test_grounding_without_questions_or_tags_is_refused(tmp_path: Path) -> None:
    result = RUNNER.invoke(app, ["grounding", "--out", str(tmp_path / "out")])
    assert isinstance(result.exception, TrainingError)
    assert "No question" in str(result.exception)


def test_a_tagger_of_roles_is_trained_from_marked_questions(tmp_path: Path) -> None:
    marked = tmp_path / "marked.jsonl"
    rows = ['{"op": "value", "text": "<N>sales</N> of {C}?"}'] * 3
    marked.write_text("\n".join(rows), encoding="utf-8")
    given = ["roles", "--marked", str(marked), "--held-out", str(marked), "--json"]
    result = RUNNER.invoke(app, [*given, "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["held_out"] == 3
    assert (tmp_path / "out" / "roles.json").is_file()
    marked.write_text('{"op": "value"}', encoding="utf-8")
    result = RUNNER.invoke(app, [*given, "--out", str(tmp_path / "out")])
    assert isinstance(result.exception, TrainingError)
    assert "line 1 lacks" in str(result.exception)
