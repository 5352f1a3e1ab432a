"""How a reranker is trained: a recipe, one file."""

from enum import StrEnum
from pathlib import Path
from typing import Literal, Self, TypeVar

from pydantic import Field, model_validator

from hirec.settings_base import Section
from training.data.record import Why


class Loss(StrEnum):
    """What is minimized; ``training/objectives.py`` has the sources."""

    BCE = "bce"
    LISTWISE = "listwise"
    LAMBDA = "lambda"
    PAIRWISE = "pairwise"
    MARGIN_MSE = "margin_mse"


class TuningMethod(StrEnum):
    """Which weights are trained."""

    LORA = "lora"
    FULL = "full"


class TrainingSettings(Section):
    """A recipe."""

    base: str = Field("minilm", description="`minilm` (packaged), a folder or a hub name.")
    method: TuningMethod = Field(TuningMethod.LORA, description="`lora`, or `full`: all weights.")
    rank: int = Field(8, ge=1, le=256, description="Rank of the LoRA matrices.")
    alpha: int = Field(16, ge=1, description="LoRA's scale times its rank.")
    loss: Loss = Field(Loss.BCE, description="`bce` (HiREC), `listwise`, `lambda`, `pairwise`, ….")
    teacher: str = Field("", description="Cross-encoder that `margin_mse` learns from.")
    negatives: int = Field(0, ge=0, description="Drawn of a question's negatives; 0: all.")
    reasons: tuple[Why, ...] = Field((), description="Only negatives of these; none named: all.")
    learning_rate: float = Field(2e-3, gt=0, le=1, description="Peak; AdamW, linear down to zero.")
    warmup: float = Field(0.05, ge=0, lt=1, description="Share of steps with a rising rate.")
    epochs: int = Field(1, ge=1, description="Times each row is seen.")
    batch: int = Field(
        32,
        ge=1,
        description="Rows a step: pairs (`bce`), triplets (`margin_mse`), else whole questions.",
    )
    rows_at_once: int = Field(8, ge=1, description="Of them in one forward pass of a device.")
    max_tokens: int = Field(224, ge=16, le=8192, description="Question and passage, cut off.")
    figures: bool = Field(False, description="Show the figures of table rows.")
    dropout: bool = Field(False, description="A single pass over many rows needs none.")
    held_out: float = Field(0.03, ge=0, lt=1, description="Share of questions kept for checks.")
    checkpoint_steps: int = Field(50, ge=1, description="Steps between checkpoints.")
    seed: int = Field(0, description="Order of rows, drawn negatives, weights that begin random.")
    device: Literal["auto", "cpu"] = Field("auto", description="`auto`: all GPUs, else `cpu`.")
    threads: int = Field(0, ge=0, le=256, description="torch threads; 0: torch's default.")

    @model_validator(mode="after")
    def _teacher_goes_with_its_loss(self) -> Self:
        if bool(self.teacher) != (self.loss is Loss.MARGIN_MSE):
            raise ValueError("a teacher and the loss margin_mse go together")
        return self


class LanguageLoss(StrEnum):
    """What a language model is trained on."""

    SFT = "sft"
    """The reply wanted (cross-entropy of its tokens)."""
    DPO = "dpo"
    """That it is likelier than the rejected one (FinSage, equation 2)."""


class LanguageSettings(Section):
    """A recipe for LoRA matrices of a language model (defaults: FinSage 4.2)."""

    base: str = Field(description="A folder, a GGUF file or a hub name of a causal LM.")
    loss: LanguageLoss = Field(LanguageLoss.SFT, description="`sft` or `dpo` (preferences).")
    rank: int = Field(32, ge=1, le=256, description="Rank of the LoRA matrices.")
    alpha: int = Field(64, ge=1, description="LoRA's scale times its rank.")
    beta: float = Field(
        0.1, gt=0, le=100, description="DPO: how dear it is to leave the base's odds."
    )
    learning_rate: float = Field(2e-4, gt=0, le=1, description="Peak; AdamW, linear down to zero.")
    warmup: float = Field(0.05, ge=0, lt=1, description="Share of steps with a rising rate.")
    epochs: int = Field(1, ge=1, description="Times each lesson is seen.")
    batch: int = Field(16, ge=1, description="Lessons a step.")
    rows_at_once: int = Field(1, ge=1, description="Of them in one forward pass of a device.")
    max_tokens: int = Field(2048, ge=32, le=32768, description="Longer lessons are left out.")
    held_out: float = Field(0.05, ge=0, lt=1, description="Share of lessons kept for checks.")
    checkpoint_steps: int = Field(25, ge=1, description="Steps between checkpoints.")
    seed: int = Field(0, description="Order of lessons, LoRA's random half.")
    device: Literal["auto", "cpu"] = Field("auto", description="`auto`: all GPUs, else `cpu`.")
    threads: int = Field(0, ge=0, le=256, description="torch threads; 0: torch's default.")


Recipe = TypeVar("Recipe", TrainingSettings, LanguageSettings)


def load_recipe(kind: type[Recipe], path: Path | None, seed: int | None = None) -> Recipe:
    """Read a YAML file over the defaults; raises :class:`hirec.settings_base.SettingsError`.

    Args:
        kind: Type of the recipe.
        path: None: the defaults alone.
        seed: Where given, takes the place of the file's.

    """
    loaded = kind.load(path) if path else kind.model_validate({})
    return loaded if seed is None else loaded.model_copy(update={"seed": seed})
