"""The document stage: from a question to the few filings that can answer it (HiREC 4.1.1)."""

import bisect
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

from hirec.index import Index
from hirec.models.cross_encoder import CrossEncoder
from hirec.models.encoder import Encoder
from hirec.ranking.document_types import MOST, grade_types
from hirec.ranking.fusion import Scores, fuse
from hirec.ranking.lexical import LexicalIndex
from hirec.settings import RetrievalSettings
from hirec.stages.identity_match import identity_score
from hirec.types import Filing, Query, RankedFiling, Scope, Slot, is_of

_NO_SCORES: Scores = np.zeros(0, dtype=np.float32)
_LATER = -1.0
"""In the place of a score: was not known on the day the question is asked for."""
_ANY = 0.1
"""What a filing of another period is worth where any may tell."""


class DocumentStage:
    """Identity match leads; dense and lexical search over cover summaries break its ties.

    Companies fail closed: where the scope names some, no filing of another is ever returned.
    """

    def __init__(
        self,
        index: Index,
        encoder: Encoder,
        settings: RetrievalSettings,
        cross_encoder: CrossEncoder | None = None,
    ) -> None:
        """Take what filings are found by.

        Args:
            index: As of one build.
            encoder: That of the index; makes query vectors.
            settings: How many filings, and the weight of each search.
            cross_encoder: Reads covers where ``document_rerank_weight`` is not 0; None: nothing
                does.

        """
        self._index = index
        self._cross_encoder = cross_encoder
        self._encoder = encoder
        self._settings = settings
        self._days: dict[str, Sequence[int]] = {}
        """Days of each company's filings in order, filled as companies are asked about."""

    def rank(self, query: Query) -> tuple[RankedFiling, ...]:
        """Return at most max(k_D, slots) filings, each slot's best before any slot's second.

        One a slot, where the scope asks for each one's own filing.
        """
        eligible, dense, lexical = self._candidates(query)
        if not eligible:
            return ()
        slots = newest_first(query.scope)
        found = {"dense": dense, "lexical": lexical}
        usual = self._usual(query, eligible)
        rankings = [self._rank_slot(slot, query.scope, eligible, found, usual) for slot in slots]
        rankings = [self._rerank(query, ranking) for ranking in rankings]
        own = query.scope.own_filings
        most = self._settings.documents_any if query.scope.any_filing else self._settings.documents
        limit = len(slots) if own else max(most, len(slots))
        return _interleave(rankings, limit)

    def _candidates(self, query: Query) -> tuple[list[Filing], Scores, Scores]:
        """Filings that may be chosen, with their dense and lexical scores."""
        scope, text = query.scope, query.document_text
        if not scope.companies:
            if scope.unknown_companies:
                return [], _NO_SCORES, _NO_SCORES
            return self._among_all(text, scope.as_of)
        keys = [company.company_key for company in scope.companies]
        ids = [filing_id for key in keys for filing_id in self._index.companies.filings(key)]
        filings = [self._index.filings[filing_id] for filing_id in ids]
        eligible = [f for f in filings if f.identity.available_on(scope.as_of)]
        if not eligible:
            return [], _NO_SCORES, _NO_SCORES
        near = self._nearest(text, [filing.filing_id for filing in eligible])
        words = LexicalIndex([filing.summary for filing in eligible]).scores(text)
        return eligible, _scores_of(eligible, near), words

    def _among_all(self, text: str, as_of: date | None) -> tuple[list[Filing], Scores, Scores]:
        """No company is named: of a large index only the nearest by words or vector compete."""
        words = self._index.cover_scores(text)
        if as_of is not None:
            words[self._index.days > as_of.toordinal()] = _LATER
        near = dict(self._index.nearest(self._vector(text), self._settings.document_pool))
        chosen = {*near, *_best(words, self._settings.lexical_document_pool)}
        places = [at for at in sorted(chosen) if words[at] != _LATER]
        dense = np.array([near.get(at, 0.0) for at in places], dtype=np.float32)
        return self._index.numbered(places), dense, words[places]

    def _nearest(self, text: str, among: Sequence[str]) -> dict[str, float]:
        """Inner products of the covers nearest by vector."""
        pool = self._settings.document_pool
        return dict(self._index.search_documents(self._vector(text), pool, among))

    def _vector(self, text: str) -> Scores:
        vector: Scores = self._encoder.encode_queries([text])[0]
        return vector

    def _rank_slot(
        self,
        slot: Slot,
        scope: Scope,
        eligible: Sequence[Filing],
        found: Mapping[str, Scores],
        usual: Scores,
    ) -> list[RankedFiling]:
        identity = usual * np.array(
            [self._slot_score(filing, slot, scope) for filing in eligible], dtype=np.float32
        )
        usable = self._usable(eligible, slot, identity)
        paths = {
            name: np.where(usable, scores, 0.0).astype(np.float32) for name, scores in found.items()
        }
        weights = {"dense": self._settings.dense_weight, "lexical": self._settings.lexical_weight}
        support = fuse(paths, weights, self._settings.rrf_k)
        fused = self._settings.identity_weight * identity + support
        recency = np.array([filing.identity.available_ordinal for filing in eligible])
        order = np.lexsort((-recency, -fused))
        return [
            RankedFiling(
                eligible[at].filing_id,
                float(fused[at]),
                (
                    ("identity", round(float(identity[at]), 4)),
                    *((name, round(float(scores[at]), 4)) for name, scores in paths.items()),
                ),
            )
            for at in order
            if usable[at]
        ]

    def _usual(self, query: Query, eligible: Sequence[Filing]) -> Scores:
        """How usual each filing's form is for what is asked, 1 for the most (PRISM).

        All are alike where the question says or implies a form, and where that weighs nothing.
        """
        weight = self._settings.form_weight
        if not weight or query.scope.forms:
            return np.ones(len(eligible), dtype=np.float32)
        grades = grade_types(query)
        shares = [min(1.0, grades.get(f.identity.form, 0.0) / MOST) for f in eligible]
        return 1 - weight * (1 - np.array(shares, dtype=np.float32))

    def _usable(self, eligible: Sequence[Filing], slot: Slot, identity: Scores) -> npt.NDArray[Any]:
        """Filings a slot may take: those its identity fits or, where that path is off, any."""
        if self._settings.identity_weight:
            return identity > 0
        return np.array([is_of(filing, slot.company) for filing in eligible])

    def _rerank(self, query: Query, ranking: list[RankedFiling]) -> list[RankedFiling]:
        """Let the cross-encoder read the covers of a slot's best (HiREC's CrossEncoder^D)."""
        settings = self._settings
        if self._cross_encoder is None or not settings.document_rerank_weight:
            return ranking
        best = ranking[: settings.document_rerank_pool]
        covers = [self._index.filings[filing.filing_id].summary for filing in best]
        scores = self._cross_encoder.score(query.document_text, covers)
        read = [
            RankedFiling(
                filing.filing_id,
                filing.score + settings.document_rerank_weight * float(score),
                (*filing.scores, ("rerank", round(float(score), 4))),
            )
            for filing, score in zip(best, scores, strict=True)
        ]
        return sorted(read, key=lambda filing: -filing.score) + ranking[len(best) :]

    def _slot_score(self, filing: Filing, slot: Slot, scope: Scope) -> float:
        if not is_of(filing, slot.company):
            return 0.0
        score = identity_score(filing.identity, slot, scope)
        if slot.period is None and not scope.event_dates:
            # No period said: the newest filing of the likeliest form speaks for the company.
            score *= 0.5 + 0.5 * self._recency(filing)
        return max(score, _ANY) if scope.any_filing else score

    def _recency(self, filing: Filing) -> float:
        """Share of the company's filings that are not newer than this one."""
        key = filing.company_key
        if key not in self._days:
            self._days[key] = self._index.companies.days(key)
        days = self._days[key]
        return bisect.bisect_right(days, filing.identity.available_ordinal) / len(days)


def _scores_of(filings: Sequence[Filing], near: Mapping[str, float]) -> Scores:
    return np.array([near.get(filing.filing_id, 0.0) for filing in filings], dtype=np.float32)


def newest_first(scope: Scope) -> list[Slot]:
    """Slots by period, newest first, a quarter before its year, then companies as said."""
    order = {company: at for at, company in enumerate(scope.companies)}

    def key(slot: Slot) -> tuple[int, int, int]:
        period = slot.period.period if slot.period else None
        year = (period.year or 0) if period else 0
        quarter = (period.fiscal_quarter or 0) if period else 0
        return (-year, -quarter, order.get(slot.company, 0) if slot.company else 0)

    return sorted(scope.slots, key=key)


def _interleave(rankings: Sequence[Sequence[RankedFiling]], limit: int) -> tuple[RankedFiling, ...]:
    chosen: dict[str, RankedFiling] = {}
    for depth in range(max((len(ranking) for ranking in rankings), default=0)):
        for ranking in rankings:
            if depth < len(ranking) and len(chosen) < limit:
                chosen.setdefault(ranking[depth].filing_id, ranking[depth])
    return tuple(chosen.values())


def _best(scores: Scores, count: int) -> list[int]:
    """Places of the highest scores, of equal ones the first."""
    if count >= len(scores):
        return list(range(len(scores)))
    least = np.partition(scores, -count)[-count]
    above = np.flatnonzero(scores > least)
    equal = np.flatnonzero(scores == least)[: count - len(above)]
    found: list[int] = np.concatenate([above, equal]).tolist()
    return found
