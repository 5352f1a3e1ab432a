"""Baselines that rank all passages of the whole index at once (HiREC, appendix C.2)."""

from collections.abc import Callable, Set
from typing import Self

import numpy as np

from hirec.models.cross_encoder import CrossEncoder
from hirec.ranking.fusion import Scores
from hirec.settings import RetrievalSettings
from hirec.stages.baselines.corpus import Corpus, hybrid
from hirec.types import Candidate, Query, RankedFiling

RERANKED = 50
"""Passages of Dense that the cross-encoder puts in order; the others stay behind them."""


class FlatRetriever:
    """One ranking of all passages; the question goes in as it was asked.

    Filings are ranked by their best passage.
    """

    def __init__(
        self,
        name: str,
        corpus: Corpus,
        score: Callable[[str], Scores],
        pool: int,
        cross_encoder: CrossEncoder | None = None,
    ) -> None:
        """Rank by one score; use the constructors below.

        Args:
            name: As results name it.
            corpus: All passages.
            score: Question → one number a passage, in the corpus' order.
            pool: Passages that are ranked at most.
            cross_encoder: Reranks the first; None: the score's order stays.

        """
        self.name = name
        self._corpus = corpus
        self._score = score
        self._pool = pool
        self._cross_encoder = cross_encoder
        self._last: tuple[str, Scores] = ("", np.empty(0, dtype=np.float32))

    @classmethod
    def bm25(cls, corpus: Corpus, settings: RetrievalSettings) -> Self:
        """BM25 over title and body of every passage."""
        corpus.prepare(lexical=True)
        return cls("flat-bm25", corpus, corpus.lexical, settings.passage_pool)

    @classmethod
    def dense(
        cls, corpus: Corpus, settings: RetrievalSettings, cross_encoder: CrossEncoder | None
    ) -> Self:
        """Dense: the bi-encoder's best, of which the cross-encoder, if any, reranks the first.

        Args:
            corpus: Embedded here, where it is not yet.
            settings: ``passage_pool`` is read.
            cross_encoder: None: the bi-encoder's order stays.

        """
        corpus.prepare(dense=True)
        return cls("dense", corpus, corpus.dense, settings.passage_pool, cross_encoder)

    @classmethod
    def hybrid(cls, corpus: Corpus, settings: RetrievalSettings) -> Self:
        """HybridSearch: ranks of BM25 and of the bi-encoder, fused."""
        corpus.prepare(lexical=True, dense=True)

        def score(text: str) -> Scores:
            return hybrid(corpus.lexical(text), corpus.dense(text), settings.rrf_k)

        return cls("hybrid", corpus, score, settings.passage_pool)

    def documents(self, query: Query) -> tuple[RankedFiling, ...]:
        """Rank filings by their best passage in the pool."""
        scores = self._scores(query.text)
        best: dict[str, RankedFiling] = {}
        for place in self._best(scores):
            filing_id = self._corpus.passages[place].filing_id
            best.setdefault(filing_id, RankedFiling(filing_id, float(scores[place])))
        return tuple(best.values())

    def passages(
        self,
        query: Query,
        filings: tuple[RankedFiling, ...],
        seen: Set[str] = frozenset(),
    ) -> tuple[Candidate, ...]:
        """Rank the passages of the whole index; the filings do not narrow them."""
        del filings
        scores = self._scores(query.text).copy()
        if seen:
            shown = [n for n, p in enumerate(self._corpus.passages) if p.passage_id in seen]
            scores[shown] = 0.0
        found = [
            Candidate(self._corpus.passages[at], float(scores[at]), {self.name: float(scores[at])})
            for at in self._best(scores)
        ]
        return (*self._rerank(query.text, found[:RERANKED]), *found[RERANKED:])

    def _rerank(self, text: str, found: list[Candidate]) -> list[Candidate]:
        if self._cross_encoder is None:
            return found
        scores = self._cross_encoder.score(text, [c.passage.retrieval_text for c in found])
        reranked = [
            # One above the cosines of those that were not reranked.
            Candidate(c.passage, 1.0 + float(score), {**c.scores, "rerank": float(score)})
            for c, score in zip(found, scores, strict=True)
        ]
        return sorted(reranked, key=lambda candidate: -candidate.score)

    def _best(self, scores: Scores) -> list[int]:
        order = np.argsort(-scores, kind="stable")[: self._pool]
        return [int(place) for place in order if scores[place] > 0]

    def _scores(self, text: str) -> Scores:
        """Scores of the question, kept for the next stage."""
        if self._last[0] != text:
            self._last = (text, self._score(text))
        return self._last[1]
