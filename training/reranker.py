"""Training of a cross-encoder with sentence-transformers' trainer.

One processor, one GPU or several (``torchrun --no-python hirec train reranker …``) take the same
recipe: a step sees ``batch`` rows wherever it runs.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import torch
from datasets import Dataset
from safetensors.torch import load_file, save_file
from sentence_transformers import CrossEncoder
from sentence_transformers.cross_encoder import CrossEncoderTrainer, CrossEncoderTrainingArguments
from transformers import PrinterCallback, TrainerCallback
from transformers.trainer_utils import get_last_checkpoint

from hirec.models.cross_encoder import PairCrossEncoder
from hirec.models.loading import quiet_transformers
from hirec.settings import ModelSettings
from training.arguments import in_batches, refuse_no_number, shared_arguments, uses_gpu
from training.checkpoints import CHECKPOINTS, begin, identity
from training.data.record import Record
from training.errors import TrainingError
from training.objectives import OBJECTIVES, Teacher, drawn
from training.pair_module import PairModule
from training.settings import TrainingSettings

_TRAINED = "trained.safetensors"


@dataclass(frozen=True, slots=True)
class TrainingEvent:
    """A step that was made."""

    step: int
    steps: int
    loss: float
    """Mean over the step's rows."""
    held_out: float | None = None
    """Share of held-out questions whose passage comes first; only at checkpoints."""


Progress = Callable[[TrainingEvent], None]


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """What a finished run says of itself."""

    examples: int
    steps: int
    losses: tuple[float, ...]
    """Of each step, those before an interruption too."""
    held_out_questions: int
    held_out_before: float
    held_out_after: float

    @property
    def loss_first(self) -> float:
        """Mean of the first tenth of the steps."""
        return fmean(self.losses[: self._tenth])

    @property
    def loss_last(self) -> float:
        """Mean of the last tenth of the steps."""
        return fmean(self.losses[-self._tenth :])

    @property
    def _tenth(self) -> int:
        return max(1, self.steps // 10)


def train_reranker(
    records: Sequence[Record], out: Path, settings: TrainingSettings, progress: Progress
) -> TrainingReport | None:
    """Train, and write into ``out`` what ``models.cross_encoder`` takes.

    A killed run goes on from ``out/checkpoints``, to the same weights. Of several processes only
    the first returns a report. Raises
    :class:`TrainingError` where no record is left to train on, or where the checkpoints are of
    other records or settings.

    Args:
        records: Questions with positives and negatives.
        out: Folder of the model.
        settings: The recipe.
        progress: Called after each step.

    """
    if settings.threads:
        torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)
    fit = drawn(records, settings)
    shuffled = Random(settings.seed).sample(fit, len(fit))  # noqa: S311
    kept = round(settings.held_out * len(fit))
    held_out, seen = shuffled[:kept], shuffled[kept:]
    if not seen:
        raise TrainingError("There is no record to train on: give more of them.")
    module = PairModule(settings)
    model = CrossEncoder(modules=[module], device="cpu")
    trainer = _Trainer(
        model=model,
        args=_arguments(out, settings),
        train_dataset=_rows(seen, settings),
        loss=OBJECTIVES[settings.loss].loss(model),
    )
    trainer.remove_callback(PrinterCallback)
    trainer.add_callback(_Reporter(module, held_out, progress))
    with trainer.args.main_process_first(local=False):
        before = begin(out, identity(records, settings), lambda: first_share(module, held_out))
    with _memory(settings), quiet_transformers():
        last = get_last_checkpoint(str(out / CHECKPOINTS))  # type: ignore[no-untyped-call]
        trainer.train(resume_from_checkpoint=last)
    if not trainer.is_world_process_zero():
        return None
    module.save(str(out))
    losses = tuple(line["loss"] for line in trainer.state.log_history if "loss" in line)
    after = first_share(module, held_out)
    return TrainingReport(len(seen), len(losses), losses, len(held_out), before, after)


def first_share(module: PairModule, records: Sequence[Record]) -> float:
    """Share of questions whose passage is scored above all others; 0 without questions.

    In single precision, whatever the trainer runs in: scores in bf16 are often the same.
    """
    right = 0
    module.eval()
    device = next(module.parameters()).device
    with torch.no_grad():
        for record in records:
            pairs = [(record.query, text) for text in record.texts]
            inputs = {k: tensor.to(device) for k, tensor in module.preprocess(pairs).items()}
            scores = module(inputs)["scores"].reshape(-1)
            right += bool((scores[0] > scores[1:]).all())
    return right / len(records) if records else 0.0


@contextmanager
def _memory(settings: TrainingSettings) -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        if "out of memory" not in str(error):
            raise
        raise TrainingError(
            f"The GPU's memory is too small for rows_at_once {settings.rows_at_once}: lower it "
            "(a step sees as many rows as before), and begin in a new folder."
        ) from error


class _Trainer(CrossEncoderTrainer):
    """Its checkpoints hold only what is trained; the card is ours (``training/card.py``)."""

    def add_model_card_callback(self, default_args_dict: dict[str, Any]) -> None:
        pass

    def _save(self, output_dir: str | None = None, state_dict: Any = None) -> None:  # noqa: ANN401, ARG002
        assert output_dir is not None  # noqa: S101 - only checkpoints are saved by the trainer
        folder = Path(output_dir)
        folder.mkdir(parents=True, exist_ok=True)
        trained = {n: p.detach() for n, p in self.model.named_parameters() if p.requires_grad}
        save_file(trained, str(folder / _TRAINED))

    def _load_from_checkpoint(self, resume_from_checkpoint: str, model: Any = None) -> None:  # noqa: ANN401, ARG002
        trained = load_file(str(Path(resume_from_checkpoint) / _TRAINED))
        self.model.load_state_dict(trained, strict=False)


class _Reporter(TrainerCallback):
    """Tells each step; after those that are saved, how the held-out questions do."""

    def __init__(self, module: PairModule, held_out: Sequence[Record], progress: Progress) -> None:
        self._module, self._held_out, self._progress = module, held_out, progress
        self._share: float | None = None

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ANN401, ARG002
        saved = control.should_save and state.is_world_process_zero
        self._share = first_share(self._module, self._held_out) if saved else None

    def on_log(self, args: Any, state: Any, control: Any, **stated: Any) -> None:  # noqa: ANN401, ARG002
        logs = stated["logs"]
        refuse_no_number(logs)
        if "loss" in logs and state.is_world_process_zero:
            self._progress(
                TrainingEvent(state.global_step, state.max_steps, logs["loss"], self._share)
            )


def _arguments(out: Path, settings: TrainingSettings) -> CrossEncoderTrainingArguments:
    shared = shared_arguments(out, settings)
    arguments = CrossEncoderTrainingArguments(
        weight_decay=0.01, logging_nan_inf_filter=False, **shared
    )
    return in_batches(arguments, settings.batch)


def _rows(records: Sequence[Record], settings: TrainingSettings) -> Dataset:
    teacher: Teacher | None = None
    if settings.teacher:
        device = "cuda" if uses_gpu(settings) else "cpu"
        teacher = PairCrossEncoder(settings.teacher, ModelSettings(device=device)).logits
    rows = OBJECTIVES[settings.loss].rows
    return Dataset.from_list([dict(row) for record in records for row in rows(record, teacher)])
