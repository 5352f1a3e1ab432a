"""LoRA matrices for a language model, by TRL: replies wanted (SFT) or preferred (DPO).

What is written is an adapter as PEFT saves it: vLLM serves it by name (``vllm.adapters``,
``--lora-modules``), and a request asks for it by that name as its model.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import torch
from datasets import Dataset, disable_progress_bars, enable_progress_bars
from peft import LoraConfig, TaskType
from transformers import AutoModelForCausalLM, AutoTokenizer, PrinterCallback, TrainerCallback
from transformers.trainer_utils import get_last_checkpoint
from trl import DPOConfig, DPOTrainer, SFTConfig, SFTTrainer

from hirec.models.hub import local_folder
from hirec.models.loading import loading, quiet_transformers
from training.arguments import in_batches, refuse_no_number, shared_arguments, uses_gpu
from training.checkpoints import CHECKPOINTS, begin, identity
from training.errors import TrainingError
from training.lessons.lesson import Lesson
from training.settings import LanguageLoss, LanguageSettings


@dataclass(frozen=True, slots=True)
class LanguageReport:
    """What a finished run says of itself."""

    lessons: int
    """Learned from."""
    too_long: int
    """Left out: prompt and reply have more tokens than ``max_tokens``."""
    steps: int
    losses: tuple[float, ...]
    """Of each step, those before an interruption too."""
    held_out_lessons: int
    held_out_before: float
    """Mean loss of lessons held out."""
    held_out_after: float


Progress = Callable[[int, int, float], None]
"""Called with step, steps and loss."""


def train_language_model(
    lessons: Sequence[Lesson], out: Path, settings: LanguageSettings, progress: Progress
) -> LanguageReport | None:
    """Train, and write the adapter with its tokenizer into ``out``.

    A killed run goes on from ``out/checkpoints``. Of several processes only the first returns a
    report. Raises :class:`TrainingError` where no lesson is left to learn from or the checkpoints
    are of another run, and :class:`hirec.types.ModelError` where the base cannot be loaded.

    Args:
        lessons: Those that are too long are left out.
        out: Folder of the adapter.
        settings: The recipe.
        progress: Called with (step, steps, loss).

    """
    if settings.threads:
        torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)
    model, tokenizer = _load(settings.base)
    fit = _fitting(lessons, tokenizer, settings)
    shuffled = Random(settings.seed).sample(fit, len(fit))  # noqa: S311
    kept = min(len(fit) - 1, max(1, round(settings.held_out * len(fit)))) if fit else 0
    held_out, seen = shuffled[:kept], shuffled[kept:]
    if not held_out:
        raise TrainingError(_too_few(settings))
    with quiet_transformers(), _quiet_datasets():
        trainer = _trainer(model, tokenizer, seen, held_out, out, settings)
        trainer.remove_callback(PrinterCallback)
        trainer.add_callback(_Reporter(progress))
        with trainer.args.main_process_first(local=False):
            before = begin(out, identity(lessons, settings), lambda: _held_out_loss(trainer))
        last = get_last_checkpoint(str(out / CHECKPOINTS))  # type: ignore[no-untyped-call]
        trainer.train(resume_from_checkpoint=last)
        after = _held_out_loss(trainer)
    if not trainer.is_world_process_zero():
        return None
    trainer.model.peft_config["default"].base_model_name_or_path = settings.base
    trainer.model.save_pretrained(str(out))
    tokenizer.save_pretrained(str(out))
    losses = tuple(line["loss"] for line in trainer.state.log_history if "loss" in line)
    return LanguageReport(
        len(seen), len(lessons) - len(fit), len(losses), losses, len(held_out), before, after
    )


class _Reporter(TrainerCallback):
    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def on_log(self, args: Any, state: Any, control: Any, **stated: Any) -> None:  # noqa: ANN401, ARG002
        logs = stated["logs"]
        refuse_no_number(logs)
        if "loss" in logs and state.is_world_process_zero:
            self._progress(state.global_step, state.max_steps, logs["loss"])


@contextmanager
def _quiet_datasets() -> Iterator[None]:
    """No progress bars inside: ours tell the steps."""
    disable_progress_bars()
    try:
        yield
    finally:
        enable_progress_bars()


def _load(base: str) -> tuple[Any, Any]:
    """Model in single precision and tokenizer; a GGUF is unpacked by transformers."""
    file = Path(base)
    folder, source = (
        (file.parent, {"gguf_file": file.name})
        if file.suffix == ".gguf"
        else (local_folder(base, "language model"), {})
    )
    with loading("language model", base, "cpu", "a causal language model and its tokenizer"):
        tokenizer = AutoTokenizer.from_pretrained(str(folder), **source)
        model = AutoModelForCausalLM.from_pretrained(str(folder), dtype=torch.float32, **source)
    if source:  # its weights are single precision now, which transformers does not say of them
        unpacked: Any = model
        unpacked.is_quantized, unpacked.hf_quantizer = False, None
        del unpacked.config.quantization_config
    return model, tokenizer


def _fitting(
    lessons: Sequence[Lesson],
    tokenizer: Any,  # noqa: ANN401
    settings: LanguageSettings,
) -> list[Lesson]:
    preferring = settings.loss is LanguageLoss.DPO
    fit = []
    for lesson in lessons:
        if preferring and not lesson.rejected:
            continue
        reply = max(lesson.chosen, lesson.rejected if preferring else "", key=len)
        messages = [*map(asdict, lesson.prompt), {"role": "assistant", "content": reply}]
        text = tokenizer.apply_chat_template(messages, tokenize=False)
        if len(tokenizer(text)["input_ids"]) <= settings.max_tokens:
            fit.append(lesson)
    return fit


def _too_few(settings: LanguageSettings) -> str:
    expected = "with a rejected reply " if settings.loss is LanguageLoss.DPO else ""
    return (
        f"Two lessons {expected}of at most {settings.max_tokens} tokens are the least to train on: "
        "give more of them, or raise max_tokens."
    )


def _trainer(
    model: Any,  # noqa: ANN401
    tokenizer: Any,  # noqa: ANN401
    seen: Sequence[Lesson],
    held_out: Sequence[Lesson],
    out: Path,
    settings: LanguageSettings,
) -> Any:  # noqa: ANN401
    lora = LoraConfig(
        task_type=TaskType.CAUSAL_LM,
        r=settings.rank,
        lora_alpha=settings.alpha,
        target_modules="all-linear",
    )
    shared = shared_arguments(out, settings) | {
        "per_device_eval_batch_size": min(settings.rows_at_once, settings.batch),
        "gradient_checkpointing": uses_gpu(settings),
        "max_length": settings.max_tokens,
    }
    parts: dict[str, Any] = {
        "model": model,
        "processing_class": tokenizer,
        "train_dataset": _rows(seen, settings.loss),
        "eval_dataset": _rows(held_out, settings.loss),
        "peft_config": lora,
    }
    if settings.loss is LanguageLoss.DPO:
        preferring = in_batches(DPOConfig(beta=settings.beta, **shared), settings.batch)
        return DPOTrainer(args=preferring, **parts)
    replying = in_batches(SFTConfig(completion_only_loss=True, **shared), settings.batch)
    return SFTTrainer(args=replying, **parts)


def _rows(lessons: Sequence[Lesson], loss: LanguageLoss) -> Dataset:
    rows = []
    for lesson in lessons:
        row: dict[str, Any] = {"prompt": [asdict(turn) for turn in lesson.prompt]}
        if loss is LanguageLoss.DPO:
            row |= {"chosen": _reply(lesson.chosen), "rejected": _reply(lesson.rejected)}
        else:
            row["completion"] = _reply(lesson.chosen)
        rows.append(row)
    return Dataset.from_list(rows)


def _reply(text: str) -> list[dict[str, str]]:
    return [{"role": "assistant", "content": text}]


def _held_out_loss(trainer: Any) -> float:  # noqa: ANN401
    return float(trainer.evaluate()["eval_loss"])
