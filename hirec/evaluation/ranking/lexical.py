"""Plain BM25 as a method: what others are held against, and what a reranker alone is given."""

import numpy as np

from hirec.evaluation.ranking.ranker import Pool, Ranking
from hirec.ranking.lexical import LexicalIndex
from hirec.types import Passage

DEPTH = 100
"""Passages that BM25 keeps."""


class Bm25Ranker:
    """Plain BM25 of the question, as it was asked, over title and body of every passage."""

    def __init__(self, depth: int = DEPTH) -> None:
        self._depth = depth
        self._indexed: tuple[Pool, list[Passage], LexicalIndex] | None = None

    def rank(self, question: str, pool: Pool, seed: int) -> Ranking:
        """Those that share a word with the question; equal scores in the order of the pool."""
        del seed
        best = self.best(question, pool, self._depth)
        return Ranking(tuple((passage.passage_id, score) for passage, score in best if score > 0))

    def best(self, question: str, pool: Pool, count: int) -> list[tuple[Passage, float]]:
        """The first ``count`` with their scores, those without a word in common last.

        Args:
            question: As it was asked.
            pool: What may be ranked.
            count: Fewer come back where the pool holds fewer.

        """
        passages, texts = self._over(pool)
        scores = texts.scores(question)
        order = np.argsort(-scores, kind="stable")[:count]
        return [(passages[at], float(scores[at])) for at in order]

    def _over(self, pool: Pool) -> tuple[list[Passage], LexicalIndex]:
        """Passages and words of a pool, kept for the next question about the same one."""
        if self._indexed is None or self._indexed[0] != pool:
            passages = pool.passages
            texts = LexicalIndex([passage.retrieval_text for passage in passages])
            self._indexed = (pool, passages, texts)
        return self._indexed[1:]
