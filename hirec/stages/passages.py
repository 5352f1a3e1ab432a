"""The passage stage: within the filings found, the passages that state what is asked (4.1.2)."""

import functools
from collections.abc import Mapping, Sequence, Set

import numpy as np
import numpy.typing as npt

from hirec.analysts.protocol import Analyst
from hirec.index import Index
from hirec.models.cross_encoder import CrossEncoder
from hirec.ranking.lexical import LexicalIndex
from hirec.settings import Settings
from hirec.stages.tournament import align
from hirec.types import Candidate, Passage, Query, RankedFiling

Scores = npt.NDArray[np.float32]

_FILING_DISCOUNT = 0.85
"""Each filing behind the slots' own is worth this much of the one before it."""


class PassageStage:
    """BM25, then the fact path (cards held against the intent), then the cross-encoder if any."""

    def __init__(
        self,
        index: Index,
        analyst: Analyst,
        settings: Settings,
        cross_encoder: CrossEncoder | None = None,
    ) -> None:
        self._index = index
        self._analyst = analyst
        self._cross_encoder = cross_encoder
        self._settings = settings
        self._lexical = functools.lru_cache(maxsize=32)(self._build)

    def rank(
        self, query: Query, filings: Sequence[RankedFiling], seen: Set[str] = frozenset()
    ) -> tuple[Candidate, ...]:
        """Return at most ``passage_pool`` candidates, best first, without those ``seen``."""
        if not filings:
            return ()
        ids = tuple(filing.filing_id for filing in filings)
        passages, lexical = self._lexical(ids)
        discount = _discounts(ids, leaders=len(query.scope.slots))
        weight = np.array(
            [0.0 if p.passage_id in seen else discount[p.filing_id] for p in passages],
            dtype=np.float32,
        )
        bm25 = lexical.scores(query.passage_text) * weight
        pool = np.argsort(-bm25, kind="stable")[: self._settings.retrieval.passage_pool]
        pool = pool[bm25[pool] > 0]
        facts = self._facts(query, [passages[at] for at in pool]) * weight[pool]
        paths = {"facts": facts, "text": bm25[pool] / max(1e-6, float(bm25.max(initial=0.0)))}
        retrieval = self._settings.retrieval
        fused = retrieval.fact_weight * paths["facts"] + retrieval.text_weight * paths["text"]
        if self._cross_encoder is not None:
            best = np.argsort(-fused, kind="stable")[: retrieval.rerank_pool]
            texts = [passages[pool[at]].retrieval_text for at in best]
            paths["rerank"] = np.zeros(len(pool), dtype=np.float32)
            paths["rerank"][best] = self._cross_encoder.score(query.text, texts)
            fused = fused + retrieval.rerank_weight * paths["rerank"]
        return tuple(
            Candidate(
                passages[pool[at]],
                float(fused[at]),
                {name: round(float(scores[at]), 4) for name, scores in paths.items()},
            )
            for at in np.argsort(-fused, kind="stable")
        )

    def _build(self, ids: tuple[str, ...]) -> tuple[list[Passage], LexicalIndex]:
        passages = self._index.passages(ids)
        return passages, LexicalIndex([passage.retrieval_text for passage in passages])

    def _facts(self, query: Query, passages: Sequence[Passage]) -> Scores:
        """Alignment of each passage's card with the intent; 0 where it states no metric asked."""
        scores = []
        for passage in passages:
            filing = self._index.filings[passage.filing_id]
            card = self._analyst.card(passage, filing, query.intent)
            aligned = align(card, query)
            stated = aligned.score(self._settings.tournament) if card.metrics else 0.0
            scores.append(stated * (0.5 if card.boilerplate else 1.0))
        return np.array(scores, dtype=np.float32)


def _discounts(ids: Sequence[str], leaders: int) -> Mapping[str, float]:
    """Weight of each filing's passages: full for the first of every slot, less behind them."""
    return {
        filing_id: _FILING_DISCOUNT ** max(0, rank - leaders + 1)
        for rank, filing_id in enumerate(ids)
    }
