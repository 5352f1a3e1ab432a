"""The methods that can be measured, by name. A new one is a ranker and an entry in ``METHODS``."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from hirec.evaluation.ranking.graphs import AGENT_METHODS, TYPE_METHODS
from hirec.evaluation.ranking.lexical import Bm25Ranker
from hirec.evaluation.ranking.ranker import Pool, Ranker, Ranking
from hirec.evaluation.ranking.rerankers import MODEL_METHODS
from hirec.evaluation.ranking.search import Search
from hirec.evaluation.ranking.workbench import Workbench
from hirec.stages.tournament import Tournament
from hirec.tournament.candidates import Contender, lexical_candidates, with_retrieved
from hirec.tournament.ranking import tournament
from hirec.tournament.settings import CandidateSource, OrderingMethod
from hirec.types import Passage, Query, QuestionError


class RetrieverRanker:
    """hirec's retrieval order."""

    def __init__(self, bench: Workbench) -> None:
        self._search = Search(bench)

    def rank(self, question: str, pool: Pool, seed: int) -> Ranking:
        """All candidates of one round of retrieval."""
        del seed
        _, candidates = self._search.candidates(question, pool)
        return Ranking(tuple((c.passage.passage_id, c.score) for c in candidates))


class EvidenceRanker:
    """The order of evidence over the passages that retrieval would show to a reader."""

    def __init__(self, bench: Workbench) -> None:
        self._search = Search(bench)
        settings = bench.settings
        self._shown = settings.retrieval.passages
        self._tournament = Tournament(
            bench.analyst, settings.tournament, settings.retrieval.rrf_k, bench.by_model
        )

    def rank(self, question: str, pool: Pool, seed: int) -> Ranking:
        """The first ``retrieval.passages`` candidates, ordered by what their cards state."""
        del seed
        query, candidates = self._search.candidates(question, pool)
        shown = [candidate.passage for candidate in candidates[: self._shown]]
        ordered = self._tournament.order(query, shown, pool.source.filings).evidence
        return _ranking([passage.passage_id for passage in ordered])


class TournamentRanker:
    """The whole tournament, by one of its methods, over the candidates of stage 1.

    These are all that retrieval brings, or FinCards' own by BM25 in the gold filing, or both
    (``tournament.candidates.source``). Over a collection BM25 goes through the filings that
    retrieval found.
    """

    def __init__(self, bench: Workbench, method: OrderingMethod, *, screened: bool = False) -> None:
        """Take what the methods share, and which one this is.

        Args:
            bench: Index, models and settings.
            method: Of ``tournament.method``; the rest of the section stays.
            screened: Stages 1 and 2 alone.

        """
        self._search = Search(bench)
        self._bench = bench
        chosen: dict[str, object] = {"method": method}
        tree = bench.settings.tournament
        if screened:
            chosen["bootstrap"] = tree.bootstrap.model_copy(update={"enabled": False})
        self._settings = tree.model_copy(update=chosen)

    def rank(self, question: str, pool: Pool, seed: int) -> Ranking:
        """Those that no stage drops, in the order of the last."""
        query, candidates = self._entered(question, pool)
        by_model, passages = self._bench.by_model, [passage for passage, _ in candidates]
        query, unread = by_model.intended(query) if passages else (query, "")
        cards = by_model.make_cards(self._bench.analyst, passages, pool.source.filings)
        contenders = [
            Contender(card, score) for card, (_, score) in zip(cards, candidates, strict=True)
        ]
        settings = self._settings.model_copy(update={"seed": seed})
        outcome = tournament(query, contenders, settings, by_model.judge)
        trails = outcome.trails
        ranking = _ranking(outcome.order)
        return replace(
            ranking,
            rounds=outcome.rounds,
            judge_calls=trails.calls,
            judge_failures=tuple(trails.failures) + ((f"intent: {unread}",) if unread else ()),
        )

    def _entered(self, question: str, pool: Pool) -> tuple[Query, Sequence[tuple[Passage, float]]]:
        """The question as understood, and who takes part, each with its share of the best score."""
        query, found = self._search.candidates(question, pool)
        best = max((candidate.score for candidate in found), default=1.0) or 1.0
        retrieved = [(c.passage, c.score / best) for c in found]
        settings = self._settings.candidates
        if settings.source is CandidateSource.RETRIEVER:
            return query, retrieved
        filings = pool.filing_ids or tuple(dict.fromkeys(p.filing_id for p, _ in retrieved))
        lexical = lexical_candidates(query, pool.source.passages(filings), settings)
        if settings.source is CandidateSource.BM25:
            return query, lexical
        return query, with_retrieved(lexical, retrieved)


def _ranking(order: Sequence[str]) -> Ranking:
    """An order without scores of its own, scored by place."""
    return Ranking(tuple((key, float(-place)) for place, key in enumerate(order)))


METHODS: Mapping[str, Callable[[Workbench], Ranker]] = {
    "bm25": lambda _: Bm25Ranker(),
    "retriever": RetrieverRanker,
    "evidence": EvidenceRanker,
    **{
        method.value: functools.partial(TournamentRanker, method=method)
        for method in (
            OrderingMethod.FINCARDS,
            OrderingMethod.V1,
            OrderingMethod.V2,
            OrderingMethod.V3,
        )
    },
    "screening": functools.partial(TournamentRanker, method=OrderingMethod.FINCARDS, screened=True),
    **MODEL_METHODS,
    **AGENT_METHODS,
    **TYPE_METHODS,
}
"""Name → what makes the method's ranker."""


def known_methods(names: Sequence[str]) -> tuple[str, ...]:
    """The names, each once; raises :class:`QuestionError` for one that is no method."""
    chosen = tuple(dict.fromkeys(name.strip() for name in names))
    for name in chosen:
        if name not in METHODS:
            raise QuestionError(f"Unknown method '{name}': choose among {', '.join(METHODS)}.")
    return chosen
