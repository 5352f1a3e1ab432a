"""Stage 2: groups by round robin, a few finalists of each, and what must not be lost (3.4.3)."""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hirec.tournament.candidates import Contender
from hirec.tournament.judge import CheckedJudge
from hirec.tournament.settings import ScreeningSettings
from hirec.tournament.trail import Trails, TrailStep
from hirec.types import AnchorQuality, Card, EvidenceType, Intent

_STAGE = "screening"


@dataclass(frozen=True, slots=True)
class Quota:
    """A kind of card of which at least one survives."""

    name: str
    meets: Callable[[Card], bool]


def round_robin(contenders: Sequence[Contender], size: int) -> list[list[Contender]]:
    """Deal candidates, best first, into ceil(N / size) groups that mix high and low ranks."""
    count = math.ceil(len(contenders) / size)
    return [list(contenders[at::count]) for at in range(count)]


def quotas_of(intent: Intent) -> tuple[Quota, ...]:
    """A trend keeps a dated table, a reason or definition keeps an explanation."""
    trend = Quota("a dated table for a trend", _dated_table)
    words = Quota("an explanation for a question in words", lambda card: card.explains)
    expected = ((intent.trend, trend), (intent.explained, words))
    return tuple(quota for holds, quota in expected if holds)


def screen(
    contenders: Sequence[Contender],
    intent: Intent,
    judge: CheckedJudge,
    settings: ScreeningSettings,
    seed: int,
    trails: Trails,
) -> list[Contender]:
    """Survivors, most relevant first, equal ones by their stage 1 order.

    Args:
        contenders: All candidates in stage 1 order.
        intent: Decides which quotas hold.
        judge: Selects in each group.
        settings: Sizes; retries come where fewer than ``min_survivors`` survive.
        seed: Of the reshuffles.
        trails: Takes down who was kept and dropped, and why.

    """
    best: dict[str, float] = {}
    for attempt, dealt in enumerate(_attempts(contenders, settings, seed), start=1):
        for group in round_robin(dealt, settings.group_size):
            for one in judge.select(
                [c.card for c in group], settings.min_selected, settings.max_selected
            ):
                best[one.passage_id] = max(one.relevance, best.get(one.passage_id, 0.0))
                step = TrailStep(
                    _STAGE, True, "selected in its group", one.relevance, None, attempt
                )
                trails.note(one.passage_id, step)
        if len(best) >= min(settings.min_survivors, len(contenders)):
            break
    for quota in quotas_of(intent):
        _keep(quota, contenders, best, trails)
    kept = [c for c in contenders if c.passage_id in best]
    dropped = (c.passage_id for c in contenders if c.passage_id not in best)
    trails.drop(dropped, _STAGE, "others of its group were selected")
    survivors = sorted(kept, key=lambda c: -best[c.passage_id])
    trails.rank([c.passage_id for c in survivors], _STAGE, "union of the groups", best)
    return survivors


def _attempts(
    contenders: Sequence[Contender], settings: ScreeningSettings, seed: int
) -> Iterator[Sequence[Contender]]:
    """The candidates in order, then shuffled anew for each retry."""
    yield contenders
    for retry in range(1, settings.retries + 1):
        shuffled = list(contenders)
        random.Random(f"{seed} screening {retry}").shuffle(shuffled)  # noqa: S311
        yield shuffled


def _keep(
    quota: Quota, contenders: Sequence[Contender], best: dict[str, float], trails: Trails
) -> None:
    """Bring in the first candidate that meets a quota nobody left meets."""
    meeting = [c for c in contenders if quota.meets(c.card)]
    if not meeting or any(c.passage_id in best for c in meeting):
        return
    kept = meeting[0].passage_id
    best[kept] = 0.0
    trails.note(kept, TrailStep(_STAGE, True, f"quota: {quota.name}", 0.0))


def _dated_table(card: Card) -> bool:
    explicit = card.temporal_anchor.quality is AnchorQuality.EXPLICIT
    return card.evidence_type is EvidenceType.TABLE_NUMERIC and explicit and len(card.periods) > 1
