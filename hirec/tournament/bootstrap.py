"""Stage 3: listwise orders of shuffled groups until the first stay the same (FinCards 3.4.4)."""

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from hirec.tournament.aggregation import aggregate, group_scores, jaccard, ranked
from hirec.tournament.candidates import Contender
from hirec.tournament.judge import CheckedJudge
from hirec.tournament.settings import BootstrapSettings
from hirec.tournament.trail import Trails, TrailStep
from hirec.types import Card

_STAGE = "bootstrap"


@dataclass(frozen=True, slots=True)
class Stabilized:
    """What the rounds came to."""

    order: tuple[str, ...]
    scores: dict[str, float]
    rounds: tuple[tuple[str, ...], ...]
    """Each round's own order."""


def group_count(candidates: int, settings: BootstrapSettings) -> int:
    """Into how many groups candidates fall: as few as keep each at ``max_group_size`` or below.

    Where the groups would fall below ``min_group_size``, one group holds all if it may be that
    large.
    """
    count = max(1, math.ceil(candidates / settings.max_group_size))
    small = candidates < count * settings.min_group_size
    return 1 if small and candidates <= settings.max_group_size else count


def partition(keys: Sequence[str], count: int) -> list[list[str]]:
    """Cut into ``count`` runs whose sizes differ by one at most."""
    size, larger = divmod(len(keys), count)
    cuts = [at * size + min(at, larger) for at in range(count + 1)]
    return [list(keys[a:b]) for a, b in itertools.pairwise(cuts)]


def stabilize(
    contenders: Sequence[Contender],
    judge: CheckedJudge,
    settings: BootstrapSettings,
    seed: int,
    trails: Trails,
) -> Stabilized:
    """Order candidates, given in the order before, by at most ``max_rounds`` seeded rounds.

    Args:
        contenders: Candidates in the order of stage 2.
        judge: Orders groups of cards.
        settings: Size of groups, most rounds, when to stop early.
        seed: Of the shuffles.
        trails: Take each candidate's score and rank of each round.

    """
    keys = [contender.passage_id for contender in contenders]
    cards = {contender.passage_id: contender.card for contender in contenders}
    prior = {key: at for at, key in enumerate(keys)}
    scored: list[dict[str, float]] = []
    orders: list[list[str]] = []
    total: dict[str, float] = {}
    before: list[str] = []
    for number in range(1, settings.max_rounds + 1):
        scored.append(_round(keys, cards, judge, settings, seed, number))
        orders.append(ranked(scored[-1], prior))
        for rank, key in enumerate(orders[-1], start=1):
            step = TrailStep(_STAGE, True, "listwise", scored[-1][key], rank, number)
            trails.note(key, step)
        total = aggregate(scored, settings.aggregation)
        first = ranked(total, prior)[: settings.top]
        if settings.stop_early and number > 1 and jaccard(first, before) > settings.jaccard:
            break
        before = first
    order = ranked(total, prior)
    trails.rank(order, _STAGE, f"{settings.aggregation.value} over {len(scored)} rounds", total)
    return Stabilized(tuple(order), total, tuple(map(tuple, orders)))


def _round(
    keys: Sequence[str],
    cards: dict[str, Card],
    judge: CheckedJudge,
    settings: BootstrapSettings,
    seed: int,
    number: int,
) -> dict[str, float]:
    """What each candidate gains in one round, in which it meets one group."""
    dealt = _shuffled(keys, seed, number if settings.regroup else 1)
    groups = partition(dealt, group_count(len(keys), settings))
    gained: dict[str, float] = {}
    for at, group in enumerate(groups):
        shown = group if settings.regroup else _shuffled(group, seed, f"{number} {at}")
        order = judge.order([cards[key] for key in shown])
        gained |= group_scores(order, settings.aggregation, settings.votes)
    return gained


def _shuffled(keys: Sequence[str], seed: int, salt: object) -> list[str]:
    shuffled = list(keys)
    random.Random(f"{seed} bootstrap {salt}").shuffle(shuffled)  # noqa: S311
    return shuffled
