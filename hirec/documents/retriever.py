"""Hierarchical retrieval over documents: those that the question names, then their passages."""

import functools
from collections.abc import Set

import numpy as np

from hirec.documents.naming import Names
from hirec.index import Index
from hirec.models.encoder import Encoder, Vectors
from hirec.ranking.fusion import Scores, fuse, share_of_best
from hirec.ranking.lexical import LexicalIndex
from hirec.settings import RetrievalSettings
from hirec.types import Candidate, Passage, Query, RankedFiling

_KEPT = 0.8
"""Of the best name match: documents below it are others than those named."""
_DISCOUNT = 0.85
"""Each document behind the first is worth this much of the one before it."""
_REMEMBERED = 1024
"""Documents whose vectors are kept: of some twenty passages each 30 MB."""


class DocumentRetriever:
    """First the document, then the passage.

    The match of names leads; dense and lexical search over covers break its ties, and decide where
    the question names no document. Where it names some, no passage of another is returned.
    Passages are ranked by BM25 and cosine, each as a share of its best, to the question without
    the names.
    """

    name = "hirec"

    def __init__(self, index: Index, encoder: Encoder, settings: RetrievalSettings) -> None:
        """Read the names and covers of all documents.

        Args:
            index: Of the profile ``documents``.
            encoder: That of the index; embeds questions, and passages when they are ranked.
            settings: How many documents and passages are returned.

        """
        self._index = index
        self._encoder = encoder
        self._settings = settings
        self._filings = list(index.filings.values())
        self._names = Names(self._filings)
        self._covers = LexicalIndex([filing.summary for filing in self._filings])
        self._vectors = functools.lru_cache(maxsize=_REMEMBERED)(self._embedded)

    def documents(self, query: Query) -> tuple[RankedFiling, ...]:
        """Rank the documents that the question names, else those whose covers are nearest."""
        named = self._names.named_by(query.text).scores
        as_of = query.scope.as_of
        known = np.array([f.identity.available_on(as_of) for f in self._filings], dtype=bool)
        best = float(np.where(known, named, 0.0).max(initial=0.0))
        usable = known & (named >= _KEPT * best)
        if not usable.any():
            return ()
        paths = {
            "dense": np.where(usable, self._near(query.document_text), 0.0).astype(np.float32),
            "lexical": np.where(usable, self._covers.scores(query.document_text), 0.0).astype(
                np.float32
            ),
        }
        settings = self._settings
        weights = {"dense": settings.dense_weight, "lexical": settings.lexical_weight}
        fused = settings.identity_weight * named + fuse(paths, weights, settings.rrf_k)
        order = [at for at in np.argsort(-fused, kind="stable") if usable[at]]
        return tuple(
            RankedFiling(
                self._filings[at].filing_id,
                float(fused[at]),
                (
                    ("identity", round(float(named[at]), 4)),
                    *((name, round(float(scores[at]), 4)) for name, scores in paths.items()),
                ),
            )
            for at in order[: settings.documents]
        )

    def passages(
        self,
        query: Query,
        filings: tuple[RankedFiling, ...],
        seen: Set[str] = frozenset(),
    ) -> tuple[Candidate, ...]:
        """Rank passages within the documents."""
        if not filings:
            return ()
        ids = [filing.filing_id for filing in filings]
        passages = self._index.passages(ids)
        weight = {filing_id: _DISCOUNT**at for at, filing_id in enumerate(ids)}
        discount = np.array([weight[p.filing_id] for p in passages], dtype=np.float32)
        asked = self._encoder.encode_queries([query.passage_text])[0]
        vectors = np.concatenate([self._vectors(filing_id) for filing_id in ids])
        cosines = np.asarray(vectors @ asked, dtype=np.float32).clip(min=0)
        words = LexicalIndex([_body(passage) for passage in passages]).scores(query.passage_text)
        paths = {"text": share_of_best(words), "dense": share_of_best(cosines)}
        fused = discount * (paths["text"] + paths["dense"]) / 2
        ranked = [at for at in np.argsort(-fused, kind="stable") if fused[at] > 0]
        found = [at for at in ranked if passages[at].passage_id not in seen]
        return tuple(
            Candidate(
                passages[at],
                float(fused[at]),
                {name: round(float(scores[at]), 4) for name, scores in paths.items()},
            )
            for at in found[: self._settings.passage_pool]
        )

    def _near(self, text: str) -> Scores:
        """Cosine of each cover to the question."""
        vector: Vectors = self._encoder.encode_queries([text])[0]
        found = dict(self._index.search_documents(vector, len(self._filings)))
        return np.array([found.get(f.filing_id, 0.0) for f in self._filings], dtype=np.float32)

    def _embedded(self, filing_id: str) -> Vectors:
        return self._encoder.encode_passages([_body(p) for p in self._index.passages([filing_id])])


def _body(passage: Passage) -> str:
    return f"{passage.section}\n{passage.retrieval_body or passage.text}"
