"""Pairwise referee: a sparse schedule of matches, and Elo ratings from them (3.3.4, equation 6)."""

import math
from collections.abc import Mapping, Sequence

from hirec.tournament.judge import CheckedJudge
from hirec.tournament.settings import HumanSettings
from hirec.tournament.trail import Trails, TrailStep
from hirec.types import Card

_STAGE = "referee"


def schedule(pool: Sequence[str], matches: int) -> list[tuple[str, str]]:
    """Pairs of a pool, best first: each plays those that stand next to it, at most ``matches``.

    Close calls are what pairwise comparison is for; the number of matches grows with the pool and
    not with its square.
    """
    pairs: list[tuple[str, str]] = []
    played = dict.fromkeys(pool, 0)
    for distance in range(1, len(pool)):
        for first, second in zip(pool, pool[distance:], strict=False):
            if played[first] < matches and played[second] < matches:
                pairs.append((first, second))
                played[first] += 1
                played[second] += 1
    return pairs


def elo(
    rating: float, other: float, *, won: bool, temperature: float, step: float
) -> tuple[float, float]:
    """Both ratings after a match: r ← r + κ(s - p), p = σ((r_i - r_j) / τ).

    Args:
        rating: r_i, before the match.
        other: r_j, before the match.
        won: Whether the first won (s = 1) or lost (s = 0).
        temperature: τ, in points of rating.
        step: κ, the most points that one match moves.

    """
    expected = 1 / (1 + math.exp(-(rating - other) / temperature))
    gained = step * (float(won) - expected)
    return rating + gained, other - gained


def referee(
    pool: Sequence[str],
    cards: Mapping[str, Card],
    judge: CheckedJudge,
    settings: HumanSettings,
    trails: Trails,
) -> list[str]:
    """The pool by rating; equal ratings keep the pool's order. A void match changes nothing.

    Args:
        pool: passage_ids, best first as far as is known.
        cards: passage_id → card.
        judge: Says who wins a match.
        settings: Matches, first rating, temperature and step.
        trails: Take each match, and the ranks.

    """
    ratings = dict.fromkeys(pool, settings.elo_initial)
    for first, second in schedule(pool, settings.matches):
        winner = judge.prefer(cards[first], cards[second])
        if winner is None:
            continue
        ratings[first], ratings[second] = elo(
            ratings[first],
            ratings[second],
            won=winner == first,
            temperature=settings.elo_scale,
            step=settings.elo_k,
        )
        loser = second if winner == first else first
        trails.note(winner, TrailStep(_STAGE, True, f"won against {loser}", ratings[winner]))
        trails.note(loser, TrailStep(_STAGE, True, f"lost to {winner}", ratings[loser]))
    order = sorted(pool, key=lambda key: -ratings[key])
    trails.rank(order, _STAGE, "Elo rating", ratings)
    return order
