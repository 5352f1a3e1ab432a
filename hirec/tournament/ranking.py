"""The tournament as one function: candidates, a judge and settings in, an order with trails out."""

from collections.abc import Sequence
from dataclasses import dataclass

from hirec.tournament.aggregation import rank_variance
from hirec.tournament.alignment import align, scored
from hirec.tournament.bootstrap import stabilize
from hirec.tournament.candidates import Contender, in_order, scores_of
from hirec.tournament.human import human_aligned
from hirec.tournament.judge import CheckedJudge, Judge
from hirec.tournament.rule_judge import RuleJudge
from hirec.tournament.screening import screen
from hirec.tournament.settings import OrderingMethod, TournamentSettings
from hirec.tournament.trail import Trails
from hirec.types import Card, Intent, Query


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a tournament came to."""

    order: tuple[str, ...]
    """passage_ids, best first; those that were dropped are in the trails only."""
    trails: Trails
    rounds: tuple[tuple[str, ...], ...] = ()
    """The orders that the rounds of the bootstrap came to."""

    @property
    def rank_variance(self) -> float | None:
        """Between its rounds; None where there are fewer than two."""
        return rank_variance(self.rounds)


def tournament(
    query: Query,
    contenders: Sequence[Contender],
    settings: TournamentSettings,
    judge: Judge | None = None,
) -> Outcome:
    """Order candidates by the method of the settings; the order in which they come is nothing.

    ``alignment`` here is equation 9 over the order of stage 1.

    Args:
        query: With the intent.
        contenders: Candidates with their scores of stage 1.
        settings: Method and sizes.
        judge: None: the rules.

    """
    trails = Trails()
    entered = in_order(contenders)
    for contender in entered:
        matched, unmatched = fields_met(contender.card, query)
        trails.enter(contender.passage_id, matched, unmatched)
    prior = [contender.passage_id for contender in entered]
    trails.rank(prior, "candidates", "stage 1", scores_of(entered))
    if settings.method is OrderingMethod.ALIGNMENT:
        return Outcome(tuple(_aligned(entered, query, settings, trails)), trails)
    rules = RuleJudge(settings, scores_of(entered))
    by_rules = rules.order(query, [contender.card for contender in entered])
    places = {key: at for at, key in enumerate(by_rules)}
    checked = CheckedJudge(judge or rules, query, places, trails)
    if settings.method is OrderingMethod.FINCARDS:
        return _fincards(entered, query.intent, checked, settings, trails)
    return Outcome(tuple(human_aligned(entered, query, checked, settings, trails)), trails)


def _fincards(
    entered: Sequence[Contender],
    intent: Intent,
    judge: CheckedJudge,
    settings: TournamentSettings,
    trails: Trails,
) -> Outcome:
    """Stages 2 and 3, each of which can be left out."""
    left: Sequence[Contender] = entered
    if settings.screening.enabled:
        left = screen(entered, intent, judge, settings.screening, settings.seed, trails)
    if not settings.bootstrap.enabled:
        return Outcome(tuple(c.passage_id for c in left), trails)
    done = stabilize(left, judge, settings.bootstrap, settings.seed, trails)
    return Outcome(done.order, trails, done.rounds)


def _aligned(
    entered: Sequence[Contender], query: Query, settings: TournamentSettings, trails: Trails
) -> list[str]:
    """By equation 9 over the order of stage 1."""
    found = scored([one.card for one in entered], query, settings, settings.human_aligned.zeta)
    pairs = zip(entered, found, strict=True)
    scores = {one.passage_id: score for one, (score, _) in pairs}
    order = sorted(scores, key=lambda key: -scores[key])
    trails.rank(order, "alignment", "reciprocal rank and alignment", scores)
    return order


def fields_met(card: Card, query: Query) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Fields of the intent that a card meets, and those that it does not.

    Fields that the intent leaves open are in neither.
    """
    intent = query.intent
    aligned = align(card, query)
    demanded = {
        "topic": (bool(intent.topic), aligned.topic == 1),
        "entity": (bool(intent.entities), aligned.entity > 0),
        "period": (bool(query.scope.periods), aligned.period > 0),
        "number": (intent.needs_number, aligned.number == 1),
    }
    fields = {name: met for name, (asked, met) in demanded.items() if asked}
    fields |= {f"metric {key}": key in aligned.stated for key in intent.metrics}
    met = tuple(name for name, holds in fields.items() if holds)
    return met, tuple(name for name in fields if name not in met)
