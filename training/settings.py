"""How a reranker is trained."""

from enum import StrEnum
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hirec.settings import SettingsError


class Loss(StrEnum):
    """What is minimized over the passages of a question."""

    BCE = "bce"
    LISTWISE = "listwise"
    BOTH = "both"


class TrainingSettings(BaseModel):
    """A recipe; the defaults are those of ``docs/experiments.md``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    base: str = Field("minilm", description="`minilm` (packaged), a folder or a hub name.")
    rank: int = Field(8, ge=1, le=256, description="Rank of the LoRA matrices.")
    alpha: int = Field(16, ge=1, description="LoRA's scale times its rank.")
    learning_rate: float = Field(2e-3, gt=0, description="Peak; AdamW, linear down to zero.")
    warmup: float = Field(0.05, ge=0, lt=1, description="Share of steps with a rising rate.")
    loss: Loss = Field(Loss.BOTH, description="`bce` (HiREC), `listwise` or the sum of `both`.")
    epochs: int = Field(1, ge=1, description="Times each example is seen.")
    questions: int = Field(8, ge=1, description="Questions a step, each with all its passages.")
    max_tokens: int = Field(224, ge=16, le=8192, description="Question and passage, cut off.")
    held_out: float = Field(0.03, ge=0, lt=1, description="Share of examples kept for checks.")
    checkpoint_steps: int = Field(50, ge=1, description="Steps between checkpoints.")
    seed: int = Field(0, description="Order of examples, first weights of the head.")
    device: str = Field("cpu", description="torch device.")
    threads: int = Field(0, ge=0, le=256, description="torch threads; 0: torch's default.")


def load_training_settings(path: Path | None, seed: int | None = None) -> TrainingSettings:
    """Read a YAML file over the defaults; raises :class:`hirec.settings.SettingsError`.

    ``seed``, where given, takes the place of the file's.
    """
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8")) if path else None
        loaded = TrainingSettings.model_validate(content or {})
    except OSError as error:
        raise SettingsError(f"Cannot read settings {path}: {error.strerror}.") from error
    except (yaml.YAMLError, ValidationError) as error:
        raise SettingsError(f"Training settings {path} are not usable: {error}.") from error
    return loaded if seed is None else loaded.model_copy(update={"seed": seed})
