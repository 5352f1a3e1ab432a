from collections.abc import Sequence

import pytest

from hirec.tournament.judge import CheckedJudge, InvalidReply, Selected
from hirec.tournament.trail import Trails
from hirec.types import Card
from tests.hirec.tournament.making import card, key, query

CARDS = [card(number) for number in (1, 2, 3, 4)]
IDS = [key(number) for number in (1, 2, 3, 4)]


class Says:
    """A judge that always replies the same."""

    def __init__(self, reply: Sequence[str] | Exception) -> None:
        self._reply = reply

    def _said(self) -> Sequence[str]:
        if isinstance(self._reply, Exception):
            raise self._reply
        return self._reply

    def select(self, query, cards, least, most):
        del query, cards, least, most
        return [Selected(one, 50.0) for one in self._said()]

    def order(self, query, cards):
        del query, cards
        return self._said()

    def prefer(self, query, first, second):
        del query, first, second
        return self._said()[0]


def checked(reply: Sequence[str] | Exception) -> tuple[CheckedJudge, Trails]:
    trails = Trails()
    prior = {one: at for at, one in enumerate(reversed(IDS))}  # the last card was the best before
    return CheckedJudge(Says(reply), query(), prior, trails), trails


def ids(selected: Sequence[Selected]) -> list[str]:
    return [one.passage_id for one in selected]


def test_a_whole_reply_is_taken_as_it_is() -> None:
    judge, trails = checked([IDS[2], IDS[0], IDS[1], IDS[3]])
    assert judge.order(CARDS) == [IDS[2], IDS[0], IDS[1], IDS[3]]
    assert ids(judge.select(CARDS, 1, 2)) == [IDS[2], IDS[0]]
    assert judge.prefer(CARDS[0], CARDS[2]) == IDS[2]
    assert (trails.failures, trails.calls) == ([], 3)


@pytest.mark.parametrize(
    ("reply", "order"),
    [
        (["F#9.9", IDS[0]], [IDS[0], IDS[3], IDS[2], IDS[1]]),
        ([IDS[1], IDS[1]], [IDS[1], IDS[3], IDS[2], IDS[0]]),
        ([], [IDS[3], IDS[2], IDS[1], IDS[0]]),
        (InvalidReply("not JSON"), [IDS[3], IDS[2], IDS[1], IDS[0]]),
    ],
)
def test_what_a_reply_lacks_keeps_the_order_it_had(reply, order: list[str]) -> None:
    judge, _ = checked(reply)
    assert judge.order(CARDS) == order


def test_a_selection_is_filled_up_and_cut() -> None:
    judge, trails = checked(["F#9.9", IDS[0], IDS[0]])
    assert ids(judge.select(CARDS, 3, 4)) == [IDS[0], IDS[3], IDS[2]]
    assert trails.failures == ["select: ids that were not shown, or twice; 2 fewer than 3"]
    judge, _ = checked(IDS)
    assert ids(judge.select(CARDS, 1, 2)) == IDS[:2]
    judge, trails = checked(InvalidReply("empty"))
    assert ids(judge.select(CARDS, 9, 9)) == list(reversed(IDS))
    assert trails.failures == ["select: empty; 4 fewer than 9"]


@pytest.mark.parametrize("reply", [["F#9.9"], InvalidReply("no")])
def test_a_match_without_a_winner_is_void(reply) -> None:
    judge, trails = checked(reply)
    assert judge.prefer(CARDS[0], CARDS[1]) is None
    assert len(trails.failures) == 1


def test_no_cards_are_no_order() -> None:
    nobody: list[Card] = []
    judge, trails = checked([])
    assert judge.order(nobody) == []
    assert judge.select(nobody, 3, 8) == []
    assert trails.failures == []
