"""Orders of many groups made one: normalized Borda, mean rank, voting (FinCards 3.4.4, table 3)."""

from collections.abc import Mapping, Sequence
from statistics import fmean, pvariance

from hirec.tournament.settings import Aggregation


def borda(position: int, size: int) -> float:
    """(|H| - ρ) / (|H| - 1), equation 8: 1 for the first, 0 for the last; 1 where it is alone.

    ``position`` is ρ, from 1.
    """
    return (size - position) / (size - 1) if size > 1 else 1.0


def group_scores(order: Sequence[str], aggregation: Aggregation, votes: int) -> dict[str, float]:
    """What each of a group gains by its order; more is better whatever the aggregation.

    Args:
        order: passage_ids of the group, best first.
        aggregation: Borda, mean rank or voting.
        votes: With voting, how many of the first get one each.

    """
    size = len(order)
    match aggregation:
        case Aggregation.BORDA:
            return {key: borda(at, size) for at, key in enumerate(order, start=1)}
        case Aggregation.MEAN_RANK:
            return {key: -float(at) for at, key in enumerate(order, start=1)}
        case Aggregation.VOTING:
            return {key: float(at <= votes) for at, key in enumerate(order, start=1)}


def aggregate(rounds: Sequence[Mapping[str, float]], aggregation: Aggregation) -> dict[str, float]:
    """Sum over rounds (equation 9), or the mean of ranks; each mapping holds every candidate."""
    keys = rounds[0] if rounds else {}
    if aggregation is Aggregation.MEAN_RANK:
        return {key: fmean(scores[key] for scores in rounds) for key in keys}
    return {key: sum(scores[key] for scores in rounds) for key in keys}


def ranked(scores: Mapping[str, float], prior: Mapping[str, int]) -> list[str]:
    """Best first; equal scores by the order before."""
    return sorted(scores, key=lambda key: (-scores[key], prior[key]))


def jaccard(first: Sequence[str], second: Sequence[str]) -> float:
    """|A ∩ B| / |A ∪ B|; 1 where both are empty."""
    one, other = set(first), set(second)
    return len(one & other) / len(one | other) if one | other else 1.0


def rank_variance(rankings: Sequence[Sequence[str]]) -> float | None:
    """How much the place of an item differs between rankings, mean over all items (FinCards, 4.6).

    The paper does not define it. Here it is the variance of (rank - 1) / (M - 1), M being the
    number of items that any ranking holds, so it lies between 0 (all agree) and 0.25. An item that
    a ranking leaves out stands behind those it has. None where there are fewer than two rankings
    or two items.
    """
    items = dict.fromkeys(item for ranking in rankings for item in ranking)
    if len(rankings) < 2 or len(items) < 2:
        return None
    last = len(items) - 1
    places = [{item: at / last for at, item in enumerate(ranking)} for ranking in rankings]
    behind = [len(ranking) / last for ranking in rankings]
    return fmean(
        pvariance([place.get(item, end) for place, end in zip(places, behind, strict=True)])
        for item in items
    )
