import pytest

from hirec.testing.judge import ScriptedJudge
from hirec.tournament.human import alignment_score, human_aligned, pick, reciprocal_rank_fusion
from hirec.tournament.judge import CheckedJudge
from hirec.tournament.settings import HumanSettings, OrderingMethod, TournamentSettings
from hirec.tournament.trail import Trails
from tests.hirec.tournament.making import card, contenders, dated_table, key, query

CARDS = [card(at) for at in range(40)]
GAINS = {key(at): at / 40 for at in range(40)}
"""The last of stage 1 is the best."""


def setting_up(gains=GAINS):
    entered = contenders(CARDS)
    trails = Trails()
    for one in entered:
        trails.enter(one.passage_id)
    prior = {one.passage_id: at for at, one in enumerate(entered)}
    judge = ScriptedJudge(gains)
    return entered, CheckedJudge(judge, query(), prior, trails), trails


def ordered(method: OrderingMethod, **human: object) -> tuple[list[str], Trails]:
    entered, judge, trails = setting_up()
    settings = TournamentSettings.model_validate({"method": method, "human_aligned": human})
    return human_aligned(entered, query(), judge, settings, trails), trails


def test_fusion_as_in_equation_7() -> None:
    fused = reciprocal_rank_fusion((["a", "b"], ["b"]), 60)
    assert fused == {"a": 1 / (60 + 1), "b": pytest.approx(1 / (60 + 2) + 1 / (60 + 1))}


def test_alignment_as_in_equation_8() -> None:
    settings = TournamentSettings.model_validate(
        {"entity_weight": 0.2, "metric_weight": 0.4, "period_weight": 0.25, "number_weight": 0.15}
    )
    asked = query(("revenue", "inventories"))
    stated = dated_table(1, ("revenue", "goodwill"), entities=("NIKE", "Oak, Inc"))
    # Entities: 1 of 2; metrics: revenue of revenue, inventories, goodwill; 2021 is stated.
    wanted = 0.2 * 1 / 2 + 0.4 * 1 / 3 + 0.25 * 1 + 0.15 * 1
    assert alignment_score(stated, asked, settings) == pytest.approx(wanted)
    no_number = query(("revenue", "inventories"), number=False)
    assert alignment_score(stated, no_number, settings) == pytest.approx(wanted - 0.15)
    assert alignment_score(card(2, entities=()), asked, settings) == 0


def test_the_picker_takes_finalists_of_each_batch_in_stage_1_order() -> None:
    entered, judge, trails = setting_up()
    picked = pick(entered, judge, HumanSettings.model_validate({"batch": 30}), trails)
    # Two batches of every other card; the six best of each.
    assert picked == [key(at) for at in range(28, 40)]
    assert trails.calls == 2
    assert trails.all[key(0)].steps[-1].rule == "others of its batch were picked"


def test_v1_asks_once_and_keeps_everyone() -> None:
    order, trails = ordered(OrderingMethod.V1)
    assert order == [key(at) for at in reversed(range(40))]
    assert trails.calls == 1


def test_v1_puts_what_does_not_fit_a_list_behind_it() -> None:
    order, trails = ordered(OrderingMethod.V1, listwise=10)
    assert order == [*(key(at) for at in reversed(range(10))), *(key(at) for at in range(10, 40))]
    assert trails.all[key(39)].steps[-1].rule == "not shown to the judge"


def test_v2_orders_the_finalists_of_batches() -> None:
    order, trails = ordered(OrderingMethod.V2)
    assert order == [key(at) for at in reversed(range(28, 40))]
    assert trails.calls == 2 + 1


def test_v3_compares_fuses_aligns_and_makes_room() -> None:
    order, trails = ordered(OrderingMethod.V3)
    assert sorted(order) == sorted(key(at) for at in range(28, 40))
    assert order[0] == key(39)
    stages = [step.stage for step in trails.all[key(39)].steps]
    assert list(dict.fromkeys(stages)) == [
        "batch picker",
        "listwise judge",
        "referee",
        "fusion",
        "diversity",
    ]
    # Twelve finalists with at most four matches each.
    assert 3 < trails.calls <= 3 + 12 * 4 / 2
