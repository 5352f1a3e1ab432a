import pytest

from hirec.stages.tournament import Tournament
from hirec.testing.analyst import ScriptedAnalyst
from hirec.testing.chat_model import ScriptedChatModel
from hirec.tournament.alignment import align
from hirec.tournament.by_model import ByModel
from hirec.tournament.llm_judge import LlmJudge
from hirec.tournament.settings import OrderingMethod, TournamentSettings
from hirec.types import (
    Card,
    Filing,
    Form,
    Identity,
    Intent,
    Passage,
    PassageKind,
    Period,
    PeriodRef,
    Query,
    Relation,
    Scope,
)

FILINGS = {"F": Filing("F", Identity("Nike", Form.ANNUAL, 2021), "nike", ("F",), 1, 2, "")}
INTENT = Intent("", ("Nike",), ("revenue", "inventories"), Relation.RATIO, (), True, ())
SCOPE = Scope(periods=(PeriodRef(Period(2021), "FY2021", fiscal=True),))
QUERY = Query("?", "?", SCOPE, INTENT, "", "")


def card(ordinal: int, metrics: tuple[str, ...], year: int, numbers: tuple[str, ...]) -> Card:
    return Card(f"F#1.{ordinal}", "", ("NIKE",), metrics, numbers, (Period(year),), "", (), ())


def passage(ordinal: int) -> Passage:
    return Passage(f"F#1.{ordinal}", "F", 1, PassageKind.TEXT, "t", "x")


def test_alignment_counts_each_field_demanded():
    aligned = align(card(1, ("revenue",), 2020, ("5",)), QUERY)
    assert (aligned.entity, aligned.metric, aligned.period, aligned.number) == (1, 0.5, 0, 1)
    weights = TournamentSettings(
        topic_weight=0.3,
        entity_weight=0.2,
        metric_weight=0.4,
        period_weight=0.25,
        number_weight=0.15,
    )
    assert aligned.score(weights) == pytest.approx(
        0.3 * 0 + 0.2 * 1 + 0.4 * 0.5 + 0.25 * 0 + 0.15 * 1
    )


def test_the_card_that_meets_the_intent_overtakes_the_better_retrieved_one():
    cards = {
        "F#1.1": card(1, (), 2019, ()),
        "F#1.2": card(2, ("revenue", "inventories"), 2021, ("1", "2")),
    }
    tournament = Tournament(ScriptedAnalyst(cards=cards), TournamentSettings(), rrf_k=60)
    ordered = tournament.order(QUERY, [passage(1), passage(2)], FILINGS)
    assert [p.passage_id for p in ordered.evidence] == ["F#1.2", "F#1.1"]


@pytest.mark.parametrize("method", list(OrderingMethod))
def test_every_method_orders_all_of_the_evidence_and_says_how(method):
    passages = [passage(at) for at in range(1, 13)]
    best = card(12, ("revenue", "inventories"), 2021, ("1",))
    analyst = ScriptedAnalyst(cards={"F#1.12": best})
    tournament = Tournament(analyst, TournamentSettings(method=method), rrf_k=60)
    ordered = tournament.order(QUERY, passages, FILINGS)
    assert ordered.evidence[0].passage_id == "F#1.12"
    assert sorted(p.passage_id for p in ordered.evidence) == sorted(p.passage_id for p in passages)
    if method is not OrderingMethod.ALIGNMENT:
        assert len(ordered.detail["candidates"]) == 12
        assert ordered.detail["method"] == method.value


def test_equal_cards_keep_the_order_of_retrieval():
    tournament = Tournament(ScriptedAnalyst(), TournamentSettings(), rrf_k=60)
    ordered = tournament.order(QUERY, [passage(2), passage(1)], FILINGS)
    assert [p.passage_id for p in ordered.evidence] == ["F#1.2", "F#1.1"]


def test_the_judge_that_is_given_decides_and_the_trace_counts_what_failed():
    cards = {f"F#1.{at}": card(at, ("revenue",), 2021, ("1",)) for at in (1, 2, 3)}
    passages = [passage(at) for at in (1, 2, 3)]
    replies = [{"order": ["C3", "C1", "C2"]}, {"order": ["C1", "C1", "C1"]}]
    judge = LlmJudge(ScriptedChatModel.playing(replies))
    settings = TournamentSettings(method=OrderingMethod.V1)
    tournament = Tournament(ScriptedAnalyst(cards=cards), settings, 60, ByModel(judge))
    ordered = tournament.order(QUERY, passages, FILINGS)
    assert [p.passage_id for p in ordered.evidence] == ["F#1.3", "F#1.1", "F#1.2"]
    assert (ordered.detail["judged"], ordered.detail["failures"]) == (1, [])
    again = tournament.order(QUERY, passages, FILINGS)
    assert again.detail["failures"] == ["order: 2 left out, 2 unknown or twice"]
