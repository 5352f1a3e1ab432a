"""Models that rank, each alone, and the cascade of two of them.

The cascade is the first-stage ranker over everything, then the cross-encoder over its best
``retrieval.rerank_pool``: the order is that of a weighted sum of both models' log-odds (a product
of experts, Hinton 2002), the weights ``retrieval.ranker_weight`` and ``retrieval.rerank_weight``.
The cross-encoder alone reads as many passages, BM25's best.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np

from hirec.evaluation.ranking.lexical import DEPTH, Bm25Ranker
from hirec.evaluation.ranking.ranker import Pool, Ranker, Ranking
from hirec.evaluation.ranking.search import Search
from hirec.evaluation.ranking.workbench import Workbench
from hirec.models.cross_encoder import CrossEncoder
from hirec.ranking.fusion import Scores
from hirec.settings_base import SettingsError
from hirec.stages.passage_paths import PassageVectors
from hirec.stages.passage_ranker import PassageRanker
from hirec.types import Passage

_CERTAIN = 1e-6
"""Probabilities nearer to 0 or 1 count as this near."""


class EncoderRanker:
    """Cosine of the bi-encoder, as it comes: zero-shot."""

    def __init__(self, bench: Workbench) -> None:
        self._vectors = PassageVectors(bench.encoder)

    def rank(self, question: str, pool: Pool, seed: int) -> Ranking:
        """The best of every passage of the pool."""
        del seed
        passages = pool.passages
        return _ranked(passages, self._vectors.of(passages) @ self._vectors.query(question))


class FeatureRanker:
    """The first-stage ranker (``models.ranker``) over what the cheap paths bring."""

    def __init__(self, bench: Workbench) -> None:
        """Raises :class:`SettingsError` where the settings name no ranker."""
        if not bench.settings.models.ranker:
            raise SettingsError("No first-stage ranker is set: name one in models.ranker.")
        self._ranker = PassageRanker.load(Path(bench.settings.models.ranker))
        self._search = Search(bench)

    def rank(self, question: str, pool: Pool, seed: int) -> Ranking:
        """At most ``retrieval.passage_pool`` passages."""
        del seed
        return _ranked(*self.scored(question, pool))

    def scored(self, question: str, pool: Pool) -> tuple[Sequence[Passage], Scores]:
        """The passages that compete, and the probability of each."""
        compared = self._search.compared(question, pool)
        return compared.passages, self._ranker.score(compared)


class CrossEncoderRanker:
    """The cross-encoder (``models.cross_encoder``) over BM25's best ``retrieval.rerank_pool``."""

    def __init__(self, bench: Workbench) -> None:
        """Raises :class:`SettingsError` where the settings name no cross-encoder."""
        self._model = _cross_encoder(bench)
        self._lexical = Bm25Ranker()
        self._depth = bench.settings.retrieval.rerank_pool

    def rank(self, question: str, pool: Pool, seed: int) -> Ranking:
        """Those that were read, all others left out."""
        del seed
        passages = [passage for passage, _ in self._lexical.best(question, pool, self._depth)]
        return _ranked(passages, self._model.score(question, _texts(passages)))


class CascadeRanker:
    """Features first, then both models over the best."""

    def __init__(self, bench: Workbench) -> None:
        """Raises :class:`SettingsError` where the settings lack one of the models."""
        self._features = FeatureRanker(bench)
        self._model = _cross_encoder(bench)
        self._retrieval = bench.settings.retrieval

    def rank(self, question: str, pool: Pool, seed: int) -> Ranking:
        """Those that the cross-encoder read, all others left out."""
        del seed
        competing, likely = self._features.scored(question, pool)
        best = np.argsort(-likely, kind="stable")[: self._retrieval.rerank_pool]
        passages = [competing[at] for at in best]
        read = self._model.score(question, _texts(passages))
        first, second = self._retrieval.ranker_weight, self._retrieval.rerank_weight
        return _ranked(passages, first * _odds(likely[best]) + second * _odds(read))


def _cross_encoder(bench: Workbench) -> CrossEncoder:
    if bench.cross_encoder is None:
        raise SettingsError("No cross-encoder is set: name one in models.cross_encoder.")
    return bench.cross_encoder


def _texts(passages: Sequence[Passage]) -> list[str]:
    return [passage.retrieval_text for passage in passages]


def _odds(probabilities: Scores) -> Scores:
    sure = np.clip(probabilities.astype(float), _CERTAIN, 1 - _CERTAIN)
    return np.asarray(np.log(sure / (1 - sure)), dtype=np.float32)


def _ranked(passages: Sequence[Passage], scores: Scores) -> Ranking:
    """Best first, at most :data:`DEPTH`; equal scores in the order they came in."""
    order = np.argsort(-scores, kind="stable")[:DEPTH]
    return Ranking(tuple((passages[at].passage_id, float(scores[at])) for at in order))


MODEL_METHODS: Mapping[str, Callable[[Workbench], Ranker]] = {
    "encoder": EncoderRanker,
    "features": FeatureRanker,
    "cross-encoder": CrossEncoderRanker,
    "cascade": CascadeRanker,
}
"""All but the first need trained models, which the settings name."""
