"""LoRA put on a base model, and what comes of it written down."""

import json
from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, TaskType, get_peft_model, get_peft_model_state_dict
from safetensors.torch import save_file

from hirec.models.pair_tokenizer import PairTokenizer
from hirec.models.weights import PAIR_SETTINGS, load_base
from training.settings import TrainingSettings


def wrap(settings: TrainingSettings) -> tuple[Any, PairTokenizer]:
    """The base with LoRA on all its linear layers and a fresh head, and its tokenizer.

    Raises :class:`hirec.types.ModelError` where the base cannot be loaded.
    """
    model, tokenizer = load_base(settings.base, settings.device, fresh_head=True)
    lora = LoraConfig(
        task_type=TaskType.SEQ_CLS,
        r=settings.rank,
        lora_alpha=settings.alpha,
        target_modules="all-linear",
        base_model_name_or_path=settings.base,
    )
    return get_peft_model(model, lora), PairTokenizer(tokenizer, figures=False)


def save_adapter(model: Any, settings: TrainingSettings, out: Path) -> None:  # noqa: ANN401
    """Write ``adapter_model.safetensors`` (half precision), its config and the pair settings."""
    weights = {
        name: tensor.detach().to("cpu", torch.float16).contiguous()
        for name, tensor in get_peft_model_state_dict(model).items()
    }
    config = model.peft_config["default"]
    config.base_model_name_or_path = settings.base
    config.inference_mode = True
    config.save_pretrained(str(out))
    pairs = {"max_tokens": settings.max_tokens, "figures": False}
    (out / PAIR_SETTINGS).write_text(json.dumps(pairs, indent=2) + "\n", encoding="utf-8")
    save_file(weights, str(out / "adapter_model.safetensors"))
