"""The order in which evidence is answered from: cards against the intent.

By default human-aligned reranking's equations 8 and 9 over the order of retrieval; the other
methods of ``tournament.method`` run the whole tournament over the evidence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hirec.analysts.protocol import Analyst
from hirec.stages.serialization import card_json, intent_json
from hirec.tournament.alignment import Alignment, scored
from hirec.tournament.by_model import ByModel
from hirec.tournament.candidates import Contender
from hirec.tournament.ranking import tournament
from hirec.tournament.settings import OrderingMethod, TournamentSettings
from hirec.types import Card, CardOrigin, Filing, Passage, Query


@dataclass(frozen=True, slots=True)
class Ordered:
    """Evidence, best first, and what the trace keeps of it."""

    evidence: tuple[Passage, ...]
    detail: dict[str, Any]


class Tournament:
    """Orders passages by what their cards state."""

    def __init__(
        self,
        analyst: Analyst,
        settings: TournamentSettings,
        rrf_k: int,
        by_model: ByModel | None = None,
    ) -> None:
        """Take who makes cards and how they are held against the intent.

        Args:
            analyst: Makes the cards.
            settings: Method and weights.
            rrf_k: Offset of the ranks that cards come in.
            by_model: What a language model does; nothing where it is None.

        """
        self._analyst = analyst
        self._by_model = by_model or ByModel()
        self._settings = settings
        self._rrf_k = rrf_k

    def order(
        self, query: Query, passages: Sequence[Passage], filings: Mapping[str, Filing]
    ) -> Ordered:
        """Order all of the passages; ties keep the order given, and none is left out.

        Args:
            query: With the intent.
            passages: In the order of retrieval.
            filings: By filing_id; that of each passage.

        """
        query, unread = self._by_model.intended(query) if passages else (query, "")
        cards = self._by_model.make_cards(self._analyst, passages, filings)
        extra = _model_detail(query, cards, self._by_model, unread)
        if self._settings.method is OrderingMethod.ALIGNMENT:
            ordered = self._aligned(query, passages, cards)
            return Ordered(ordered.evidence, {**ordered.detail, **extra})
        contenders = [
            Contender(card, self._rrf_k / (self._rrf_k + at)) for at, card in enumerate(cards)
        ]
        outcome = tournament(query, contenders, self._settings, self._by_model.judge)
        known = {passage.passage_id: passage for passage in passages}
        behind = [key for key in known if key not in outcome.order]
        evidence = tuple(known[key] for key in (*outcome.order, *behind))
        detail: dict[str, Any] = {"method": self._settings.method.value}
        if outcome.rounds:
            detail |= {"rounds": len(outcome.rounds), "rank_variance": outcome.rank_variance}
        return Ordered(evidence, {**detail, **outcome.trails.detail(), **extra})

    def _aligned(self, query: Query, passages: Sequence[Passage], cards: Sequence[Card]) -> Ordered:
        found = scored(cards, query, self._settings, self._rrf_k)
        ordered = sorted(zip(passages, found, strict=True), key=lambda item: -item[1][0])
        entries = [_entry(passage, score, alignment) for passage, (score, alignment) in ordered]
        return Ordered(tuple(passage for passage, _ in ordered), {"order": entries})


def _model_detail(
    query: Query, cards: Sequence[Card], by_model: ByModel, unread: str
) -> dict[str, Any]:
    """What a trace keeps of a model's part: its intent or why there is none, cards it completed."""
    extra: dict[str, Any] = {}
    if unread:
        extra["intent_failure"] = unread
    elif by_model.intents is not None:
        extra["intent"] = intent_json(query.intent)
    completed = [card_json(card) for card in cards if card.made is not CardOrigin.RULES]
    return extra | ({"cards": completed} if completed else {})


def _entry(passage: Passage, score: float, alignment: Alignment) -> dict[str, Any]:
    return {
        "passage": passage.passage_id,
        "score": round(score, 4),
        "topic": alignment.topic,
        "metric": alignment.metric,
        "period": alignment.period,
        "entity": alignment.entity,
        "number": alignment.number,
    }
