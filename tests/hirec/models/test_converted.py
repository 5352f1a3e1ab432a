from pathlib import Path

import pytest
import torch
from platformdirs import user_cache_path

from hirec.models.converted import OnnxNetwork, OpenVinoNetwork, kept, model_fingerprint
from hirec.models.weights import load_base

EXAMPLE = {
    "input_ids": torch.tensor([[2, 5, 3, 6, 3], [2, 6, 3, 7, 3]]),
    "token_type_ids": torch.tensor([[0, 0, 0, 1, 1], [0, 0, 0, 1, 1]]),
    "attention_mask": torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 1, 0]]),
}
LONGER = {name: torch.cat([tensor, tensor, tensor], dim=1)[:1] for name, tensor in EXAMPLE.items()}
NETWORKS = [(OpenVinoNetwork, "float32"), (OnnxNetwork, "float32"), (OnnxNetwork, "int8")]


@pytest.fixture
def model(bert):
    return load_base(str(bert), "cpu")[0]


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def cached() -> list[Path]:
    return sorted((user_cache_path("hirec") / "converted").glob("*"))


@pytest.mark.parametrize(("network", "dtype"), NETWORKS)
def test_it_says_what_torch_says_for_any_number_and_length_of_texts(model, network, dtype):
    converted = network.converted(model, EXAMPLE, dtype, threads=1)
    for inputs in (EXAMPLE, LONGER):
        with torch.inference_mode():
            exact = model(**inputs).logits.reshape(-1).numpy()
        near = 1e-4 if dtype == "float32" else 0.3
        assert converted.logits(inputs) == pytest.approx(exact, abs=near)


@pytest.mark.parametrize(("network", "dtype"), NETWORKS)
def test_a_model_is_converted_once_and_leaves_nothing_unfinished(
    model, network, dtype, monkeypatch
):
    first = network.converted(model, EXAMPLE, dtype, threads=1).logits(EXAMPLE)
    (folder,) = cached()

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("converted again")

    monkeypatch.setattr("openvino.convert_model", refuse)
    monkeypatch.setattr("torch.onnx.export", refuse)
    again = network.converted(model, EXAMPLE, dtype, threads=1).logits(EXAMPLE)
    assert again == pytest.approx(first)
    assert cached() == [folder]


def test_the_first_of_two_processes_is_kept(model):
    def convert(unfinished: Path) -> None:
        unfinished.joinpath("mine").touch()
        theirs = user_cache_path("hirec") / "converted" / model_fingerprint(model, "x 1")
        theirs.mkdir()
        theirs.joinpath("theirs").touch()

    folder = kept(model, "x 1", convert)
    assert [file.name for file in folder.iterdir()] == ["theirs"]
    assert cached() == [folder]


def test_a_conversion_that_fails_leaves_nothing(model):
    def convert(_: Path) -> None:
        raise RuntimeError("out of memory")

    with pytest.raises(RuntimeError, match="out of memory"):
        kept(model, "x 1", convert)
    assert cached() == []


def test_other_weights_another_precision_or_version_are_another_model(model):
    before = model_fingerprint(model, "onnx 1 int8")
    assert model_fingerprint(model, "onnx 1 int8") == before
    assert model_fingerprint(model, "onnx 1 float32") != before
    with torch.no_grad():
        model.classifier.bias += 1.0
    assert model_fingerprint(model, "onnx 1 int8") != before
