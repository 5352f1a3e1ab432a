from hirec.testing.judge import Faults, ScriptedJudge
from hirec.tournament.judge import CheckedJudge
from hirec.tournament.screening import quotas_of, round_robin, screen
from hirec.tournament.settings import ScreeningSettings
from hirec.tournament.trail import Trails
from hirec.types import AnswerForm, Relation
from tests.hirec.tournament.making import card, contenders, dated_table, key, query

GROWTH = query(relation=Relation.GROWTH, form=AnswerForm.PERCENT).intent
REASON = query((), relation=Relation.EXPLAIN, form=AnswerForm.REASON, number=False).intent
LOOKUP = query().intent


def screened(cards, gains, intent=LOOKUP, faults=None, **settings):
    entered = contenders(cards)
    trails = Trails()
    for one in entered:
        trails.enter(one.passage_id)
    prior = {one.passage_id: at for at, one in enumerate(entered)}
    judge = CheckedJudge(ScriptedJudge(gains, faults), query(), prior, trails)
    chosen = ScreeningSettings.model_validate(settings)
    kept = screen(entered, intent, judge, chosen, 42, trails)
    return [one.passage_id for one in kept], trails


def test_groups_mix_high_and_low_ranks() -> None:
    groups = round_robin(contenders([card(at) for at in range(7)]), 3)
    dealt = [[one.passage_id for one in group] for group in groups]
    assert dealt == [
        [key(0), key(3), key(6)],
        [key(1), key(4)],
        [key(2), key(5)],
    ]


def test_the_best_of_each_group_survive_in_the_order_of_their_relevance() -> None:
    cards = [card(at) for at in range(6)]
    gains = {key(at): at / 10 for at in range(6)}
    kept, trails = screened(
        cards, gains, group_size=3, min_selected=1, max_selected=1, min_survivors=1
    )
    assert kept == [key(5), key(4)]  # groups 0 2 4 and 1 3 5
    dropped = trails.all[key(0)].steps[-1]
    assert (dropped.kept, dropped.rule) == (False, "others of its group were selected")
    assert trails.calls == 2


def test_too_few_survivors_are_another_deal() -> None:
    cards = [card(at) for at in range(40)]
    gains = {key(at): 1 - at / 100 for at in range(40)}
    once, _ = screened(cards, gains, group_size=20, min_selected=1, max_selected=1, min_survivors=2)
    again, trails = screened(
        cards, gains, group_size=20, min_selected=1, max_selected=1, min_survivors=12, retries=2
    )
    assert len(once) == 2
    assert set(once) <= set(again)
    assert trails.calls == 3 * 2
    assert max(step.round for step in trails.all[key(0)].steps) == 3


def test_a_trend_keeps_a_dated_table() -> None:
    cards = [card(1), card(2), dated_table(3)]
    gains = {key(1): 1.0, key(2): 0.9}
    few = {"group_size": 3, "min_selected": 1, "max_selected": 1, "min_survivors": 1}
    assert screened(cards, gains, LOOKUP, **few)[0] == [key(1)]
    kept, trails = screened(cards, gains, GROWTH, **few)
    assert kept == [key(1), key(3)]
    assert trails.all[key(3)].steps[0].rule == "quota: a dated table for a trend"


def test_a_reason_keeps_an_explanation() -> None:
    cards = [dated_table(1), dated_table(2), card(3)]
    gains = {key(1): 1.0}
    few = {"group_size": 3, "min_selected": 1, "max_selected": 1, "min_survivors": 1}
    assert screened(cards, gains, REASON, **few)[0] == [key(1), key(3)]
    assert not quotas_of(LOOKUP)
    without = [dated_table(1), dated_table(2)]
    assert screened(without, gains, REASON, **few)[0] == [key(1)]


def test_an_unreadable_judge_keeps_the_first_of_each_group() -> None:
    cards = [card(at) for at in range(6)]
    kept, trails = screened(
        cards, {}, faults=Faults(invalid=1.0), group_size=3, min_selected=1, min_survivors=1
    )
    assert kept == [key(0), key(1)]
    assert len(trails.failures) == trails.calls == 2
