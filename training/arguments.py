"""What all our runs of transformers' trainer have in common."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import torch
from transformers import TrainingArguments

from hirec.models.backends import processor_has_bf16
from training.checkpoints import CHECKPOINTS
from training.errors import TrainingError
from training.settings import LanguageSettings, TrainingSettings

Arguments = TypeVar("Arguments", bound=TrainingArguments)


def uses_gpu(settings: TrainingSettings | LanguageSettings) -> bool:
    """Whether a run is on a GPU."""
    return settings.device == "auto" and torch.cuda.is_available()


def refuse_no_number(logs: Mapping[str, float]) -> None:
    """Raise :class:`TrainingError` where the loss of a step is no number: all after it is lost."""
    loss = logs.get("loss", 0.0)
    if not math.isfinite(loss):
        raise TrainingError(
            f"The loss came to {loss}: the run has diverged. Begin again with a lower "
            "learning_rate, in a new folder."
        )


def shared_arguments(out: Path, settings: TrainingSettings | LanguageSettings) -> dict[str, Any]:
    """Arguments by their name: checkpoints, rate, seed, precision and device of a recipe."""
    on_gpu = uses_gpu(settings)
    return {
        "output_dir": str(out / CHECKPOINTS),
        "num_train_epochs": settings.epochs,
        "per_device_train_batch_size": min(settings.rows_at_once, settings.batch),
        "learning_rate": settings.learning_rate,
        "warmup_steps": settings.warmup,
        "logging_steps": 1,
        "save_steps": settings.checkpoint_steps,
        "save_total_limit": 2,
        "seed": settings.seed,
        "bf16": torch.cuda.is_bf16_supported() if on_gpu else processor_has_bf16(),
        "use_cpu": not on_gpu,
        "dataloader_pin_memory": on_gpu,
        "report_to": "none",
        "disable_tqdm": True,
    }


def in_batches(arguments: Arguments, batch: int) -> Arguments:
    """The same with a step of ``batch`` rows over all devices and processes."""
    in_parallel = arguments.train_batch_size * arguments.world_size
    arguments.gradient_accumulation_steps = max(1, batch // in_parallel)
    return arguments
