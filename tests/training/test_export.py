"""Agreement, by hand and on a tiny random model of the packaged one's architecture."""

import json
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
import torch
from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

from hirec.digests import sha256_of
from hirec.index import Index
from hirec.settings import Backend, Dtype
from hirec.types import ModelError
from training.data.mined import Miner
from training.data.record import Negative, Record, Why
from training.errors import TrainingError
from training.export import agreement, compare, drawn, export_reranker, write_export_card


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def reranker(tiny_base, tmp_path) -> str:
    """The tiny backbone with a random ranking head."""
    torch.manual_seed(2)
    config = BertConfig.from_pretrained(str(tiny_base), num_labels=1)
    model = BertForSequenceClassification.from_pretrained(str(tiny_base), config=config)
    model.classifier.weight.data.normal_(std=0.5)
    model.save_pretrained(tmp_path / "reranker")
    AutoTokenizer.from_pretrained(str(tiny_base)).save_pretrained(tmp_path / "reranker")
    return str(tmp_path / "reranker")


@pytest.fixture
def records(sample_index) -> list[Record]:
    return drawn(list(Miner(Index.open(sample_index), seed=1).mine(2, 1)), 12)


class Scores:
    """A cross-encoder that looks its scores up."""

    def __init__(self, name: str, scores: Mapping[str, float]) -> None:
        self.name, self._scores = name, scores

    def score(self, question: str, passages: Sequence[str]):
        return np.array([self._scores[question + text] for text in passages], dtype=np.float32)


def record(query: str, *texts: str) -> Record:
    negatives = tuple(Negative(text, Why.RANDOM) for text in texts[1:])
    return Record(query, texts[0], negatives, "facts")


def test_agreement_by_hand() -> None:
    first = Scores("exact", {"qa": 0.9, "qb": 0.5, "qc": 0.1, "ra": 0.2, "rb": 0.8, "sa": 0.3})
    # of q's three pairs one is turned round: (2 - 1) / 3; r is turned round whole; s has one
    # passage, whose order is none
    second = Scores("rough", {"qa": 0.8, "qb": 0.1, "qc": 0.2, "ra": 0.7, "rb": 0.4, "sa": 0.9})
    found = agreement(first, second, [record("q", "a", "b", "c"), record("r", "a", "b"),
                                      record("s", "a")])  # fmt: skip
    assert found.tau == pytest.approx((1 / 3 + -1) / 2)
    assert found.tau_least == -1
    assert found.same_first == 1 / 2
    assert found.largest_difference == pytest.approx(0.6)
    assert (found.questions, found.pairs) == (2, 6)
    assert (found.original, found.exported) == ("exact", "rough")


def test_one_score_for_all_passages_is_no_agreement() -> None:
    first = Scores("exact", {"qa": 0.9, "qb": 0.5})
    assert (
        agreement(first, Scores("flat", {"qa": 0.7, "qb": 0.7}), [record("q", "a", "b")]).tau == 0
    )
    with pytest.raises(TrainingError, match="tells apart"):
        agreement(Scores("flat", {"qa": 0.7, "qb": 0.7}), first, [record("q", "a", "b")])


@pytest.mark.parametrize("backend", [Backend.ONNX, Backend.OPENVINO])
def test_an_export_ranks_real_passages_as_its_original(reranker, records, backend, tmp_path):
    out = tmp_path / "out"
    made = export_reranker(reranker, backend, Dtype.FLOAT32, 64, out)
    found = compare(reranker, out, 64, records)
    assert (found.questions, found.same_first) == (len(records), 1)
    assert found.tau > 0.95  # OpenVINO may run in bf16
    assert found.largest_difference < 0.05
    assert found.original == f"{reranker} (torch float32)"
    assert found.exported.startswith(f"{out} ({backend.value} ")
    write_export_card(out, made, found, ["records.jsonl, SHA-256 0123"])
    card = (out / "README.md").read_text()
    assert f"| Kendall's tau-b, mean over questions | {found.tau:.4f} |" in card
    assert "- records.jsonl, SHA-256 0123" in card
    for file in (out / backend.value).iterdir():
        assert f"- `{backend.value}/{file.name}`, " in card
        assert sha256_of(file) in card
    assert json.loads((out / "export.json").read_text())["original"] == reranker


def test_nothing_is_written_over_and_nothing_half_written(reranker, tmp_path):
    out = tmp_path / "out"
    with pytest.raises(ModelError):
        export_reranker(str(tmp_path / "none"), Backend.ONNX, Dtype.FLOAT32, 64, out)
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".unfinished"] == []
    assert not out.exists()
    out.mkdir()
    (out / "mine").touch()
    with pytest.raises(TrainingError, match="there already"):
        export_reranker(reranker, Backend.ONNX, Dtype.FLOAT32, 64, out)
    assert [path.name for path in out.iterdir()] == ["mine"]


def test_records_are_drawn_by_chance_and_once() -> None:
    all_of_them = [record(str(number), "a") for number in range(30)]
    ten = drawn(all_of_them, 10)
    assert ten == drawn(all_of_them, 10) != all_of_them[:10]
    assert len({one.query for one in ten}) == 10
    assert len(drawn(all_of_them, 0)) == len(drawn(all_of_them, 99)) == 30
    with pytest.raises(TrainingError, match="no record"):
        drawn([], 10)
