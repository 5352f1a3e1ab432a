"""Human-aligned reranking: V1 listwise, V2 with the batch picker, V3 with referee and fusion."""

from collections.abc import Mapping, Sequence

from hirec.periods import matches
from hirec.tournament.aggregation import jaccard
from hirec.tournament.candidates import Contender
from hirec.tournament.diversity import diversify
from hirec.tournament.judge import CheckedJudge
from hirec.tournament.referee import referee
from hirec.tournament.screening import round_robin
from hirec.tournament.settings import HumanSettings, OrderingMethod, TournamentSettings
from hirec.tournament.trail import Trails, TrailStep
from hirec.types import Card, Query

_PICKER = "batch picker"
_LISTWISE = "listwise judge"


def human_aligned(
    contenders: Sequence[Contender],
    query: Query,
    judge: CheckedJudge,
    settings: TournamentSettings,
    trails: Trails,
) -> list[str]:
    """Passages by the variant that ``settings.method`` names, best first (algorithm 1).

    V1 asks once over all of them, V2 over the finalists of batches; V3 compares the first of V2 in
    pairs, fuses both orders, adds the alignment of card and intent, and makes room for what
    differs.

    Args:
        contenders: Candidates in the order of stage 1.
        query: With the intent, for the alignment.
        judge: Picks, orders and compares.
        settings: Method, sizes (``human_aligned``) and weights of the fields.
        trails: Take what becomes of each candidate.

    """
    human = settings.human_aligned
    cards = {contender.passage_id: contender.card for contender in contenders}
    finalists = [contender.passage_id for contender in contenders]
    if settings.method is not OrderingMethod.V1:
        finalists = pick(contenders, judge, human, trails)
    listed = judge_listwise(finalists, cards, judge, human, trails)
    if settings.method is not OrderingMethod.V3:
        return listed
    paired = referee(listed[: human.pairwise], cards, judge, human, trails)
    fused = reciprocal_rank_fusion((listed[: human.listwise], paired), human.zeta)
    scores = {
        key: fused.get(key, 0.0) + human.alignment * alignment_score(cards[key], query, settings)
        for key in listed
    }
    order = sorted(listed, key=lambda key: -scores[key])
    trails.rank(order, "fusion", "RRF of both orders, and alignment", scores)
    return diversify(order, cards, human, trails)


def pick(
    contenders: Sequence[Contender], judge: CheckedJudge, settings: HumanSettings, trails: Trails
) -> list[str]:
    """Finalists of all batches in stage 1 order (equation 5).

    Args:
        contenders: Candidates in the order of stage 1.
        judge: Picks the finalists of each batch.
        settings: Size of a batch, and its ``finalists``.
        trails: Take who was picked and who was dropped.

    """
    picked: set[str] = set()
    for batch in round_robin(contenders, settings.batch):
        cards = [contender.card for contender in batch]
        chosen = judge.select(cards, settings.finalists, settings.finalists)
        for one in chosen:
            picked.add(one.passage_id)
            step = TrailStep(_PICKER, True, "finalist of its batch", one.relevance)
            trails.note(one.passage_id, step)
    out = (c.passage_id for c in contenders if c.passage_id not in picked)
    trails.drop(out, _PICKER, "others of its batch were picked")
    return [c.passage_id for c in contenders if c.passage_id in picked]


def judge_listwise(
    keys: Sequence[str],
    cards: Mapping[str, Card],
    judge: CheckedJudge,
    settings: HumanSettings,
    trails: Trails,
) -> list[str]:
    """One order over a capped set; what the judge is not shown follows as it came.

    Args:
        keys: passage_ids, best first as far as is known.
        cards: passage_id → card.
        judge: Orders the cards that it is shown.
        settings: How many it is shown (``listwise``), and how.
        trails: Take each passage's rank.

    """
    shown = keys[: settings.listwise]
    order = [*judge.order([cards[key] for key in shown]), *keys[settings.listwise :]]
    trails.rank(order[: len(shown)], _LISTWISE, "listwise", {})
    for rank, key in enumerate(order[len(shown) :], start=len(shown) + 1):
        trails.note(key, TrailStep(_LISTWISE, True, "not shown to the judge", None, rank))
    return order


def reciprocal_rank_fusion(orders: Sequence[Sequence[str]], zeta: int) -> dict[str, float]:
    """Sum of 1 / (ζ + rank) over the orders that hold an item, equation 7."""
    fused: dict[str, float] = {}
    for order in orders:
        for rank, key in enumerate(order, start=1):
            fused[key] = fused.get(key, 0.0) + 1 / (zeta + rank)
    return fused


def alignment_score(card: Card, query: Query, settings: TournamentSettings) -> float:
    """Equation 8: weighted Jaccard of entities and metrics, period match, numbers demanded.

    Args:
        card: With all that its passage states.
        query: With the intent and the periods asked for.
        settings: Weights of the fields.

    """
    intent = query.intent
    entities = [name.casefold() for name in card.entities]
    demanded = [name.casefold() for name in intent.entities]
    asked = query.scope.periods
    period = any(matches(ref, stated) for ref in asked for stated in card.periods)
    return (
        settings.entity_weight * _likeness(entities, demanded)
        + settings.metric_weight * _likeness(card.metrics, intent.metrics)
        + settings.period_weight * float(period)
        + settings.number_weight * float(intent.needs_number and bool(card.numbers))
    )


def _likeness(stated: Sequence[str], demanded: Sequence[str]) -> float:
    """Jaccard; 0 where one side is empty, since nothing demanded is no reason to prefer."""
    return jaccard(stated, demanded) if stated and demanded else 0.0
