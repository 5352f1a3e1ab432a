"""Question and passage as the input of a cross-encoder."""

from collections.abc import Mapping, Sequence
from typing import Any

from hirec.models.passage_view import without_figures

Encoded = Mapping[str, list[int]]


class PairTokenizer:
    """Cuts the passage, never the question, unless the question alone is too long."""

    def __init__(self, tokenizer: Any, *, figures: bool) -> None:  # noqa: ANN401 - untyped library
        """``figures``: False where the model was trained on rows without their figures."""
        self._tokenizer = tokenizer
        self._figures = figures

    def pairs(self, pairs: Sequence[tuple[str, str]], max_tokens: int) -> list[Encoded]:
        """Token ids of each pair, at most ``max_tokens`` long, not padded."""
        questions = [question for question, _ in pairs]
        passages = [text if self._figures else without_figures(text) for _, text in pairs]
        encoded = self._tokenizer(questions, passages, truncation=True, max_length=max_tokens)
        return [{name: ids[at] for name, ids in encoded.items()} for at in range(len(pairs))]

    def pad(self, encoded: Sequence[Encoded], device: str = "cpu") -> Any:  # noqa: ANN401
        """Tensors of one batch, padded to its longest pair."""
        return self._tokenizer.pad(list(encoded), return_tensors="pt").to(device)
