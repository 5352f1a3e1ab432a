"""HHR: hybrid search over filings, then over the passages of the best ones."""

from collections.abc import Set

import numpy as np

from hirec.settings import RetrievalSettings
from hirec.stages.baselines.corpus import Corpus, hybrid
from hirec.types import Candidate, Query, RankedFiling

FILINGS = 5
PASSAGES_A_FILING = 10


class HybridHierarchicalRetriever:
    """Hybrid hierarchical retrieval (Arivazhagan et al. 2023) as HiREC's appendix C.2 sets it up.

    BM25 and dense ranks over cover summaries choose five filings; the same over their passages
    chooses ten of each. The question goes in as it was asked, identities play no part.
    """

    name = "hhr"

    def __init__(self, corpus: Corpus, settings: RetrievalSettings) -> None:
        corpus.prepare(lexical=True, dense=True)
        self._corpus = corpus
        self._rrf_k = settings.rrf_k

    def documents(self, query: Query) -> tuple[RankedFiling, ...]:
        """Rank the five best filings."""
        text = query.text
        lexical, dense = self._corpus.cover_lexical(text), self._corpus.cover_dense(text)
        scores = hybrid(lexical, dense, self._rrf_k)
        ids = list(self._corpus.index.filings)
        order = np.argsort(-scores, kind="stable")[:FILINGS]
        return tuple(
            RankedFiling(
                ids[at],
                float(scores[at]),
                (("dense", float(dense[at])), ("lexical", float(lexical[at]))),
            )
            for at in order
        )

    def passages(
        self,
        query: Query,
        filings: tuple[RankedFiling, ...],
        seen: Set[str] = frozenset(),
    ) -> tuple[Candidate, ...]:
        """Rank the ten best passages of each filing together."""
        rows = [self._corpus.rows[filing.filing_id] for filing in filings]
        places = np.array([place for row in rows for place in row], dtype=np.intp)
        lexical = self._corpus.lexical(query.text)[places]
        dense = self._corpus.dense(query.text)[places]
        scores = hybrid(lexical, dense, self._rrf_k)
        left = {filing.filing_id: PASSAGES_A_FILING for filing in filings}
        found = []
        for at in np.argsort(-scores, kind="stable"):
            passage = self._corpus.passages[places[at]]
            if left[passage.filing_id] and passage.passage_id not in seen:
                left[passage.filing_id] -= 1
                paths = {"dense": float(dense[at]), "lexical": float(lexical[at])}
                found.append(Candidate(passage, float(scores[at]), paths))
        return tuple(found)
