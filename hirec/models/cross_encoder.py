"""The cross-encoder that reads question and passage together (HiREC section 4.1.2)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from hirec.settings import ModelSettings
from hirec.types import ModelError


class CrossEncoder(Protocol):
    """Scores passages against a question."""

    def score(self, question: str, passages: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return relevance in (0, 1); shape (n,)."""
        ...


class SentenceCrossEncoder:
    """A sentence-transformers cross-encoder with one output; a sigmoid makes it a probability."""

    def __init__(self, settings: ModelSettings) -> None:
        """Load the weights; raises :class:`ModelError` where they are absent or damaged."""
        import torch
        from sentence_transformers import CrossEncoder as Model

        source = settings.cross_encoder
        try:
            self._model = Model(
                source,
                num_labels=1,
                max_length=settings.max_tokens * 2,
                device=settings.device,
                activation_fn=torch.nn.Sigmoid(),
                local_files_only=Path(source).exists(),
            )
        except (OSError, ValueError, RuntimeError) as error:
            raise ModelError(
                f"Cannot load the cross-encoder '{source}' on {settings.device}: give a folder "
                f"with its weights, or let the machine reach a model hub ({type(error).__name__})."
            ) from error
        self._batch_size = settings.batch_size

    def score(self, question: str, passages: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return relevance in (0, 1); shape (n,)."""
        if not passages:
            return np.empty(0, dtype=np.float32)
        pairs = [(question, passage) for passage in passages]
        scores = self._model.predict(pairs, batch_size=self._batch_size, show_progress_bar=False)
        return np.asarray(scores, dtype=np.float32).reshape(-1)


def load_cross_encoder(settings: ModelSettings) -> CrossEncoder | None:
    """Load the reranker of the settings, None where they name none; raises ModelError."""
    return SentenceCrossEncoder(settings) if settings.cross_encoder else None
