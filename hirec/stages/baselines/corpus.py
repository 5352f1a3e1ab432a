"""All passages of an index in memory, with what the baselines score them by."""

import functools
from collections.abc import Sequence

import numpy as np

from hirec.index import Index
from hirec.models.encoder import Encoder, Vectors
from hirec.ranking.fusion import Scores, reciprocal_ranks
from hirec.ranking.lexical import LexicalIndex
from hirec.stages.baselines.embeddings import Progress, embed_passages
from hirec.types import Passage


class Corpus:
    """Each part is made when it is first asked for, so several baselines can share one corpus."""

    def __init__(self, index: Index, encoder: Encoder, progress: Progress | None = None) -> None:
        """Take what the parts are made from.

        Args:
            index: As of one build.
            encoder: That of the index; embeds all passages once.
            progress: Hears of passages while they are embedded.

        """
        self.index = index
        self._encoder = encoder
        self._progress = progress

    @functools.cached_property
    def passages(self) -> Sequence[Passage]:
        """Every passage, filing after filing."""
        return self.index.passages(list(self.index.filings))

    @functools.cached_property
    def rows(self) -> dict[str, range]:
        """filing_id → places of its passages."""
        rows: dict[str, range] = {}
        for place, passage in enumerate(self.passages):
            first = rows[passage.filing_id].start if passage.filing_id in rows else place
            rows[passage.filing_id] = range(first, place + 1)
        return rows

    @functools.cached_property
    def vectors(self) -> Vectors:
        """Embeddings of all passages, from the folder beside the index or made now."""
        return embed_passages(self.index, self._encoder, self._progress)

    @functools.cached_property
    def _bm25(self) -> LexicalIndex:
        return LexicalIndex([passage.retrieval_text for passage in self.passages])

    @functools.cached_property
    def _covers(self) -> LexicalIndex:
        return LexicalIndex([filing.summary for filing in self.index.filings.values()])

    def prepare(self, *, lexical: bool = False, dense: bool = False) -> None:
        """Make what will be asked for now, so that no question waits for it."""
        if lexical:
            self.lexical("prepare")
        if dense:
            self.dense("prepare")

    def lexical(self, text: str) -> Scores:
        """BM25 of every passage; shape (passages,)."""
        return self._bm25.scores(text)

    def dense(self, text: str) -> Scores:
        """Cosine of every passage to the question; shape (passages,)."""
        similarity: Scores = self.vectors @ self._encoder.encode_queries([text])[0]
        return similarity

    def cover_lexical(self, text: str) -> Scores:
        """BM25 of every filing's cover summary, in the index's order; shape (filings,)."""
        return self._covers.scores(text)

    def cover_dense(self, text: str) -> Scores:
        """Cosine of every filing's cover summary, in the index's order; shape (filings,)."""
        vector = self._encoder.encode_queries([text])[0]
        found = dict(self.index.search_documents(vector, len(self.index.filings)))
        return np.array([found[filing_id] for filing_id in self.index.filings], dtype=np.float32)


def hybrid(lexical: Scores, dense: Scores, rrf_k: int) -> Scores:
    """BM25 and dense ranks fused, both of equal weight (reciprocal rank fusion).

    Args:
        lexical: BM25 of each passage, shape (passages,).
        dense: Cosine of each passage, of the same shape.
        rrf_k: Offset of the ranks, 60 in the paper.

    """
    fused = reciprocal_ranks(lexical, rrf_k) + reciprocal_ranks(dense, rrf_k)
    return fused.astype(np.float32)
