"""The cross-encoder that reads question and passage together (HiREC section 4.1.2)."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from hirec.models.batching import token_batches
from hirec.settings import ModelSettings


class CrossEncoder(Protocol):
    """Scores passages against a question."""

    name: str
    """Model, backend and precision, for the trace."""

    def score(self, question: str, passages: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return relevance in (0, 1); shape (n,)."""
        ...


class PairCrossEncoder:
    """A sequence classifier with one output; a sigmoid makes it a probability.

    Pairs are run in batches of nearly equal length, and come back in the order given.
    """

    def __init__(self, source: str, settings: ModelSettings) -> None:
        """Load a folder or hub name; raises :class:`hirec.types.ModelError`."""
        # Here, so that commands that read nothing start without torch.
        from hirec.models.exported import is_exported, open_exported
        from hirec.models.runnable import convert

        self._model = (open_exported if is_exported(source) else convert)(source, settings)
        self._token_budget = settings.reranker_batch_tokens
        self.name = f"{source} ({self._model.network.name})"

    def score(self, question: str, passages: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return relevance in (0, 1); shape (n,)."""
        return np.asarray(1 / (1 + np.exp(-self.logits(question, passages))), dtype=np.float32)

    def logits(self, question: str, passages: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return what the network puts out, the log-odds of relevance; shape (n,)."""
        logits = np.empty(len(passages), dtype=np.float32)
        if len(passages):
            pairs = [(question, passage) for passage in passages]
            encoded = self._model.tokenizer.pairs(pairs, self._model.max_tokens)
            lengths = [len(one["input_ids"]) for one in encoded]
            for places in token_batches(lengths, self._token_budget):
                inputs = self._model.tokenizer.pad([encoded[at] for at in places])
                logits[places] = self._model.network.logits(inputs)
        return logits


def load_cross_encoder(settings: ModelSettings) -> CrossEncoder | None:
    """The reranker of the settings, None where they name none; raises ModelError."""
    from hirec.models.served import ServedCrossEncoder, is_address

    source = settings.cross_encoder
    if is_address(source):
        return ServedCrossEncoder(source, settings.rerank_server)
    return PairCrossEncoder(source, settings) if source else None
