import pytest
import torch

from hirec.models import backends
from hirec.models.backends import TorchNetwork, make_network
from hirec.models.weights import load_base
from hirec.settings import ModelSettings
from hirec.types import ModelError

EXAMPLE = {
    "input_ids": torch.tensor([[2, 5, 3, 6, 3], [2, 6, 3, 7, 3]]),
    "token_type_ids": torch.tensor([[0, 0, 0, 1, 1], [0, 0, 0, 1, 1]]),
    "attention_mask": torch.ones(2, 5, dtype=torch.long),
}


@pytest.fixture
def model(bert):
    return load_base(str(bert), "cpu")[0]


def made(model, **settings: object) -> str:
    return make_network(model, EXAMPLE, ModelSettings(**settings)).name


def test_auto_takes_openvino_and_the_precision_of_the_processor(model, monkeypatch):
    for has, precision in ((True, "bfloat16"), (False, "float32")):
        monkeypatch.setattr(backends, "processor_has_bf16", lambda has=has: has)
        assert made(model) == f"openvino {precision}"


def test_onnx_is_int8_unless_told_otherwise(model):
    assert made(model, reranker_backend="onnx") == "onnx int8"
    assert made(model, reranker_backend="onnx", reranker_dtype="float32") == "onnx float32"


def test_without_openvino_auto_is_torch_and_naming_it_is_an_error(model, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name == "torch" or None)
    for has, precision in ((True, "bfloat16"), (False, "float32")):
        monkeypatch.setattr(backends, "processor_has_bf16", lambda has=has: has)
        assert made(model) == f"torch {precision}"
    for backend in ("openvino", "onnx"):
        with pytest.raises(ModelError, match=rf"pip install 'hirec\[{backend}\]'"):
            made(model, reranker_backend=backend)


@pytest.mark.parametrize(
    ("backend", "dtype"), [("openvino", "float16"), ("onnx", "bfloat16"), ("torch", "int8")]
)
def test_a_precision_that_a_backend_lacks_is_an_error(model, backend, dtype):
    with pytest.raises(ModelError, match=f"{backend} does not run in {dtype}"):
        made(model, reranker_backend=backend, reranker_dtype=dtype)


def test_auto_falls_to_torch_for_a_precision_of_its_own(model):
    assert made(model, reranker_dtype="float16") == "torch float16"


def test_converted_models_run_on_processors_only(model):
    with pytest.raises(ModelError, match=r"device cpu only, and models\.device is cuda"):
        made(model, reranker_backend="openvino", device="cuda")


@pytest.mark.parametrize("name", ["avx512_bf16", "amx_bf16", "bf16"])
def test_bf16_is_noticed(monkeypatch, name):
    monkeypatch.setattr("torch.cpu.get_capabilities", lambda: {"avx2": True, name: True})
    assert backends.processor_has_bf16()
    monkeypatch.setattr("torch.cpu.get_capabilities", lambda: {"avx2": True, name: False})
    assert not backends.processor_has_bf16()
    monkeypatch.delattr("torch.cpu.get_capabilities")
    assert not backends.processor_has_bf16()


def test_torch_runs_in_the_precision_asked_for(model):
    exact = TorchNetwork(model, torch.float32).logits(EXAMPLE)
    half = TorchNetwork(model, torch.bfloat16).logits(EXAMPLE)
    assert half == pytest.approx(exact, abs=0.2)
    assert (half != exact).any()
