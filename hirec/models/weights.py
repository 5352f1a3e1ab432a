"""Weights of cross-encoders: whole models, and adapters merged into their base.

A folder with ``adapter_config.json`` holds what ``hirec train reranker`` wrote: LoRA matrices and a
head, which are added to the base's weights here (W + α/r · B A, Hu et al., ICLR 2022), so that
answering needs no PEFT and the merged model runs on every backend.
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
"""Beside an adapter: the input length and the view of tables that it was trained with."""
_ADAPTER = "adapter_model.safetensors"
_ADAPTER_CONFIG = "adapter_config.json"


def load_base(source: str, device: str, *, fresh_head: bool = False) -> tuple[Any, Any]:
    """A sequence classifier with one output in single precision, and its tokenizer.

    ``fresh_head``: the head is to be trained and may be random; else a model without one is
    refused. Raises :class:`ModelError`.
    """
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    folder = packaged_folder() if source == PACKAGED else local_folder(source, "cross-encoder")
    wanted = "a tokenizer and a sequence classifier with one output"
    with loading("cross-encoder", source, device, wanted):
        tokenizer = AutoTokenizer.from_pretrained(str(folder))
        model, found = AutoModelForSequenceClassification.from_pretrained(
            str(folder), num_labels=1, output_loading_info=True, dtype=torch.float32
        )
        model = model.to(device)
    if found["missing_keys"] and not fresh_head:
        raise ModelError(
            f"'{source}' has no ranking head ({', '.join(sorted(found['missing_keys'])[:2])} is "
            "missing): name a reranker, or train one with: hirec train reranker"
        )
    return model.eval(), tokenizer


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
    """Load a whole reranker or an adapter, from a folder or by its hub name.

    ``max_tokens`` counts where the weights come without settings of their own. Raises
    :class:`ModelError` where they are absent, damaged or not a reranker's.
    """
    folder = Path(source)
    if not (folder / _ADAPTER_CONFIG).is_file():
        model, tokenizer = load_base(source, device)
        return PairModel(model, tokenizer, max_tokens, figures=True)
    config = _read_json(folder / _ADAPTER_CONFIG)
    pairs = _read_json(folder / PAIR_SETTINGS)
    base = str(config["base_model_name_or_path"])
    model, tokenizer = load_base(base, device, fresh_head=True)
    merge_adapter(model, folder / _ADAPTER, config["lora_alpha"] / config["r"])
    return PairModel(model, tokenizer, int(pairs["max_tokens"]), bool(pairs["figures"]))


def merge_adapter(model: Any, path: Path, scale: float) -> None:  # noqa: ANN401 - untyped library
    """Add an adapter's matrices to the weights of its base, and put its head in place.

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
        raise ModelError(f"Cannot read {path}, which belongs to an adapter: {error}.") from error
    return content
