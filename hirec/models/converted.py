"""Cross-encoders converted for a processor: OpenVINO in bf16, ONNX Runtime in int8.

A model is converted once and kept in the user's cache folder, under a fingerprint of its weights.
"""

import hashlib
import inspect
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import torch
from platformdirs import user_cache_path

from hirec.models.loading import quiet_transformers
from hirec.types import ModelError

Inputs = Mapping[str, torch.Tensor]
"""Names of a tokenizer → shape (texts, tokens)."""


class OpenVinoNetwork:
    """A model on OpenVINO, with the processor's own bf16 where it has it."""

    def __init__(self, file: Path, dtype: str, threads: int) -> None:
        """Open what :func:`save_openvino` wrote.

        Args:
            file: The .xml; its weights lie beside it.
            dtype: Of the arithmetic: ``bfloat16`` or ``float32``.
            threads: 0: OpenVINO's default.

        """
        import openvino

        precision = {"bfloat16": "bf16", "float32": "f32"}[dtype]
        options = {"INFERENCE_PRECISION_HINT": precision, "PERFORMANCE_HINT": "LATENCY"}
        if threads:
            options["INFERENCE_NUM_THREADS"] = str(threads)
        core = openvino.Core()
        self._run = core.compile_model(core.read_model(file), "CPU", options)
        self.name = f"openvino {dtype}"

    @classmethod
    def converted(cls, model: Any, example: Inputs, dtype: str, threads: int) -> Self:  # noqa: ANN401
        """Convert a model, or find it in the cache.

        Args:
            model: Of transformers, on the processor.
            example: Any inputs of it.
            dtype: Of the arithmetic: ``bfloat16`` or ``float32``.
            threads: 0: OpenVINO's default.

        """
        import openvino

        def convert(folder: Path) -> None:
            save_openvino(model, example, folder / "model.xml")

        folder = kept(model, f"openvino {openvino.__version__}", convert)
        return cls(folder / "model.xml", dtype, threads)

    def logits(self, inputs: Inputs) -> npt.NDArray[np.float32]:
        """One number a text; shape (texts,)."""
        arrays = {name: tensor.numpy() for name, tensor in inputs.items()}
        return np.asarray(self._run(arrays)[0], dtype=np.float32).reshape(-1)


class OnnxNetwork:
    """A model on ONNX Runtime, its matrices in int8 or as they were."""

    def __init__(self, file: Path, dtype: str, threads: int) -> None:
        """Open what :func:`save_onnx` wrote.

        Raises :class:`ModelError` where the file is damaged.

        Args:
            file: The .onnx.
            dtype: As it was written: ``int8`` or ``float32``.
            threads: 0: ONNX Runtime's default.

        """
        import onnxruntime
        from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidGraph, InvalidProtobuf

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(
                str(file), options, providers=["CPUExecutionProvider"]
            )
        except (Fail, InvalidGraph, InvalidProtobuf) as error:  # these derive from Exception alone
            raise ModelError(f"{file} is no ONNX model: export the model again.") from error
        self._inputs = [one.name for one in self._session.get_inputs()]
        self.name = f"onnx {dtype}"

    @classmethod
    def converted(cls, model: Any, example: Inputs, dtype: str, threads: int) -> Self:  # noqa: ANN401
        """Convert a model, or find it in the cache.

        Args:
            model: Of transformers, on the processor.
            example: Any inputs of it.
            dtype: Of the matrices: ``int8`` or ``float32``.
            threads: 0: ONNX Runtime's default.

        """
        import onnxruntime

        def convert(folder: Path) -> None:
            save_onnx(model, example, folder / "model.onnx", dtype)

        folder = kept(model, f"onnx {onnxruntime.__version__} {dtype}", convert)
        return cls(folder / "model.onnx", dtype, threads)

    def logits(self, inputs: Inputs) -> npt.NDArray[np.float32]:
        """One number a text; shape (texts,)."""
        arrays = {name: inputs[name].numpy() for name in self._inputs}
        return np.asarray(self._session.run(None, arrays)[0], dtype=np.float32).reshape(-1)


def save_openvino(model: Any, example: Inputs, file: Path) -> None:  # noqa: ANN401
    """Write a model in single precision.

    Args:
        model: Of transformers, on the processor.
        example: Any inputs of it.
        file: The .xml to write; its weights (.bin) come beside it.

    """
    import openvino

    with _tracing():
        found = openvino.convert_model(model, example_input=dict(example))
    openvino.save_model(found, file, compress_to_fp16=False)


def save_onnx(model: Any, example: Inputs, file: Path, dtype: str) -> None:  # noqa: ANN401
    """Write a model with its matrices in one precision.

    Args:
        model: Of transformers, on the processor.
        example: Any inputs of it.
        file: The .onnx to write.
        dtype: ``int8`` or ``float32``.

    """
    exact = file.with_name("exact.onnx") if dtype == "int8" else file
    with _tracing():
        _export(model, example, exact)
    if dtype == "int8":
        _quantize(exact, file)
        exact.unlink()


@contextmanager
def _tracing() -> Iterator[None]:
    with torch.inference_mode(), quiet_transformers(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tracer's remarks on the model's own code
        yield


def kept(model: Any, kind: str, convert: Callable[[Path], None]) -> Path:  # noqa: ANN401
    """Folder of the converted model.

    Processes may convert at the same time: the first to end is kept.

    Args:
        model: Its weights are part of the folder's name.
        kind: Names converter, version and precision.
        convert: Fills an empty folder where there is none yet.

    """
    folder = user_cache_path("hirec") / "converted" / model_fingerprint(model, kind)
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, suffix=".unfinished") as scratch:
        unfinished = Path(scratch) / "model"
        unfinished.mkdir()
        convert(unfinished)
        try:
            unfinished.rename(folder)
        except OSError:
            if not folder.is_dir():  # else another process was first
                raise
    return folder


def model_fingerprint(model: Any, kind: str) -> str:  # noqa: ANN401 - untyped library
    """Changes with any weight, with the architecture's settings, and with the converter."""
    digest = hashlib.sha256(f"{kind} {model.config.to_json_string()}".encode())
    for name, tensor in model.state_dict().items():
        digest.update(name.encode())
        digest.update(tensor.detach().cpu().contiguous().numpy())
    return digest.hexdigest()[:32]


def _export(model: Any, example: Inputs, file: Path) -> None:  # noqa: ANN401 - untyped library
    # The exporter gives names by position: they have to stand as the model's signature has them.
    names = [name for name in inspect.signature(model.forward).parameters if name in example]
    axes = {name: {0: "texts", 1: "tokens"} for name in names} | {"logits": {0: "texts"}}
    torch.onnx.export(
        model,
        (),
        str(file),
        kwargs={name: example[name] for name in names} | {"return_dict": False},
        input_names=names,
        output_names=["logits"],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


def _quantize(exact: Path, file: Path) -> None:
    """Weights of matrix products to seven bits, a scale a column; activations as they come.

    Eight would overflow on processors without VNNI, where two products are added in 16 bits.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(exact, file, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
