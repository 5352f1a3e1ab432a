"""Measures of one ranking against graded judgements, as trec_eval defines them.

A ranking holds ids, best first, each once. Judgements are id → grade; what is not named, or has
grade 0, is not relevant, and there is at least one of a higher grade (the caller leaves other
questions out). A ranking that holds nothing scores 0.
"""

import math
from collections.abc import Callable, Mapping, Sequence

Judgements = Mapping[str, int]
Measure = Callable[[Sequence[str], Judgements, int], float]


def ndcg(ranking: Sequence[str], judgements: Judgements, k: int) -> float:
    """Gain of the first ``k`` over that of the best order of all that is judged.

    Gain is Σ grade / log₂(rank + 1) (Järvelin and Kekäläinen 2002): the grade itself, not its
    power of two.
    """
    grades = [judgements.get(item, 0) for item in ranking[:k]]
    best = sorted(judgements.values(), reverse=True)[:k]
    return _gain(grades) / _gain(best)


def average_precision(ranking: Sequence[str], judgements: Judgements, k: int) -> float:
    """Sum of the precisions at each relevant item of the first ``k``, over all that is relevant."""
    found, total = 0, 0.0
    for rank, item in enumerate(ranking[:k], start=1):
        if judgements.get(item, 0) > 0:
            found += 1
            total += found / rank
    return total / _relevant(judgements)


def reciprocal_rank(ranking: Sequence[str], judgements: Judgements, k: int) -> float:
    """1 / rank of the first relevant item among the first ``k``; 0 where there is none."""
    ranks = (r for r, item in enumerate(ranking[:k], start=1) if judgements.get(item, 0) > 0)
    return 1.0 / next(ranks, math.inf)


def recall(ranking: Sequence[str], judgements: Judgements, k: int) -> float:
    """Share of all that is relevant among the first ``k``."""
    return sum(judgements.get(item, 0) > 0 for item in ranking[:k]) / _relevant(judgements)


def precision(ranking: Sequence[str], judgements: Judgements, k: int) -> float:
    """Relevant items among the first ``k``, over ``k``, however few were ranked."""
    return sum(judgements.get(item, 0) > 0 for item in ranking[:k]) / k


def f1(ranking: Sequence[str], judgements: Judgements, k: int) -> float:
    """Harmonic mean of precision and recall at ``k`` (FinSage, section 4.3)."""
    found = precision(ranking, judgements, k) * k
    return 2 * found / (k + _relevant(judgements))


def normalized_recall(ranking: Sequence[str], judgements: Judgements, k: int) -> float:
    """Share among the first ``k`` of what ``k`` places can hold of all that is relevant.

    FinSage, section 4.3: plain recall blames a ranking for what no ``k`` passages could show.
    """
    return precision(ranking, judgements, k) * k / min(k, _relevant(judgements))


MEASURES: Mapping[str, tuple[Measure, int]] = {
    "ndcg@5": (ndcg, 5),
    "ndcg@10": (ndcg, 10),
    "map@5": (average_precision, 5),
    "map@10": (average_precision, 10),
    "mrr@5": (reciprocal_rank, 5),
    "mrr@10": (reciprocal_rank, 10),
    "recall@5": (recall, 5),
    "recall@10": (recall, 10),
    "precision@5": (precision, 5),
    "precision@10": (precision, 10),
    "f1@5": (f1, 5),
    "f1@10": (f1, 10),
    "normalized_recall@5": (normalized_recall, 5),
    "normalized_recall@10": (normalized_recall, 10),
}
"""Name of each figure → measure and the depth it looks to; a figure is a mean over questions."""


def measured(ranking: Sequence[str], judgements: Judgements) -> dict[str, float]:
    """Every measure of one ranking by its name."""
    return {name: measure(ranking, judgements, k) for name, (measure, k) in MEASURES.items()}


def _gain(grades: Sequence[int]) -> float:
    """Of grades by rank; one below 0 gains nothing, as in trec_eval."""
    return sum(max(grade, 0) / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))


def _relevant(judgements: Judgements) -> int:
    return sum(grade > 0 for grade in judgements.values())
