"""Rerankers exported to ONNX or OpenVINO: a folder that opens without the model it was made from.

The files lie where sentence-transformers looks for them (``onnx/model.onnx``,
``openvino/openvino_model.xml``), with the tokenizer and the model's configuration beside them;
``export.json`` says what they are.
"""

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from hirec.models.backends import open_network, require
from hirec.models.converted import save_onnx, save_openvino
from hirec.models.loading import loading
from hirec.models.pair_tokenizer import PairTokenizer
from hirec.models.runnable import RunnableModel, example_of
from hirec.models.weights import load_pair_model
from hirec.settings import Backend, Dtype, ModelSettings
from hirec.types import ModelError

EXPORT = "export.json"
FILES: Mapping[Backend, str] = {
    Backend.ONNX: "onnx/model.onnx",
    Backend.OPENVINO: "openvino/openvino_model.xml",
}
"""Where the network lies in the folder."""


class Export(BaseModel):
    """What an exported folder holds (``export.json``)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    backend: Backend
    """``onnx`` or ``openvino``."""
    dtype: Dtype
    """Of the matrices in the file: ``float32``, or ``int8`` for ONNX."""
    original: str
    """Name or folder of the model that it was exported from."""
    max_tokens: int
    """Question and passage together."""
    figures: bool
    """False where the model was trained on table rows without their figures."""


def is_exported(source: str) -> bool:
    """Whether ``source`` is a folder that :func:`save_exported` wrote."""
    return (Path(source) / EXPORT).is_file()


def save_exported(
    source: str, backend: Backend, dtype: Dtype, pair_tokens: int, folder: Path
) -> Export:
    """Convert a reranker into an empty folder.

    Raises :class:`ModelError` where it cannot be loaded, or the backend is absent or lacks the
    precision.

    Args:
        source: Folder or hub name of the reranker.
        backend: ONNX, or else OpenVINO.
        dtype: Of the matrices.
        pair_tokens: The input limit of a model without one of its own.
        folder: Where to write.

    """
    require(backend, ModelSettings(reranker_backend=backend, reranker_dtype=dtype))
    loaded = load_pair_model(source, "cpu", pair_tokens)
    file = folder / FILES[backend]
    file.parent.mkdir(parents=True)
    if backend is Backend.ONNX:
        save_onnx(loaded.model, example_of(loaded), file, dtype.value)
    else:
        save_openvino(loaded.model, example_of(loaded), file)
    loaded.model.config.save_pretrained(str(folder))
    loaded.tokenizer.save_pretrained(str(folder))
    export = Export(
        backend=backend,
        dtype=dtype,
        original=source,
        max_tokens=loaded.max_tokens,
        figures=loaded.figures,
    )
    (folder / EXPORT).write_text(export.model_dump_json(indent=2) + "\n", encoding="utf-8")
    return export


def open_exported(source: str, settings: ModelSettings) -> RunnableModel:
    """Open an exported folder; raises :class:`ModelError` where it is damaged or cannot run."""
    from transformers import AutoTokenizer

    folder = Path(source)
    try:
        export = Export.model_validate_json((folder / EXPORT).read_bytes())
    except (OSError, ValidationError) as error:
        raise ModelError(f"{folder / EXPORT} cannot be read: export the model again.") from error
    file = folder / FILES[export.backend]
    if not file.is_file():
        raise ModelError(f"{file} is missing, which {EXPORT} speaks of: export the model again.")
    with loading("exported cross-encoder", source, settings.device, "what was exported"):
        tokenizer = AutoTokenizer.from_pretrained(source)
        network = open_network(file, export.backend, export.dtype, settings)
    pairs = PairTokenizer(tokenizer, figures=export.figures)
    return RunnableModel(pairs, network, export.max_tokens)
