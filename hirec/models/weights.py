"""Weights of cross-encoders: whole models, and adapters merged into their base.

``hirec train reranker`` writes either. A folder with ``adapter_config.json`` holds LoRA matrices
and the layers that the base lacks (its head). Here they are put into the base's weights (W + α/r ·
B A, Hu et al., ICLR 2022), so that answering needs no PEFT and the merged model runs on every
backend.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from hirec.models.hub import local_folder
from hirec.models.loading import loading
from hirec.models.packaged import PACKAGED, packaged_folder
from hirec.types import ModelError

PAIR_SETTINGS = "pair_settings.json"
"""Beside what was trained here: its input length and its view of tables."""
_ADAPTER = "adapter_model.safetensors"
_ADAPTER_CONFIG = "adapter_config.json"


def load_base(source: str, device: str) -> tuple[Any, Any]:
    """A sequence classifier with one output in single precision, and its tokenizer.

    Raises :class:`ModelError`, also for a model without a ranking head.
    """
    model, tokenizer, lacking = load_to_train(source, device)
    if lacking:
        raise ModelError(
            f"'{source}' has no ranking head ({', '.join(sorted(lacking)[:2])} is "
            "missing): name a reranker, or train one with: hirec train reranker"
        )
    return model, tokenizer


def load_to_train(source: str, device: str) -> tuple[Any, Any, frozenset[str]]:
    """The same of a base that may lack a head, and the names of the weights that it lacks.

    Those are random. Raises :class:`ModelError`.
    """
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    folder = packaged_folder() if source == PACKAGED else local_folder(source, "cross-encoder")
    expected = "a tokenizer and a sequence classifier with one output"
    with loading("cross-encoder", source, device, expected):
        tokenizer = AutoTokenizer.from_pretrained(str(folder))
        model, found = AutoModelForSequenceClassification.from_pretrained(
            str(folder), num_labels=1, output_loading_info=True, dtype=torch.float32
        )
        model = model.to(device)
    return model.eval(), tokenizer, frozenset(found["missing_keys"])


@dataclass(frozen=True, slots=True)
class PairModel:
    """A cross-encoder in torch, ready to run or to be converted."""

    model: Any
    tokenizer: Any
    max_tokens: int
    """Question and passage together."""
    figures: bool
    """False where it was trained on table rows without their figures."""


def load_pair_model(source: str, device: str, max_tokens: int) -> PairModel:
    """Load a whole reranker or an adapter.

    Raises :class:`ModelError` where the weights are absent, damaged or not a reranker's.

    Args:
        source: Folder or hub name.
        device: As torch names it.
        max_tokens: Input limit where the weights come without settings of their own.

    """
    folder = Path(source)
    adapted, figures = (folder / _ADAPTER_CONFIG).is_file(), True
    if adapted or (folder / PAIR_SETTINGS).is_file():
        pairs = _read_json(folder / PAIR_SETTINGS)
        max_tokens, figures = int(pairs["max_tokens"]), bool(pairs["figures"])
    if not adapted:
        model, tokenizer = load_base(source, device)
        return PairModel(model, tokenizer, max_tokens, figures)
    config = _read_json(folder / _ADAPTER_CONFIG)
    model, tokenizer, _ = load_to_train(str(config["base_model_name_or_path"]), device)
    merge_adapter(model, folder / _ADAPTER, config["lora_alpha"] / config["r"])
    return PairModel(model, tokenizer, max_tokens, figures)


def merge_adapter(model: Any, path: Path, scale: float) -> None:  # noqa: ANN401 - untyped library
    """Add an adapter's matrices to the weights of its base, and put its head in place.

    Args:
        model: The base, changed in place.
        path: The adapter's ``.safetensors``.
        scale: α/r.

    Raises:
        ModelError: the file is not an adapter of this base.

    """
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        tensors = load_file(str(path))
    except (SafetensorError, OSError) as error:
        raise ModelError(f"The adapter {path} cannot be read: {error}.") from error
    weights = model.state_dict()
    try:
        with torch.no_grad():
            for name, tensor in tensors.items():
                target = name.removeprefix("base_model.model.")
                if target.endswith(".lora_A.weight"):
                    layer = target.removesuffix(".lora_A.weight")
                    up = tensors[f"base_model.model.{layer}.lora_B.weight"].float()
                    change = scale * up @ tensor.float()
                    weights[f"{layer}.weight"] += change.to(weights[f"{layer}.weight"].device)
                elif not target.endswith(".lora_B.weight"):
                    weights[target].copy_(tensor.float())
    except (KeyError, RuntimeError) as error:
        raise ModelError(f"The adapter {path} does not fit its base ({error}).") from error


def _read_json(path: Path) -> Mapping[str, Any]:
    try:
        content: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"Cannot read {path}, which belongs to a reranker: {error}.") from error
    return content
