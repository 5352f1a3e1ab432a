import json

import numpy as np
import pytest

from hirec.models.cross_encoder import PairCrossEncoder
from hirec.settings import ModelSettings
from training.arguments import refuse_no_number
from training.errors import TrainingError
from training.reranker import train_reranker
from training.settings import TuningMethod
from training.tiny import tiny_recipe


def ignore(_: object) -> None:
    pass


def test_its_architecture_is_deberta_v3s(records, tmp_path):
    tiny_recipe(records, tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    assert config["model_type"] == "deberta-v2"
    said = {name: config[name] for name in ("norm_rel_ebd", "share_att_key", "pos_att_type")}
    assert said == {
        "norm_rel_ebd": "layer_norm",
        "share_att_key": True,
        "pos_att_type": ["p2c", "c2p"],
    }


def test_a_base_that_is_there_is_kept(records, tmp_path):
    first = tiny_recipe(records, tmp_path, 1)
    weights = (tmp_path / "model.safetensors").read_bytes()
    assert tiny_recipe(records, tmp_path, 1) == first
    assert (tmp_path / "model.safetensors").read_bytes() == weights
    tiny_recipe(records, tmp_path, 2)
    assert (tmp_path / "model.safetensors").read_bytes() != weights


def test_a_base_of_other_records_is_made_anew(records, tmp_path):
    tiny_recipe(records[:1], tmp_path)
    few = json.loads((tmp_path / "config.json").read_text())["vocab_size"]
    tiny_recipe(records, tmp_path)
    assert json.loads((tmp_path / "config.json").read_text())["vocab_size"] > few


def test_a_loss_that_is_no_number_ends_a_run():
    refuse_no_number({"loss": 0.5})
    refuse_no_number({"grad_norm": float("nan")})
    with pytest.raises(TrainingError, match="diverged"):
        refuse_no_number({"loss": float("nan")})


@pytest.mark.parametrize("method", list(TuningMethod))
def test_it_trains_is_saved_and_scores_on_every_backend(method, records, tmp_path):
    recipe = tiny_recipe(records, tmp_path / "base")
    recipe = recipe.model_copy(update={"method": method, "held_out": 0, "epochs": 20})
    report = train_reranker(records, tmp_path / "out", recipe, ignore)
    assert report.loss_last < report.loss_first / 2
    torch, *others = (
        PairCrossEncoder(
            str(tmp_path / "out"), ModelSettings(reranker_backend=backend, reranker_dtype="float32")
        )
        for backend in ("torch", "openvino", "onnx")
    )
    for record in records:
        scores = torch.score(record.query, record.texts)
        assert scores.argmax() == 0
        for other in others:
            assert np.allclose(other.score(record.query, record.texts), scores, atol=1e-3)
