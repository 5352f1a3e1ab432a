import json
from pathlib import Path

import pytest
from transformers import AutoTokenizer, BertForSequenceClassification
from typer.testing import CliRunner

from hirec.index import Index
from hirec.models.cross_encoder import load_cross_encoder
from hirec.settings import ModelSettings
from serving.cli.train import app
from training.data.mined import Miner
from training.data.record import write_records
from training.errors import TrainingError

RUNNER = CliRunner()


@pytest.fixture
def reranker(tiny_base, tmp_path) -> str:
    folder = tmp_path / "reranker"
    model = BertForSequenceClassification.from_pretrained(str(tiny_base), num_labels=1)
    model.classifier.weight.data.normal_(std=0.5)
    model.save_pretrained(folder)
    AutoTokenizer.from_pretrained(str(tiny_base)).save_pretrained(folder)
    return str(folder)


@pytest.fixture
def records(sample_index: Path, tmp_path: Path) -> Path:
    file = tmp_path / "records.jsonl"
    write_records(Miner(Index.open(sample_index), seed=1).mine(1, 1), file)
    return file


def arguments(model: str, records: Path, out: Path, to: str = "onnx") -> list[str]:
    return ["export", model, "--to", to, "--pairs", str(records), "--out", str(out)]


@pytest.mark.parametrize("to", ["onnx", "openvino"])
def test_a_reranker_is_exported_and_held_against_itself(reranker, records, tmp_path, to):
    out = tmp_path / "out"
    more = ["--limit", "5", "--pair-tokens", "64"]
    result = RUNNER.invoke(app, [*arguments(reranker, records, out, to), *more, "--json"])
    assert result.exit_code == 0, result.output
    said = json.loads(result.stdout)
    assert (said["questions"], said["out"]) == (5, str(out))
    assert said["tau"] > 0.9
    assert "records.jsonl, SHA-256 " in (out / "README.md").read_text()
    model = load_cross_encoder(ModelSettings(cross_encoder=str(out)))
    assert model is not None
    assert model.name == said["exported"]
    again = RUNNER.invoke(app, [*arguments(reranker, records, out, to)])
    assert isinstance(again.exception, TrainingError)


def test_it_is_said_in_a_line(reranker, records, tmp_path):
    result = RUNNER.invoke(app, [*arguments(reranker, records, tmp_path / "out"), "--limit", "3"])
    assert result.exit_code == 0, result.output
    assert "on 3 questions: Kendall's tau" in result.stdout
    assert f"models.cross_encoder: {tmp_path / 'out'}" in result.stdout


def test_without_pairs_nothing_is_exported(reranker, tmp_path):
    (tmp_path / "none.jsonl").touch()
    result = RUNNER.invoke(app, arguments(reranker, tmp_path / "none.jsonl", tmp_path / "out"))
    assert isinstance(result.exception, TrainingError)
    assert not (tmp_path / "out").exists()
