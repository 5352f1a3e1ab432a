"""Fine-tuning of a cross-encoder: LoRA on a frozen backbone, and a head with one output.

The loss of a question is one of three. ``bce`` is HiREC's (section 4.1.2): binary cross-entropy,
which keeps the sigmoid of a score a probability. ``listwise`` is the negative log-likelihood of its
passage among all of its passages (localized contrastive estimation, Gao et al., ECIR 2021), which
trains the order. ``both`` is their sum.
"""

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional

from hirec.models.batching import token_batches
from training.adapter import save_adapter, wrap
from training.data.record import Record, TrainingError
from training.settings import Loss, TrainingSettings

CHECKPOINT = "checkpoint.pt"


@dataclass(frozen=True, slots=True)
class TrainingEvent:
    """A step that was made."""

    step: int
    steps: int
    loss: float
    """Mean over the step's questions."""
    held_out: float | None = None
    """Share of held-out questions whose passage comes first; only at checkpoints."""


Progress = Callable[[TrainingEvent], None]


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """What a finished run says of itself."""

    examples: int
    steps: int
    held_out_questions: int
    held_out_before: float
    held_out_after: float


class RerankerTrainer:
    """Trains and saves; continues from ``out/checkpoint.pt`` of the same examples and settings."""

    def __init__(
        self, examples: Sequence[Record], out: Path, settings: TrainingSettings, progress: Progress
    ) -> None:
        """Raises :class:`TrainingError` where there are too few examples."""
        if settings.threads:
            torch.set_num_threads(settings.threads)
        torch.manual_seed(settings.seed)
        self._settings, self._out, self._progress = settings, out, progress
        order = random.Random(settings.seed).sample(range(len(examples)), len(examples))  # noqa: S311
        kept = round(settings.held_out * len(examples))
        self._held_out = [examples[at] for at in order[:kept]]
        self._examples = [examples[at] for at in order[kept:]]
        if not self._examples:
            raise TrainingError("There is no example to train on: give more records.")
        self._per_epoch = -(-len(self._examples) // settings.questions)
        self._steps = self._per_epoch * settings.epochs
        self._model, self._tokenizer = wrap(settings)
        self._model.eval()  # one pass over many examples needs no dropout, which costs a third
        trained = [p for p in self._model.parameters() if p.requires_grad]
        self._optimizer = torch.optim.AdamW(trained, lr=settings.learning_rate, weight_decay=0.01)
        self._schedule = torch.optim.lr_scheduler.LambdaLR(self._optimizer, self._rate)
        self._identity = _identity(examples, settings)

    def train(self) -> TrainingReport:
        """Run all steps and write adapter, head and tokenizer settings into ``out``."""
        self._out.mkdir(parents=True, exist_ok=True)
        first, before = self._resume()
        if first == 0:
            before = self.first_share(self._held_out)
            self._checkpoint(0, before)
        for step in range(first, self._steps):
            loss = self._step(self._batch(step))
            held_out = None
            if (step + 1) % self._settings.checkpoint_steps == 0 or step + 1 == self._steps:
                self._checkpoint(step + 1, before)
                held_out = self.first_share(self._held_out)
            self._progress(TrainingEvent(step + 1, self._steps, loss, held_out))
        after = self.first_share(self._held_out)
        save_adapter(self._model, self._settings, self._out)
        total = len(self._examples)
        return TrainingReport(total, self._steps, len(self._held_out), before, after)

    def first_share(self, examples: Sequence[Record]) -> float:
        """Share of questions whose passage is scored above all others; 0 without questions."""
        with torch.inference_mode():
            right = sum(int(self._scores(example).argmax()) == 0 for example in examples)
        return right / len(examples) if examples else 0.0

    def _batch(self, step: int) -> list[Record]:
        epoch, within = divmod(step, self._per_epoch)
        chance = random.Random(self._settings.seed + epoch)  # noqa: S311
        order = chance.sample(range(len(self._examples)), len(self._examples))
        start = within * self._settings.questions
        return [self._examples[at] for at in order[start : start + self._settings.questions]]

    def _step(self, batch: Sequence[Record]) -> float:
        """One update; a question at a time, so that memory is that of one question."""
        self._optimizer.zero_grad()
        total = 0.0
        for example in batch:
            loss = _LOSSES[self._settings.loss](self._scores(example)) / len(batch)
            loss.backward()  # type: ignore[no-untyped-call]
            total += float(loss.detach())
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), 1.0)
        self._optimizer.step()
        self._schedule.step()
        return total

    def _scores(self, example: Record) -> torch.Tensor:
        """Scores of a question's passages, the right one first."""
        texts = (example.positive, *(negative.text for negative in example.negatives))
        pairs = [(example.query, text) for text in texts]
        encoded = self._tokenizer.pairs(pairs, self._settings.max_tokens)
        scores: list[Any] = [None] * len(pairs)
        with torch.autocast(self._settings.device, dtype=torch.bfloat16):
            for places in token_batches([len(one["input_ids"]) for one in encoded]):
                inputs = self._tokenizer.pad([encoded[at] for at in places], self._settings.device)
                logits = self._model(**inputs).logits.reshape(-1).float()
                for at, score in zip(places, logits, strict=True):
                    scores[at] = score
        return torch.stack(scores)

    def _rate(self, step: int) -> float:
        rising = max(1, round(self._settings.warmup * self._steps))
        if step < rising:
            return (step + 1) / rising
        return max(0.0, (self._steps - step) / max(1, self._steps - rising))

    def _checkpoint(self, step: int, before: float) -> None:
        trained = {n: p.detach() for n, p in self._model.named_parameters() if p.requires_grad}
        content = {
            "identity": self._identity,
            "step": step,
            "before": before,
            "weights": trained,
            "optimizer": self._optimizer.state_dict(),
            "schedule": self._schedule.state_dict(),
        }
        unfinished = self._out / f"{CHECKPOINT}.unfinished"
        torch.save(content, unfinished)
        unfinished.replace(self._out / CHECKPOINT)

    def _resume(self) -> tuple[int, float]:
        """Step to go on from, and the held-out share before training."""
        path = self._out / CHECKPOINT
        if not path.exists():
            return 0, 0.0
        content = torch.load(path, weights_only=True)
        if content["identity"] != self._identity:
            raise TrainingError(
                f"{path} belongs to a run with other examples or settings; give another --out, "
                "or delete it to begin anew."
            )
        self._model.load_state_dict(content["weights"], strict=False)
        self._optimizer.load_state_dict(content["optimizer"])
        self._schedule.load_state_dict(content["schedule"])
        return int(content["step"]), float(content["before"])


def _binary(scores: torch.Tensor) -> torch.Tensor:
    """Of one question; the right passage comes first."""
    target = torch.zeros_like(scores)
    target[0] = 1.0
    return functional.binary_cross_entropy_with_logits(scores, target)


def _listwise(scores: torch.Tensor) -> torch.Tensor:
    first = torch.zeros(1, dtype=torch.long).to(scores.device)
    return functional.cross_entropy(scores[None], first)


_LOSSES: Mapping[Loss, Callable[[torch.Tensor], torch.Tensor]] = {
    Loss.BCE: _binary,
    Loss.LISTWISE: _listwise,
    Loss.BOTH: lambda scores: _binary(scores) + _listwise(scores),
}


def _identity(examples: Sequence[Record], settings: TrainingSettings) -> str:
    """Changes with whatever changes the course of the run."""
    digest = hashlib.sha256(settings.model_dump_json(exclude={"threads", "device"}).encode())
    for example in examples:
        digest.update(repr(asdict(example)).encode())
    return digest.hexdigest()
