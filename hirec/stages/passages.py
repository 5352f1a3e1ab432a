"""The passage stage: within the filings found, the passages that state what is asked (4.1.2)."""

import functools
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from typing import Protocol

import numpy as np
import numpy.typing as npt

from hirec.analysts.protocol import Analyst
from hirec.grounding.counted import counts_only
from hirec.models.cross_encoder import CrossEncoder
from hirec.models.encoder import Encoder
from hirec.ranking.bundling import bundle
from hirec.ranking.fusion import Scores
from hirec.ranking.quotas import with_quotas
from hirec.ranking.recency import time_bonus
from hirec.settings import Settings
from hirec.stages.passage_features import PassagePool
from hirec.stages.passage_paths import FilingsView, PassagePaths, PassageVectors, within
from hirec.stages.passage_ranker import PassageRanker
from hirec.tournament.alignment import Alignment, align
from hirec.types import Candidate, Filing, Passage, Query, RankedFiling, Scope
from hirec.understanding import parse_of

Positions = npt.NDArray[np.intp]

_Aligned = tuple[Alignment | None, bool]
"""How a passage's card meets the intent, None without a card; and signs of standing text."""
_VIEWS = 2
"""Sets of filings whose words stay counted: a question comes back to its own, rarely to others."""
_FILING_DISCOUNT = 0.85
"""Each filing behind the slots' own is worth this much of the one before it."""
_ANY_DISCOUNT = 0.98
"""The same where any filing may tell."""


class PassageSource(Protocol):
    """Where the passages of filings come from: an index, or what is given with a question."""

    @property
    def filings(self) -> Mapping[str, Filing]:
        """filing_id → filing."""
        ...

    def passages(self, filing_ids: Sequence[str], /) -> list[Passage]:
        """All passages of these filings, filing after filing, each in its own order."""
        ...


@dataclass(frozen=True, slots=True)
class _Pool:
    """Places of a view that are worth a closer look."""

    positions: Positions
    discount: Scores
    """Weight of each one's filing."""
    paths: Mapping[str, Scores]
    """What the cheap paths gave each of them."""


class PassageStage:
    """Several cheap paths choose a pool; cards and the cross-encoder, if any, order it."""

    def __init__(
        self,
        index: PassageSource,
        analyst: Analyst,
        settings: Settings,
        cross_encoder: CrossEncoder | None = None,
        encoder: Encoder | None = None,
        ranker: PassageRanker | None = None,
    ) -> None:
        """Take what passages are ordered by.

        Args:
            index: Gives the passages of filings.
            analyst: Makes cards, and hypothetical passages where they are on.
            settings: ``retrieval`` and ``tournament``.
            cross_encoder: Reranks the pool; None: it is not reranked.
            encoder: Embeds passages; needed only for the dense path and for bundling.
            ranker: A trained model over cheap features; None: there is none.

        """
        self._index = index
        self._analyst = analyst
        self._cross_encoder = cross_encoder
        self._ranker = ranker
        self._settings = settings
        self._vectors = None if encoder is None else PassageVectors(encoder)
        self._paths = PassagePaths(analyst, settings.retrieval, self._vectors)
        self._view = functools.lru_cache(maxsize=_VIEWS)(self._open)

    def rank(
        self, query: Query, filings: Sequence[RankedFiling], seen: Set[str] = frozenset()
    ) -> tuple[Candidate, ...]:
        """Return at most ``passage_pool`` candidates, best first, and what bundling adds.

        Args:
            query: What is asked.
            filings: To look in, best first; the first weigh more.
            seen: passage_ids that are left out.

        """
        if not filings:
            return ()
        ids = tuple(filing.filing_id for filing in filings)
        view = self._view(ids)
        pool = self._pool(query, view, ids, seen)
        passages = [view.passages[at] for at in pool.positions]
        paths = dict(pool.paths)
        fused = np.zeros(len(passages), dtype=np.float32) + self._paths.fuse(paths)
        for name, weight, scores in self._costly(query, view, pool, fused):
            paths[name] = scores
            fused = fused + weight * scores
        order = self._placed(query, np.argsort(-fused, kind="stable"), passages, ids)
        ranked = [
            Candidate(
                passages[at],
                float(fused[at]),
                {name: round(float(scores[at]), 4) for name, scores in paths.items()},
            )
            for at in order
        ]
        return tuple(self._bundled(ranked, view, pool.positions[order], seen))

    def _open(self, ids: tuple[str, ...]) -> FilingsView:
        return FilingsView(self._index.passages(ids))

    def compared(self, query: Query, filings: Sequence[RankedFiling]) -> PassagePool:
        """The passages that compete for a question, with all that a ranker may learn from."""
        ids = tuple(filing.filing_id for filing in filings)
        view = self._view(ids)
        pool = self._pool(query, view, ids, frozenset())
        aligned = [self._aligned(query, view.passages[at]) for at in pool.positions]
        return self._described(query, view, pool, aligned)

    def _pool(self, query: Query, view: FilingsView, ids: Sequence[str], seen: Set[str]) -> "_Pool":
        """The passages worth a card, best first; all where no cheap path is on."""
        by_filing = _discounts(ids, query.scope)
        discount = np.array(
            [0.0 if p.passage_id in seen else by_filing[p.filing_id] for p in view.passages],
            dtype=np.float32,
        )
        found = self._paths.scores(query, view, discount)
        cheap = self._paths.fuse(found)
        if not cheap.ndim:
            positions = np.flatnonzero(discount)
        else:
            order = np.argsort(-cheap, kind="stable")
            order = order[cheap[order] > 0]
            size = self._settings.retrieval.passage_pool
            positions = self._placed(query, order, view.passages, ids, size)[:size]
        paths = {name: scores[positions] for name, scores in found.items()}
        return _Pool(positions, discount[positions], paths)

    def _placed(
        self,
        query: Query,
        order: Positions,
        passages: Sequence[Passage],
        ids: Sequence[str],
        places: int | None = None,
    ) -> Positions:
        """The order with a quota for every slot's filing among the places that are looked at."""
        places = places or self._settings.retrieval.passages
        leaders = ids[: len(query.scope.slots)]
        share = self._settings.retrieval.slot_share
        if len(leaders) < 2 or not share:
            return order
        groups = [passages[at].filing_id for at in order]
        quota = max(1, round(share * places / len(leaders)))
        return order[with_quotas(groups, leaders, places, quota)]

    def _costly(
        self, query: Query, view: FilingsView, pool: "_Pool", cheap: Scores
    ) -> list[tuple[str, float, Scores]]:
        """(path, weight, scores) of the paths that look closer, each seeing those before it."""
        retrieval = self._settings.retrieval
        passages = [view.passages[at] for at in pool.positions]
        found: list[tuple[str, float, Scores]] = []
        fused = cheap
        learning = self._ranker is not None and retrieval.ranker_weight > 0
        reading = retrieval.fact_weight or learning
        aligned = [self._aligned(query, passage) for passage in passages if reading]
        if retrieval.fact_weight:
            facts = self._facts(aligned) * pool.discount
            if "count" in pool.paths and counts_only(parse_of(query).figures):
                # Who speaks of employees need not say how many there are.
                facts = np.minimum(facts, pool.paths["count"])
            found.append(("facts", retrieval.fact_weight, facts))
            fused = fused + retrieval.fact_weight * facts
        if self._ranker is not None and learning:
            learned = self._ranker.score(self._described(query, view, pool, aligned))
            found.append(("learned", retrieval.ranker_weight, learned))
            fused = fused + retrieval.ranker_weight * learned
        if retrieval.time_bonus:
            newness = self._newness(query, passages)
            found.append(("time", retrieval.time_bonus, newness))
            fused = fused + retrieval.time_bonus * newness
        if self._cross_encoder is not None and retrieval.rerank_weight:
            best = np.argsort(-fused, kind="stable")[: retrieval.rerank_pool]
            scores = np.zeros(len(passages), dtype=np.float32)
            texts = [passages[at].retrieval_text for at in best]
            scores[best] = self._cross_encoder.score(query.text, texts)
            found.append(("rerank", retrieval.rerank_weight, scores))
        return found

    def _facts(self, aligned: Sequence[_Aligned]) -> Scores:
        """Alignment of each passage's card with the intent; 0 where it states no metric asked."""
        scores = []
        for one, boilerplate in aligned:
            score = one.score(self._settings.tournament) if one and one.stated else 0.0
            scores.append(score * (0.5 if boilerplate else 1.0))
        return np.array(scores, dtype=np.float32)

    def _aligned(self, query: Query, passage: Passage) -> _Aligned:
        """How a passage's card meets the intent, and whether it shows signs of standing text."""
        if not self._analyst.may_state(passage, query.intent):
            return None, False
        card = self._analyst.card(passage, self._index.filings[passage.filing_id])
        return align(card, query), card.boilerplate

    def _described(
        self, query: Query, view: FilingsView, pool: "_Pool", aligned: Sequence[_Aligned]
    ) -> PassagePool:
        passages = [view.passages[at] for at in pool.positions]
        own = {
            "text": view.texts.scores(query.passage_text),
            "section": view.headings.scores(query.passage_text),
            "core": view.texts.scores(within(query)),
        }
        none = np.zeros(len(passages), dtype=np.float32)
        paths = {name: scores[pool.positions] * pool.discount for name, scores in own.items()}
        return PassagePool(
            query,
            passages,
            paths | {"hyde": pool.paths.get("hyde", none)},
            [one for one, _ in aligned],
            [boilerplate for _, boilerplate in aligned],
            pool.discount,
            self._index.filings,
        )

    def _newness(self, query: Query, passages: Sequence[Passage]) -> Scores:
        """FinSage's time bonus; without an as-of day, counted from the index's newest filing."""
        filings = self._index.filings
        asked = query.scope.as_of or self._newest
        bonus = [time_bonus(filings[p.filing_id].identity.available_since, asked) for p in passages]
        return np.array(bonus, dtype=np.float32)

    @functools.cached_property
    def _newest(self) -> date:
        days = (filing.identity.available_since for filing in self._index.filings.values())
        return max((day for day in days if day is not None), default=date.min)

    def _bundled(
        self,
        ranked: Sequence[Candidate],
        view: FilingsView,
        positions: Positions,
        seen: Set[str],
    ) -> list[Candidate]:
        """Put behind each of the best passages the neighbours that go on with it."""
        retrieval = self._settings.retrieval
        if self._vectors is None or not retrieval.bundle_limit:
            return list(ranked)
        vectors = self._vectors
        result: dict[str, Candidate] = {}
        for rank, (candidate, position) in enumerate(zip(ranked, positions, strict=True)):
            result.setdefault(candidate.passage.passage_id, candidate)
            if rank >= retrieval.bundle_seeds:
                continue
            neighbours = bundle(
                int(position),
                view.bounds(int(position)),
                lambda expected: vectors.of([view.passages[at] for at in expected]),
                retrieval.bundle_threshold,
                retrieval.bundle_limit,
            )
            for at in neighbours:
                passage = view.passages[at]
                if passage.passage_id in seen:
                    continue
                joined = Candidate(passage, candidate.score, {"bundle": candidate.score})
                result.setdefault(passage.passage_id, joined)
        return list(result.values())


def _discounts(ids: Sequence[str], scope: Scope) -> Mapping[str, float]:
    """Weight of each filing's passages: full for the first of every slot, less behind them."""
    leaders = len(scope.slots)
    each = _ANY_DISCOUNT if scope.any_filing else _FILING_DISCOUNT
    return {filing_id: each ** max(0, rank - leaders + 1) for rank, filing_id in enumerate(ids)}
