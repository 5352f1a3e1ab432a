import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from hirec.models.weights import PAIR_SETTINGS, load_base, load_pair_model, load_to_train
from hirec.types import ModelError

QUERY = "bert.encoder.layer.0.attention.self.query"


@pytest.fixture
def adapter(bert, tmp_path) -> Path:
    """Rank 1, scale 4 / 1; the query matrix of the first layer and a head."""
    down, up = torch.ones(1, 16), torch.zeros(16, 1)
    up[3, 0] = 0.5
    tensors = {
        f"base_model.model.{QUERY}.lora_A.weight": down,
        f"base_model.model.{QUERY}.lora_B.weight": up,
        "base_model.model.classifier.weight": torch.full((1, 16), 0.25),
        "base_model.model.classifier.bias": torch.tensor([7.0]),
    }
    save_file(tensors, str(tmp_path / "adapter_model.safetensors"))
    config = {"base_model_name_or_path": str(bert), "lora_alpha": 4, "r": 1}
    (tmp_path / "adapter_config.json").write_text(json.dumps(config))
    (tmp_path / PAIR_SETTINGS).write_text(json.dumps({"max_tokens": 33, "figures": False}))
    return tmp_path


def test_an_adapter_is_added_to_its_base(bert, adapter):
    base = load_base(str(bert), "cpu")[0].state_dict()
    loaded = load_pair_model(str(adapter), "cpu", 512)
    weights = loaded.model.state_dict()
    # W + α/r · B A: 4 · 0.5 · 1 on row 3, nothing elsewhere
    change = weights[f"{QUERY}.weight"] - base[f"{QUERY}.weight"]
    assert change[3].tolist() == pytest.approx([2.0] * 16)
    assert change[[0, 1, 2, 4, 15]].abs().max() == 0
    assert weights["classifier.bias"].tolist() == [7.0]
    assert (loaded.max_tokens, loaded.figures) == (33, False)


def test_a_whole_model_takes_the_limit_of_the_settings(bert):
    loaded = load_pair_model(str(bert), "cpu", 512)
    assert (loaded.max_tokens, loaded.figures) == (512, True)


def test_a_whole_model_that_was_trained_here_has_its_own_limit(bert, tmp_path):
    shutil.copytree(bert, tmp_path / "trained")
    told = {"max_tokens": 44, "figures": False}
    (tmp_path / "trained" / PAIR_SETTINGS).write_text(json.dumps(told))
    loaded = load_pair_model(str(tmp_path / "trained"), "cpu", 512)
    assert (loaded.max_tokens, loaded.figures) == (44, False)


def test_a_model_without_a_head_is_no_reranker(xlm_roberta):
    with pytest.raises(ModelError, match=r"no ranking head .* hirec train reranker"):
        load_base(str(xlm_roberta), "cpu")


def test_a_head_that_is_to_be_trained_may_be_missing(bert, xlm_roberta):
    model, _, lacking = load_to_train(str(xlm_roberta), "cpu")
    assert model.config.num_labels == 1
    assert {name.split(".")[0] for name in lacking} == {"classifier"}
    assert load_to_train(str(bert), "cpu")[2] == frozenset()


def test_an_adapter_of_another_base_is_refused(deberta, adapter):
    config = {"base_model_name_or_path": str(deberta), "lora_alpha": 4, "r": 1}
    (adapter / "adapter_config.json").write_text(json.dumps(config))
    with pytest.raises(ModelError, match="does not fit its base"):
        load_pair_model(str(adapter), "cpu", 512)


@pytest.mark.parametrize("file", ["adapter_model.safetensors", PAIR_SETTINGS])
def test_a_damaged_adapter_is_one_clear_sentence(adapter, file):
    (adapter / file).write_text("no")
    with pytest.raises(ModelError, match=f"{file}"):
        load_pair_model(str(adapter), "cpu", 512)
    (adapter / file).unlink()
    with pytest.raises(ModelError, match=f"{file}"):
        load_pair_model(str(adapter), "cpu", 512)
