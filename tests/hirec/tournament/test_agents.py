import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hirec.tournament.agents import Agent, Graph, Sieve, by_place
from hirec.tournament.judge import InvalidReply
from hirec.tournament.trail import Trails
from tests.hirec.tournament.making import query

ITEMS = {"a": 1.0, "b": 2.0, "c": 3.0}


class Says:
    """Scores as it is told."""

    def __init__(self, name, scores):
        self.name = name
        self.scores = scores
        self.seen = []

    def score(self, _query, items):
        self.seen.append(tuple(items))
        return self.scores


class Fails:
    name = "broken"

    def score(self, _query, _items):
        raise InvalidReply("not JSON")


def ranked(graph: Graph[float]):
    trails = Trails()
    return graph.rank(query(), ITEMS, trails), trails


def test_the_order_is_by_the_weighted_mean():
    one, other = Says("one", {"a": 10, "b": 4, "c": 1}), Says("other", {"a": 1, "b": 4, "c": 10})
    graph = Graph((one, other), weigh=lambda _: {"one": 0.25, "other": 0.75})
    order, trails = ranked(graph)
    assert order == [
        ("c", pytest.approx((0.25 * 1 + 0.75 * 10) / 1)),
        ("b", pytest.approx(4.0)),
        ("a", pytest.approx(0.25 * 10 + 0.75 * 1)),
    ]
    steps = {step.stage: step for step in trails.all["a"].steps}
    assert (steps["one"].score, steps["other"].score) == (10, 1)
    last = trails.all["a"].steps[-1]
    assert (last.stage, last.kept, last.rank) == ("agents", True, 3)


def test_equal_candidates_keep_their_order_and_who_is_left_out_is_last():
    order, trails = ranked(Graph((Says("one", {"b": 5.0}),)))
    assert [key for key, _ in order] == ["b", "a", "c"]
    assert trails.failures == ["one: 2 without a score"]


def test_a_sieve_drops_what_is_low_but_keeps_enough_and_says_so():
    after = Says("after", {"c": 2, "b": 1})
    scores = {"a": 1, "b": 2, "c": 9}
    order, trails = ranked(Graph((after,), (Sieve(Says("sieve", scores), least=5, keep=2),)))
    assert [key for key, _ in order] == ["c", "b"]
    assert after.seen == [("b", "c")]
    (dropped,) = trails.all["a"].steps
    assert not dropped.kept
    low, _ = ranked(Graph((after,), (Sieve(Says("sieve", scores), least=1, keep=1),)))
    assert len(low) == 3


def test_an_agent_that_fails_is_written_down_and_changes_nothing():
    scorer = Says("one", {"c": 3, "b": 2, "a": 1})
    alone, _ = ranked(Graph((scorer,)))
    beside, trails = ranked(Graph((scorer, Fails()), (Sieve(Fails(), 5, 1),)))
    assert beside == alone
    assert trails.failures == ["broken: not JSON", "broken: not JSON"]
    assert trails.calls == 3
    nothing, _ = ranked(Graph((Fails(),)))
    assert nothing == [("a", 0.0), ("b", 0.0), ("c", 0.0)]


def test_weights_that_fail_are_all_alike():
    def weigh(_):
        raise InvalidReply("no weights")

    agents: tuple[Agent[float], ...] = (
        Says("one", dict.fromkeys(ITEMS, 2)),
        Says("other", {**ITEMS, "a": 4}),
    )
    order, trails = ranked(Graph(agents, weigh=weigh))
    assert order[0] == ("a", 3.0)
    assert trails.failures == ["weights: no weights"]


def test_agents_are_asked_at_once():
    together = threading.Barrier(2, timeout=5)

    class Waits(Says):
        def score(self, _query, _items):
            together.wait()
            return self.scores

    order, _ = ranked(Graph((Waits("one", {"b": 1}), Waits("other", {"b": 1}))))
    assert order[0][0] == "b"


def test_places_as_scores():
    assert by_place(["x", "y", "z"]) == {"x": 3, "y": 2, "z": 1}


KEYS = [f"p{at}" for at in range(12)]
SAID = st.dictionaries(st.sampled_from([*KEYS, "nobody"]), st.integers(0, 10))
"""What an agent says: it leaves some out and names one that was never there."""


@settings(max_examples=40)
@given(st.lists(SAID, max_size=3), SAID, st.integers(1, 6), st.integers(0, 3))
def test_nobody_comes_from_nowhere_or_is_lost_without_a_reason(scores, sifted, keep, failing):
    agents = [Says(f"agent {at}", one) for at, one in enumerate(scores)]
    sieves = (Sieve(Says("sieve", sifted), 5.0, keep),)
    graph = Graph((*agents, *[Fails()] * failing), sieves)
    trails = Trails()
    order = [key for key, _ in graph.rank(query(), dict.fromkeys(KEYS, 0.0), trails)]
    assert len(set(order)) == len(order) >= keep
    assert list(trails.all) == KEYS
    for key, trail in trails.all.items():
        last = trail.steps[-1]
        assert last.kept == (key in order)
        assert last.rule
    again = [key for key, _ in graph.rank(query(), dict.fromkeys(KEYS, 0.0), Trails())]
    assert again == order
