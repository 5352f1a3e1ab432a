"""A learned first-stage ranker: boosted trees over cheap features, read with numpy alone."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import numpy as np

from hirec.grounding.trees import Trees
from hirec.ranking.fusion import Scores
from hirec.stages.passage_features import NAMES, PassagePool, read_features
from hirec.types import ModelError

FORMAT = 1


class PassageRanker:
    """Says how likely each passage of a pool stands on a page that answers."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        """Take a model file's content; raises :class:`ModelError` where it is of another kind."""
        if content.get("format") != FORMAT or tuple(content.get("features", ())) != NAMES:
            raise ModelError(
                "The passage ranker is of another version; make it anew with `hirec train ranker`."
            )
        self._trees = Trees.from_json(content)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what ``hirec train ranker`` wrote; raises :class:`ModelError`."""
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ModelError(f"Cannot read the passage ranker {path}: {error}.") from error
        return cls(content)

    def score(self, pool: PassagePool) -> Scores:
        """Probability of each passage; shape (passages,)."""
        odds = self._trees.decide(read_features(pool))
        return np.asarray(1 / (1 + np.exp(-odds)), dtype=np.float32)
