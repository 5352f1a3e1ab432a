"""Stage 1: who takes part. BM25 in the filing, and what a retriever found besides."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hirec.ranking.lexical import LexicalIndex
from hirec.tournament.settings import CandidateSettings
from hirec.types import Card, Passage, Query


@dataclass(frozen=True, slots=True)
class Contender:
    """A candidate by its card; judges see the card alone."""

    card: Card
    score: float
    """Of stage 1: its share of the best, 0 to 1."""

    @property
    def passage_id(self) -> str:
        """Id of the passage."""
        return self.card.passage_id


def cutoff(passages: int, settings: CandidateSettings) -> int:
    """N = clamp(ceil(r·L), N_min, N_max), and all of a filing shorter than N_min (equation 5)."""
    expected = math.ceil(settings.share * passages)
    return min(passages, max(settings.min_passages, min(settings.max_passages, expected)))


def lexical_candidates(
    query: Query, passages: Sequence[Passage], settings: CandidateSettings
) -> list[tuple[Passage, float]]:
    """The first N of a filing by BM25, best first, each with its share of the best score.

    Passages of equal score stand in the filing's order.

    Args:
        query: Its rewritten text is used where ``expand`` is on, else the question's own.
        passages: All of the filing, in its order.
        settings: N: its share and limits.

    """
    index = LexicalIndex([passage.retrieval_text for passage in passages])
    scores = index.scores(query.passage_text if settings.expand else query.text)
    best = float(scores.max(initial=0.0)) or 1.0
    order = np.argsort(-scores, kind="stable")[: cutoff(len(passages), settings)]
    return [(passages[at], float(scores[at]) / best) for at in order]


def with_retrieved(
    lexical: Sequence[tuple[Passage, float]], retrieved: Sequence[tuple[Passage, float]]
) -> list[tuple[Passage, float]]:
    """Union of both, each passage once with the better of its scores; scores are shares."""
    union: dict[str, tuple[Passage, float]] = {}
    for passage, score in (*retrieved, *lexical):
        known = union.get(passage.passage_id)
        if known is None or score > known[1]:
            union[passage.passage_id] = (passage, score)
    return list(union.values())


def in_order(contenders: Sequence[Contender]) -> list[Contender]:
    """Best of stage 1 first, equal scores by id: whatever order they came in."""
    return sorted(contenders, key=lambda one: (-one.score, _place(one.passage_id)))


def _place(passage_id: str) -> tuple[str, tuple[int, ...], str]:
    filing, _, place = passage_id.partition("#")
    parts = place.split(".")
    numbers = tuple(int(part) for part in parts) if all(p.isdigit() for p in parts) else ()
    return filing, numbers, place


def scores_of(contenders: Sequence[Contender]) -> Mapping[str, float]:
    """Score of stage 1 by passage_id."""
    return {contender.passage_id: contender.score for contender in contenders}
