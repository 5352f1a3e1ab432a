import pytest

from hirec.tournament.candidates import (
    Contender,
    cutoff,
    in_order,
    lexical_candidates,
    with_retrieved,
)
from hirec.tournament.settings import CandidateSettings
from hirec.types import Card, Passage, PassageKind
from tests.hirec.tournament.making import query


@pytest.mark.parametrize(
    ("passages", "wanted"),
    [(40, 40), (60, 60), (100, 60), (121, 61), (300, 150), (2000, 150), (0, 0)],
)
def test_the_cutoff_of_equation_5(passages: int, wanted: int) -> None:
    assert cutoff(passages, CandidateSettings()) == wanted


def passage(number: int, text: str) -> Passage:
    return Passage(f"F#{number}.1", "F", number, PassageKind.TEXT, "t", text)


def test_the_first_of_a_filing_come_in_with_their_share_of_the_best() -> None:
    passages = [passage(at, "inventories" if at == 7 else "weather report") for at in range(1, 10)]
    asked = query()
    asked = type(asked)("inventories", "", asked.scope, asked.intent, "", "weather")
    few = CandidateSettings(min_passages=2, max_passages=3, share=0.1)
    found = lexical_candidates(asked, passages, few)
    assert [p.passage_id for p, _ in found] == ["F#7.1", "F#1.1"]
    assert [score for _, score in found] == [1.0, 0.0]
    expanded = lexical_candidates(asked, passages, few.model_copy(update={"expand": True}))
    assert expanded[0][0].passage_id == "F#1.1"


def test_the_union_holds_each_once_with_its_better_score() -> None:
    one, other = passage(1, "a"), passage(2, "b")
    union = with_retrieved([(one, 0.2), (other, 1.0)], [(one, 0.7)])
    assert {p.passage_id: score for p, score in union} == {"F#1.1": 0.7, "F#2.1": 1.0}


def test_the_order_does_not_depend_on_how_they_came() -> None:
    ids = ["F#10.1", "F#2.1", "F#2.10", "F#2.9"]
    same = [Contender(Card(one, ""), 0.5) for one in ids]
    best = Contender(Card("F#99.1", ""), 0.9)
    wanted = ["F#99.1", "F#2.1", "F#2.9", "F#2.10", "F#10.1"]
    for given in ([*same, best], [best, *reversed(same)]):
        assert [one.passage_id for one in in_order(given)] == wanted
