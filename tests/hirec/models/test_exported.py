import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from hirec.models.cross_encoder import PairCrossEncoder, load_cross_encoder
from hirec.models.exported import EXPORT, FILES, is_exported, save_exported
from hirec.models.weights import PAIR_SETTINGS
from hirec.settings import Backend, Dtype, ModelSettings
from hirec.types import ModelError

PASSAGES = ["sales grew", "the company fell " * 9, "sales", "the sales of the company | 1 | 2"]
BACKENDS = (Backend.ONNX, Backend.OPENVINO)


@pytest.fixture(params=["bert", "deberta"])
def source(request) -> str:
    return str(request.getfixturevalue(request.param))


def exported(source: str, backend: Backend, folder: Path, dtype: Dtype = Dtype.FLOAT32) -> str:
    folder.mkdir()
    save_exported(source, backend, dtype, 64, folder)
    return str(folder)


def scored(source: str, **settings: object):
    model = PairCrossEncoder(source, ModelSettings(**settings))
    return model.score("what grew", PASSAGES)


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_export_says_what_the_original_says(source, backend, tmp_path):
    folder = exported(source, backend, tmp_path / "out")
    exact = scored(
        source, reranker_backend="torch", reranker_dtype="float32", reranker_max_tokens=64
    )
    assert len(set(exact.round(4).tolist())) == len(PASSAGES)
    assert scored(folder, reranker_dtype="float32") == pytest.approx(exact, abs=1e-4)


@pytest.mark.parametrize("backend", BACKENDS)
def test_its_name_is_all_that_the_settings_need(bert, backend, tmp_path):
    folder = exported(str(bert), backend, tmp_path / "out")
    model = load_cross_encoder(ModelSettings(cross_encoder=folder))
    assert model is not None
    assert model.name.startswith(f"{folder} ({backend.value} ")
    assert model.score("what grew", PASSAGES).shape == (len(PASSAGES),)


@pytest.mark.parametrize("backend", BACKENDS)
def test_it_needs_the_original_no_more_and_moves(bert, backend, tmp_path, monkeypatch):
    """Neither the library that loads weights, nor the converters, nor the first place."""
    folder = exported(str(bert), backend, tmp_path / "out")
    before = scored(folder, reranker_dtype="float32")

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("loaded or converted")

    for name in ("hirec.models.runnable.load_pair_model", "torch.onnx.export"):
        monkeypatch.setattr(name, refuse)
    monkeypatch.setattr("openvino.convert_model", refuse)
    moved = Path(folder).rename(tmp_path / "moved")
    assert scored(str(moved), reranker_dtype="float32") == pytest.approx(before)


def test_int8_is_near_and_leaves_one_file(bert, tmp_path):
    exact = exported(str(bert), Backend.ONNX, tmp_path / "exact")
    small = exported(str(bert), Backend.ONNX, tmp_path / "small", Dtype.INT8)
    assert scored(small) == pytest.approx(scored(exact), abs=0.1)
    assert {file.name for file in (tmp_path / "small" / "onnx").iterdir()} == {"model.onnx"}


def test_an_adapters_limit_and_view_of_tables_go_along(bert, tmp_path):
    adapter = tmp_path / "adapter"
    adapter.mkdir()
    head = {
        "base_model.model.classifier.weight": torch.full((1, 16), 0.25),
        "base_model.model.classifier.bias": torch.tensor([0.5]),
    }
    save_file(head, str(adapter / "adapter_model.safetensors"))
    config = {"base_model_name_or_path": str(bert), "lora_alpha": 4, "r": 1}
    (adapter / "adapter_config.json").write_text(json.dumps(config))
    (adapter / PAIR_SETTINGS).write_text(json.dumps({"max_tokens": 33, "figures": False}))
    folder = exported(str(adapter), Backend.ONNX, tmp_path / "out")
    stated = json.loads((tmp_path / "out" / EXPORT).read_text())
    assert (stated["max_tokens"], stated["figures"]) == (33, False)
    assert stated["original"] == str(adapter)
    exact = scored(str(adapter), reranker_backend="torch", reranker_dtype="float32")
    assert scored(folder) == pytest.approx(exact, abs=1e-4)


def test_settings_that_contradict_the_file_are_refused(bert, tmp_path):
    folder = exported(str(bert), Backend.ONNX, tmp_path / "out")
    with pytest.raises(ModelError, match=r"models.reranker_backend is torch, .* exported for onnx"):
        scored(folder, reranker_backend="torch")
    with pytest.raises(ModelError, match=r"models.reranker_dtype is int8, .* exported in float32"):
        scored(folder, reranker_dtype="int8")
    with pytest.raises(ModelError, match="does not run in bfloat16"):
        scored(folder, reranker_dtype="bfloat16")


def test_an_exported_model_runs_on_no_gpu(bert, tmp_path, monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    monkeypatch.setattr("torch.cuda.device_count", lambda: 1)
    folder = exported(str(bert), Backend.ONNX, tmp_path / "out")
    with pytest.raises(ModelError, match=r"models.device is cuda: .*set models.device to cpu"):
        scored(folder, device="cuda")


def test_what_a_backend_cannot_do_is_refused_before_anything_is_loaded(tmp_path):
    with pytest.raises(ModelError, match="openvino does not run in int8"):
        save_exported("nowhere", Backend.OPENVINO, Dtype.INT8, 64, tmp_path)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_damaged_export_is_one_clear_sentence(bert, backend, tmp_path):
    folder = Path(exported(str(bert), backend, tmp_path / "out"))
    assert is_exported(str(folder))
    file = folder / FILES[backend]
    file.write_bytes(file.read_bytes()[:200])
    with pytest.raises(
        ModelError, match=r"Cannot load the exported cross-encoder|is no ONNX model"
    ):
        scored(str(folder))
    file.unlink()
    with pytest.raises(ModelError, match=r"is missing, .* export the model again"):
        scored(str(folder))
    (folder / EXPORT).write_text("{}")
    with pytest.raises(ModelError, match=r"export.json cannot be read"):
        scored(str(folder))
