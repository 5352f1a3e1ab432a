"""Retrieval behind one interface: the hierarchy and the flat baselines, over the same passages."""

from collections.abc import Callable, Sequence
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt

from hirec.index import Index
from hirec.models.encoder import Encoder
from hirec.ranking.lexical import LexicalIndex
from hirec.settings import RetrievalSettings
from hirec.stages.documents import DocumentStage
from hirec.stages.passages import PassageStage
from hirec.types import Candidate, Passage, Query, RankedFiling

Scores = npt.NDArray[np.float32]


class Retriever(Protocol):
    """First question, complementary question or a step of a multi-hop chain: one code path."""

    name: str

    def documents(self, query: Query) -> tuple[RankedFiling, ...]:
        """Rank filings, best first."""
        ...

    def passages(self, query: Query, filings: tuple[RankedFiling, ...]) -> tuple[Candidate, ...]:
        """Rank passages within the filings, best first."""
        ...


class HierarchicalRetriever:
    """First the filing, then the passage."""

    name = "hirec"

    def __init__(self, documents: DocumentStage, passages: PassageStage) -> None:
        self._documents = documents
        self._passages = passages

    def documents(self, query: Query) -> tuple[RankedFiling, ...]:
        """Rank filings by identity, then by dense and lexical support."""
        return self._documents.rank(query)

    def passages(self, query: Query, filings: tuple[RankedFiling, ...]) -> tuple[Candidate, ...]:
        """Rank passages within the filings."""
        return self._passages.rank(query, filings)


class FlatRetriever:
    """Baseline: all passages of the whole index in one ranking, BM25 or dense.

    The question goes in as it was asked, as the baselines of HiREC's table 2 have it; filings are
    ranked by their best passage.
    """

    def __init__(
        self, name: str, passages: Sequence[Passage], score: Callable[[str], Scores], pool: int
    ) -> None:
        """Rank by ``score``, which gives one number a passage; use the constructors below."""
        self.name = name
        self._passages = passages
        self._score = score
        self._pool = pool
        self._last: tuple[str, tuple[Candidate, ...]] = ("", ())

    @classmethod
    def bm25(cls, index: Index, settings: RetrievalSettings) -> Self:
        """BM25 over title and body of every passage."""
        passages = index.passages(list(index.filings))
        lexical = LexicalIndex([passage.retrieval_text for passage in passages])
        return cls("flat-bm25", passages, lexical.scores, settings.passage_pool)

    @classmethod
    def dense(cls, index: Index, encoder: Encoder, settings: RetrievalSettings) -> Self:
        """Cosine to the embedding of every passage, made when opened: minutes a filing on a CPU."""
        passages = index.passages(list(index.filings))
        vectors = encoder.encode_passages([passage.retrieval_text for passage in passages])

        def score(text: str) -> Scores:
            similarity: Scores = vectors @ encoder.encode_queries([text])[0]
            return similarity

        return cls("flat-dense", passages, score, settings.passage_pool)

    def documents(self, query: Query) -> tuple[RankedFiling, ...]:
        """Rank filings by their best passage."""
        best: dict[str, RankedFiling] = {}
        for candidate in self._search(query.text):
            filing_id = candidate.passage.filing_id
            best.setdefault(filing_id, RankedFiling(filing_id, candidate.score))
        return tuple(best.values())

    def passages(self, query: Query, filings: tuple[RankedFiling, ...]) -> tuple[Candidate, ...]:
        """Rank the passages of the whole index; the filings do not narrow them."""
        del filings
        return self._search(query.text)

    def _search(self, text: str) -> tuple[Candidate, ...]:
        if self._last[0] != text:
            scores = self._score(text)
            pool = np.argsort(-scores, kind="stable")[: self._pool]
            found = tuple(
                Candidate(self._passages[at], float(scores[at]), {self.name: float(scores[at])})
                for at in pool
                if scores[at] > 0
            )
            self._last = (text, found)
        return self._last[1]
