import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hirec.testing.judge import Faults, ScriptedJudge
from hirec.tournament.judge import CheckedJudge
from hirec.tournament.referee import elo, referee, schedule
from hirec.tournament.settings import HumanSettings
from hirec.tournament.trail import Trails
from tests.hirec.tournament.making import card, key, query

FOUR = [key(at) for at in range(4)]
CARDS = {key(at): card(at) for at in range(4)}


def refereed(gains, faults=None, **settings):
    trails = Trails()
    for one in FOUR:
        trails.enter(one)
    prior = {one: at for at, one in enumerate(FOUR)}
    judge = CheckedJudge(ScriptedJudge(gains, faults), query(), prior, trails)
    return referee(FOUR, CARDS, judge, HumanSettings.model_validate(settings), trails), trails


def test_an_update_as_in_equation_6() -> None:
    # Equal ratings: p = σ(0) = 1/2, so the winner gains κ/2 and the loser loses it.
    assert elo(1500, 1500, won=True, temperature=400, step=32) == (1516, 1484)
    # r_i - r_j = 400 and τ = 400: p = σ(1) = 1 / (1 + e^-1).
    expected = 1 / (1 + math.exp(-1))
    ahead, behind = elo(1900, 1500, won=False, temperature=400, step=32)
    assert ahead == pytest.approx(1900 - 32 * expected)
    assert behind == pytest.approx(1500 + 32 * expected)


@given(st.integers(0, 40), st.integers(1, 8))
def test_nobody_plays_more_than_allowed_nor_anyone_twice(size: int, matches: int) -> None:
    pool = [str(at) for at in range(size)]
    pairs = schedule(pool, matches)
    played = Counter(one for pair in pairs for one in pair)
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    assert all(count <= matches for count in played.values())
    assert all(first != second for first, second in pairs)
    assert size < 2 or set(played) == set(pool) or matches == 1


def test_neighbours_meet_first() -> None:
    assert schedule(["a", "b", "c", "d"], 2) == [("a", "b"), ("b", "c"), ("c", "d"), ("a", "d")]


def test_the_better_ones_climb() -> None:
    order, trails = refereed({FOUR[3]: 1.0, FOUR[2]: 0.5}, matches=3)
    assert order[:2] == [FOUR[3], FOUR[2]]
    assert trails.calls == 6
    assert any(step.rule == f"won against {FOUR[2]}" for step in trails.all[FOUR[3]].steps)


def test_void_matches_leave_the_order_as_it_was() -> None:
    order, trails = refereed({FOUR[3]: 1.0}, Faults(invalid=1.0))
    assert order == FOUR
    assert len(trails.failures) == trails.calls > 0
