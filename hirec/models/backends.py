"""What runs a cross-encoder's network: torch anywhere; ONNX Runtime and OpenVINO on processors."""

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import torch

from hirec.models.converted import Inputs, OnnxNetwork, OpenVinoNetwork
from hirec.models.loading import memory_of
from hirec.settings import Backend, Dtype, ModelSettings
from hirec.types import ModelError


class Network(Protocol):
    """A network with one output."""

    name: str
    """Backend and precision: ``openvino bfloat16``."""

    def logits(self, inputs: Inputs) -> npt.NDArray[np.float32]:
        """One number a text; shape (texts,)."""
        ...


class TorchNetwork:
    """The model as it was loaded, on its device."""

    def __init__(self, model: Any, dtype: torch.dtype, threads: int = 0) -> None:  # noqa: ANN401
        """Set the model to its precision.

        Args:
            model: Of transformers, on its device.
            dtype: That of weights and arithmetic.
            threads: Of the whole process; 0: torch's default.

        """
        if threads:
            torch.set_num_threads(threads)
        self._model = model.to(dtype)
        self.name = f"torch {_dtype_name(dtype)}"

    def logits(self, inputs: Inputs) -> npt.NDArray[np.float32]:
        """One number a text; shape (texts,)."""
        moved = {name: tensor.to(self._model.device) for name, tensor in inputs.items()}
        smaller = "lower models.reranker_batch_tokens"
        with memory_of(str(self._model.device), smaller), torch.inference_mode():
            scores = self._model(**moved).logits.reshape(-1).float().cpu().numpy()
        return np.asarray(scores, dtype=np.float32)


def make_network(model: Any, example: Inputs, settings: ModelSettings) -> Network:  # noqa: ANN401
    """The network on the backend of the settings.

    ``auto`` is OpenVINO on a processor where it is installed, else torch, in bf16 where the device
    has instructions for it: the fastest that keeps rankings. ONNX in int8, which does not
    (``docs/experiments.md``), is never chosen. Raises :class:`ModelError` for a backend that is
    absent, or asked for a device or precision that it does not have.

    Args:
        model: Of transformers, as it was loaded.
        example: Any inputs of it, for conversion.
        settings: Backend, device, precision and threads.

    """
    on_cpu = torch.device(settings.device).type == "cpu"
    backend = settings.reranker_backend
    if backend is Backend.AUTO:
        fit = on_cpu and settings.reranker_dtype in _PRECISIONS[Backend.OPENVINO]
        backend = Backend.OPENVINO if fit and _installed(Backend.OPENVINO) else Backend.TORCH
    require(backend, settings)
    if backend is Backend.TORCH:
        return TorchNetwork(
            model, _torch_dtype(settings.reranker_dtype, on_cpu=on_cpu), settings.threads
        )
    if backend is Backend.ONNX:
        exact = settings.reranker_dtype is Dtype.FLOAT32
        dtype = Dtype.FLOAT32 if exact else Dtype.INT8
        return OnnxNetwork.converted(model, example, dtype.value, settings.threads)
    reply = _dtype_name(_torch_dtype(settings.reranker_dtype, on_cpu=True))
    return OpenVinoNetwork.converted(model, example, reply, settings.threads)


def open_network(file: Path, backend: Backend, dtype: Dtype, settings: ModelSettings) -> Network:
    """A network out of a file that was converted.

    OpenVINO chooses its arithmetic as :func:`make_network` says. Raises :class:`ModelError` where
    the settings ask for another backend, or for what this one or the file lacks.

    Args:
        file: Of an exported folder.
        backend: That it was converted for.
        dtype: That of its matrices.
        settings: What is asked for.

    """
    if settings.reranker_backend not in (Backend.AUTO, backend):
        raise ModelError(
            f"models.reranker_backend is {settings.reranker_backend}, and {file.name} was "
            f"exported for {backend}: leave models.reranker_backend out, or name the model that it "
            "was exported from."
        )
    if torch.device(settings.device).type != "cpu":
        raise ModelError(
            f"{file.name} was exported for {backend}, which runs on the device cpu only, and "
            f"models.device is {settings.device}: name the model that it was exported from, or set "
            "models.device to cpu."
        )
    require(backend, settings)
    if backend is Backend.OPENVINO:
        reply = _dtype_name(_torch_dtype(settings.reranker_dtype, on_cpu=True))
        return OpenVinoNetwork(file, reply, settings.threads)
    if settings.reranker_dtype not in (Dtype.AUTO, dtype):
        raise ModelError(
            f"models.reranker_dtype is {settings.reranker_dtype}, and {file.name} was exported in "
            f"{dtype}: leave models.reranker_dtype out, or export it again with --dtype "
            f"{settings.reranker_dtype}."
        )
    return OnnxNetwork(file, dtype.value, settings.threads)


def require(backend: Backend, settings: ModelSettings) -> None:
    """Raise :class:`ModelError` where a backend is absent, or lacks the device or precision."""
    if not _installed(backend):
        raise ModelError(
            f"{' and '.join(_PACKAGES[backend])} are needed for models.reranker_backend {backend} "
            f"and not installed: pip install 'hirec[{backend}]', or set models.reranker_backend to "
            "torch."
        )
    if backend is not Backend.TORCH and torch.device(settings.device).type != "cpu":
        raise ModelError(
            f"models.reranker_backend {backend} runs on the device cpu only, and models.device is "
            f"{settings.device}: set models.reranker_backend to torch."
        )
    if settings.reranker_dtype not in _PRECISIONS[backend]:
        known = ", ".join(_PRECISIONS[backend])
        raise ModelError(
            f"models.reranker_backend {backend} does not run in {settings.reranker_dtype}: set "
            f"models.reranker_dtype to one of {known}."
        )


def processor_has_bf16() -> bool:
    """Whether this processor has instructions for bf16, as far as torch can tell."""
    if not hasattr(torch.cpu, "get_capabilities"):
        return False
    found = torch.cpu.get_capabilities()
    return any(found.get(name, False) for name in _BF16_INSTRUCTIONS)


_BF16_INSTRUCTIONS = ("avx512_bf16", "amx_bf16", "bf16")
_PRECISIONS: Mapping[Backend, tuple[Dtype, ...]] = {
    Backend.TORCH: (Dtype.AUTO, Dtype.FLOAT32, Dtype.BFLOAT16, Dtype.FLOAT16),
    Backend.ONNX: (Dtype.AUTO, Dtype.FLOAT32, Dtype.INT8),
    Backend.OPENVINO: (Dtype.AUTO, Dtype.FLOAT32, Dtype.BFLOAT16),
}
_PACKAGES: Mapping[Backend, tuple[str, ...]] = {
    Backend.TORCH: ("torch",),
    Backend.ONNX: ("onnx", "onnxruntime"),
    Backend.OPENVINO: ("openvino",),
}


def _installed(backend: Backend) -> bool:
    return all(importlib.util.find_spec(package) is not None for package in _PACKAGES[backend])


def _torch_dtype(dtype: Dtype, *, on_cpu: bool) -> torch.dtype:
    if dtype is Dtype.AUTO:
        fast = not on_cpu or processor_has_bf16()
        return torch.bfloat16 if fast else torch.float32
    return {
        Dtype.FLOAT32: torch.float32,
        Dtype.FLOAT16: torch.float16,
        Dtype.BFLOAT16: torch.bfloat16,
    }[dtype]


def _dtype_name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")
