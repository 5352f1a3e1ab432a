"""How far a card meets an intent, field by field (human-aligned reranking, equations 8 and 9)."""

from collections.abc import Sequence
from dataclasses import dataclass

from hirec.lexicon import get_metric, match_row
from hirec.periods import matches
from hirec.tournament.settings import TournamentSettings
from hirec.types import Card, Query

ROW_MATCH = 0.6
"""Least row score at which a row counts as stating what the lexicon does not know."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """How far a card meets an intent, field by field, each from 0 to 1."""

    topic: float
    entity: float
    metric: float
    period: float
    number: float
    stated: tuple[str, ...] = ()
    """Metrics demanded that the card states."""

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
    asked = query.scope.periods
    period = max((matches(ref, stated) for ref in asked for stated in card.periods), default=0.0)
    stated = tuple(metric for metric in intent.metrics if states(card, metric))
    return Alignment(
        topic=float(bool(card.topic) and card.topic in intent.topic),
        entity=_share(intent.entities, card.entities),
        metric=len(stated) / len(intent.metrics) if intent.metrics else 1.0,
        period=period if asked else 1.0,
        number=float(bool(card.numbers)) if intent.needs_number else 1.0,
        stated=stated,
    )


def scored(
    cards: Sequence[Card], query: Query, weights: TournamentSettings, k: int
) -> list[tuple[float, Alignment]]:
    """Equation 9 of cards, best first: reciprocal rank, offset by ``k``, plus λ times alignment.

    Args:
        cards: In the order of retrieval.
        query: With the intent.
        weights: Of the fields, and λ (``alignment``).
        k: Offset of the ranks.

    """
    alignments = [align(card, query) for card in cards]
    return [
        (1 / (k + rank) + weights.alignment * alignment.score(weights), alignment)
        for rank, alignment in enumerate(alignments, start=1)
    ]


def states(card: Card, metric: str) -> bool:
    """Whether a card states a metric: a lexicon key, or words that one of its rows must have."""
    if metric in card.metrics or get_metric(metric) is not None:
        return metric in card.metrics
    return any(
        match_row(metric, row.label, row.section, card.caption) >= ROW_MATCH for row in card.rows
    )


def _share(asked: Sequence[str], stated: Sequence[str]) -> float:
    """Part of the names asked for that are stated; 1 where none is asked for."""
    if not asked:
        return 1.0
    have = {name.casefold() for name in stated}
    return sum(name.casefold() in have for name in asked) / len(asked)
