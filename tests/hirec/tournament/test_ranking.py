import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hirec.analysts.rule.retrieval.cards import make_card
from hirec.analysts.rule.retrieval.rewrite import query_for
from hirec.index import Index
from hirec.testing.judge import Faults, ScriptedJudge
from hirec.tournament.candidates import Contender, lexical_candidates
from hirec.tournament.ranking import Outcome, tournament
from hirec.tournament.settings import OrderingMethod, TournamentSettings
from hirec.types import Card, Scope
from tests.hirec.tournament.making import card, dated_table, key, query

METRICS = st.sampled_from([("revenue",), ("goodwill",), ("revenue", "goodwill"), ()])
YEARS = st.sampled_from([(2021,), (2021, 2020), (2015,), ()])
FACTS = st.tuples(METRICS, YEARS, st.booleans(), st.sampled_from(["A", "B"]))


def made(number: int, facts: tuple[tuple[str, ...], tuple[int, ...], bool, str]) -> Card:
    metrics, years, table, section = facts
    kind = dated_table if table else card
    return kind(number, metrics, years=years, section=section)


FIELDS = st.lists(FACTS, min_size=1, max_size=40).map(
    lambda facts: [
        Contender(made(at, one), (at * 7 % 11) / 11) for at, one in enumerate(facts, start=1)
    ]
)
METHODS = st.sampled_from(list(OrderingMethod))


def settled(outcome: Outcome, entered: Sequence[Contender]) -> None:
    """Nobody comes from nowhere, nobody vanishes without a reason."""
    trails = outcome.trails.all
    assert set(trails) == {one.passage_id for one in entered}
    assert len(set(outcome.order)) == len(outcome.order)
    for one, trail in trails.items():
        last = trail.steps[-1]
        assert last.kept == (one in outcome.order)
        assert last.rule
        if last.kept:
            assert last.rank == outcome.order.index(one) + 1


@settings(max_examples=25)
@given(FIELDS, METHODS, st.randoms(use_true_random=False))
def test_by_rules_the_order_of_candidates_is_nothing_and_nobody_is_lost(
    entered: list[Contender], method: OrderingMethod, rng: random.Random
) -> None:
    chosen = TournamentSettings(method=method)
    outcome = tournament(query(), entered, chosen)
    shuffled = list(entered)
    rng.shuffle(shuffled)
    again = tournament(query(), shuffled, chosen)
    assert again.order == outcome.order
    assert again.trails.detail() == outcome.trails.detail()
    settled(outcome, entered)


@settings(max_examples=25)
@given(FIELDS, METHODS, st.integers(0, 99))
def test_a_judge_with_every_fault_loses_nobody_and_the_same_seed_is_the_same_order(
    entered: list[Contender], method: OrderingMethod, seed: int
) -> None:
    faults = Faults(noise=0.5, position_bias=0.5, lost=0.3, invalid=0.3)
    chosen = TournamentSettings(method=method, seed=seed)

    def judged() -> Outcome:
        return tournament(query(), entered, chosen, ScriptedJudge({}, faults, seed))

    outcome = judged()
    settled(outcome, entered)
    assert judged().order == outcome.order


def test_stages_can_be_left_out() -> None:
    entered = [Contender(dated_table(at, ("revenue",)), 1 / at) for at in range(1, 41)]

    def order(**stages: object) -> Outcome:
        values = {"method": OrderingMethod.FINCARDS, **stages}
        return tournament(query(), entered, TournamentSettings.model_validate(values))

    assert len(order(screening={"enabled": False}).order) == 40
    screened = order(bootstrap={"enabled": False})
    assert screened.rounds == ()
    assert screened.rank_variance is None
    assert len(screened.order) == 2 * 8
    whole = order()
    assert set(whole.order) == set(screened.order)
    assert len(whole.rounds) == 2
    assert whole.rank_variance == 0


def test_the_trail_says_which_fields_are_met() -> None:
    entered = [Contender(dated_table(1, ("revenue",), years=(2019,)), 1.0)]
    trail = tournament(query(), entered, TournamentSettings()).trails.all[key(1)]
    assert trail.matched == ("entity", "number", "metric revenue")
    assert trail.unmatched == ("period",)


def test_nobody_is_ranked_of_nobody() -> None:
    for method in OrderingMethod:
        outcome = tournament(query(), [], TournamentSettings(method=method))
        assert outcome.order == ()


@pytest.mark.parametrize("method", list(OrderingMethod))
def test_a_filing_s_own_statement_leads(sample_index, method: OrderingMethod) -> None:
    index = Index.open(sample_index)
    filing = index.filings["HPFD_2022_10K"]
    passages = index.passages(["HPFD_2022_10K"])
    asked = query_for("What were the total net sales?", Scope(), ("net_sales",))
    chosen = TournamentSettings(method=method)
    found = lexical_candidates(asked, passages, chosen.candidates)
    cards = {p.passage_id: make_card(p, filing) for p in passages}
    entered = [Contender(cards[passage.passage_id], score) for passage, score in found]
    outcome = tournament(asked, entered, chosen)
    assert "net_sales" in cards[outcome.order[0]].metrics
