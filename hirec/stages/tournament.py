"""The tournament in its plainest form: cards against the intent, one aligned order.

Human-aligned reranking, equations 8 and 9: the retrieval order enters by its reciprocal rank,
the alignment of card and intent is added to it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hirec.analysts.protocol import Analyst
from hirec.periods import matches
from hirec.settings import TournamentSettings
from hirec.types import Card, Filing, Passage, Query


@dataclass(frozen=True, slots=True)
class Alignment:
    """How far a card meets an intent, field by field, each from 0 to 1."""

    topic: float
    entity: float
    metric: float
    period: float
    number: float

    def score(self, weights: TournamentSettings) -> float:
        """Weighted sum of equation 8, and the topic, which equation 8 leaves out."""
        return (
            weights.topic_weight * self.topic
            + weights.entity_weight * self.entity
            + weights.metric_weight * self.metric
            + weights.period_weight * self.period
            + weights.number_weight * self.number
        )


def align(card: Card, query: Query) -> Alignment:
    """Hold a card against the query's intent; fields the intent leaves open count as met."""
    intent = query.intent
    wanted = query.scope.periods
    period = max((matches(ref, stated) for ref in wanted for stated in card.periods), default=0.0)
    return Alignment(
        topic=float(bool(card.topic) and card.topic in intent.topic),
        entity=_share(intent.entities, card.entities),
        metric=_share(intent.metrics, card.metrics),
        period=period if wanted else 1.0,
        number=float(bool(card.numbers)) if intent.needs_number else 1.0,
    )


class Tournament:
    """Orders passages by what their cards state."""

    def __init__(self, analyst: Analyst, settings: TournamentSettings, rrf_k: int) -> None:
        self._analyst = analyst
        self._settings = settings
        self._rrf_k = rrf_k

    def order(
        self, query: Query, passages: Sequence[Passage], filings: Mapping[str, Filing]
    ) -> tuple[tuple[Passage, float, Alignment], ...]:
        """Return passages with score and alignment, best first; ties keep the order given."""
        scored = []
        for rank, passage in enumerate(passages, start=1):
            card = self._analyst.card(passage, filings[passage.filing_id], query.intent)
            alignment = align(card, query)
            score = 1.0 / (self._rrf_k + rank) + self._settings.alignment * alignment.score(
                self._settings
            )
            scored.append((passage, score, alignment))
        return tuple(sorted(scored, key=lambda item: -item[1]))


def _share(wanted: Sequence[str], stated: Sequence[str]) -> float:
    """Part of the wanted names that are stated; 1 where nothing is wanted."""
    if not wanted:
        return 1.0
    have = {name.casefold() for name in stated}
    return sum(name.casefold() in have for name in wanted) / len(wanted)
