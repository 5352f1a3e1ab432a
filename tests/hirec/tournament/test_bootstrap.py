import math
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hirec.testing.judge import Faults, ScriptedJudge
from hirec.tournament.aggregation import rank_variance
from hirec.tournament.bootstrap import Stabilized, group_count, partition, stabilize
from hirec.tournament.judge import CheckedJudge
from hirec.tournament.settings import Aggregation, BootstrapSettings
from hirec.tournament.trail import Trails
from tests.hirec.tournament.making import card, contenders, key, query

MANY = 60
GAINS = {key(at): (at * 37 % MANY) / MANY for at in range(MANY)}
"""A true order that has nothing to do with the order before."""
TRUTH = sorted(GAINS, key=lambda one: -GAINS[one])
NOISY = Faults(noise=0.25, position_bias=0.15, lost=0.02, invalid=0.05)


def stabilized(
    faults: Faults | None = None, seed: int = 42, **values: object
) -> tuple[Stabilized, Trails]:
    entered = contenders([card(at) for at in range(MANY)])
    trails = Trails()
    for one in entered:
        trails.enter(one.passage_id)
    prior = {one.passage_id: at for at, one in enumerate(entered)}
    judge = CheckedJudge(ScriptedJudge(GAINS, faults, seed), query(), prior, trails)
    chosen = BootstrapSettings.model_validate(values)
    return stabilize(entered, judge, chosen, seed, trails), trails


def ndcg(order: tuple[str, ...], k: int = 10) -> float:
    """Graded by the truth."""
    found = sum(GAINS[one] / math.log2(at + 2) for at, one in enumerate(order[:k]))
    return found / sum(GAINS[one] / math.log2(at + 2) for at, one in enumerate(TRUTH[:k]))


@pytest.mark.parametrize(
    ("candidates", "groups"), [(1, 1), (14, 1), (25, 1), (26, 2), (50, 2), (51, 3), (150, 6)]
)
def test_groups_are_as_large_as_may_be(candidates: int, groups: int) -> None:
    assert group_count(candidates, BootstrapSettings()) == groups


@given(st.integers(1, 200))
def test_groups_hold_everyone_once_and_are_of_one_size(candidates: int) -> None:
    keys = [str(at) for at in range(candidates)]
    groups = partition(keys, group_count(candidates, BootstrapSettings()))
    assert [one for group in groups for one in group] == keys
    sizes = {len(group) for group in groups}
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= 25
    assert candidates < 30 or min(sizes) >= 15


def test_one_group_of_a_judge_without_faults_is_its_order_and_ends_after_two_rounds() -> None:
    done, trails = stabilized(max_group_size=MANY, min_group_size=MANY)
    assert list(done.order) == TRUTH
    assert done.rounds == (tuple(TRUTH), tuple(TRUTH))
    assert trails.calls == 2
    # Borda of one group, twice: 2 for the first, 0 for the last.
    assert done.scores[TRUTH[0]] == 2.0
    assert done.scores[TRUTH[-1]] == 0.0


def test_the_trail_holds_every_round() -> None:
    done, trails = stabilized(NOISY, max_rounds=3, stop_early=False)
    for rank, one in enumerate(done.order, start=1):
        steps = trails.all[one].steps
        assert len([s.rank for s in steps if s.stage == "bootstrap" and s.round]) == 3
        assert (steps[-1].kept, steps[-1].rank) == (True, rank)


def test_fixed_groups_meet_the_same_candidates_again() -> None:
    """Without noise fixed groups repeat themselves, and regrouping does not."""
    fixed, _ = stabilized(max_rounds=5, stop_early=False, regroup=False)
    free, _ = stabilized(max_rounds=5, stop_early=False)
    assert rank_variance(fixed.rounds) == 0.0
    assert (rank_variance(free.rounds) or 0.0) > 0.0
    assert ndcg(free.order) > ndcg(fixed.order)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.sampled_from(list(Aggregation)), st.booleans())
def test_the_same_seed_is_the_same_order_of_everyone(
    seed: int, aggregation: Aggregation, regroup: bool
) -> None:
    chosen = {"aggregation": aggregation, "regroup": regroup, "max_rounds": 2}
    one, _ = stabilized(NOISY, seed, **chosen)
    other, _ = stabilized(NOISY, seed, **chosen)
    assert one == other
    assert sorted(one.order) == sorted(GAINS)


def test_against_a_noisy_judge_rounds_beat_one_call_and_halve_what_ranks_differ() -> None:
    """Table 3: the same judge once over all, and five rounds of groups."""
    one_call = {"max_rounds": 1, "max_group_size": MANY, "min_group_size": MANY}
    seeds = range(12)
    single = [stabilized(NOISY, seed, **one_call)[0].order for seed in seeds]
    many = [stabilized(NOISY, seed, stop_early=False)[0].order for seed in seeds]
    assert fmean(map(ndcg, many)) > fmean(map(ndcg, single))

    spread, of_one = rank_variance(many), rank_variance(single)
    assert spread is not None
    assert of_one is not None
    assert spread < of_one / 2
