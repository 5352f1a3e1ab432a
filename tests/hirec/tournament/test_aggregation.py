import pytest
from hypothesis import given
from hypothesis import strategies as st

from hirec.tournament.aggregation import (
    aggregate,
    borda,
    group_scores,
    jaccard,
    rank_variance,
    ranked,
)
from hirec.tournament.settings import Aggregation

SIZES = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(1, n), st.just(n)))


def test_borda_as_in_equation_8() -> None:
    assert [borda(rho, 5) for rho in (1, 2, 3, 4, 5)] == [1.0, 3 / 4, 2 / 4, 1 / 4, 0.0]
    assert borda(1, 1) == 1.0


@given(SIZES)
def test_borda_lies_between_nought_and_one_and_falls(place: tuple[int, int]) -> None:
    position, size = place
    assert 0 <= borda(position, size) <= 1
    if position < size:
        assert borda(position, size) > borda(position + 1, size)


def test_the_aggregations_of_table_3() -> None:
    first, second = ["a", "b", "c"], ["b", "a", "c"]

    def total(aggregation: Aggregation, votes: int = 1) -> dict[str, float]:
        rounds = [group_scores(order, aggregation, votes) for order in (first, second)]
        return aggregate(rounds, aggregation)

    assert total(Aggregation.BORDA) == {"a": 1 + 1 / 2, "b": 1 / 2 + 1, "c": 0 + 0}
    mean = total(Aggregation.MEAN_RANK)
    assert mean == {"a": -(1 + 2) / 2, "b": -(2 + 1) / 2, "c": -(3 + 3) / 2}
    assert total(Aggregation.VOTING) == {"a": 1, "b": 1, "c": 0}
    assert total(Aggregation.VOTING, votes=2) == {"a": 2, "b": 2, "c": 0}


def test_equal_scores_keep_the_order_before() -> None:
    assert ranked({"a": 1.0, "b": 2.0, "c": 1.0}, {"c": 0, "a": 1, "b": 2}) == ["b", "c", "a"]


def test_jaccard_of_the_first() -> None:
    assert jaccard("abcd", "abce") == 3 / 5
    assert jaccard("", "") == 1.0
    assert jaccard("a", "") == 0.0


def test_rank_variance_is_the_mean_variance_of_normalized_ranks() -> None:
    # a: places 0 and 1/2, variance 1/16; b: 1/2 and 0, the same; c: 1 and 1, none.
    assert rank_variance(["abc", "bac"]) == pytest.approx((1 / 16 + 1 / 16 + 0) / 3)
    assert rank_variance(["abc", "abc"]) == 0
    # c is left out by the second: behind its two, which is where the first has it.
    assert rank_variance(["abc", "ab"]) == 0
    # Rankings that share nothing: each item is first in one and behind the first in the other.
    assert rank_variance(["a", "b"]) == pytest.approx(1 / 4)


def test_nothing_varies_where_there_is_nothing_to_compare() -> None:
    assert rank_variance(["abc"]) is None
    assert rank_variance(["a", "a"]) is None
    assert rank_variance([]) is None
