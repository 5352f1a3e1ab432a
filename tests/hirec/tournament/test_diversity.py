from hirec.tournament.diversity import diversify
from hirec.tournament.settings import HumanSettings
from hirec.tournament.trail import Trails
from hirec.types import SemanticSketch
from tests.hirec.tournament.making import card, key


def diversified(cards, **settings):
    trails = Trails()
    for one in cards:
        trails.enter(one.passage_id)
    by_id = {one.passage_id: one for one in cards}
    chosen = HumanSettings.model_validate(settings)
    return diversify(list(by_id), by_id, chosen, trails), trails


def test_what_a_section_has_too_much_of_steps_back_and_stays() -> None:
    cards = [card(at, section="A" if at < 4 else "B") for at in range(6)]
    order, trails = diversified(cards, section_quota=2, quota_top_k=4)
    assert order == [key(0), key(1), key(4), key(5), key(2), key(3)]
    assert trails.all[key(2)].steps[-1].rule == "2 of its section stand ahead"
    assert diversified(cards, section_quota=0, quota_top_k=4)[0] == [key(at) for at in range(6)]


def test_a_near_duplicate_of_a_section_steps_back() -> None:
    same = SemanticSketch("Net sales rose by a fifth in all regions.")
    cards = [
        card(0, section="A", sketch=same),
        card(1, section="A", sketch=same),
        card(2, section="B", sketch=same),
        card(3, section="A"),
    ]
    order, trails = diversified(cards, quota_top_k=3)
    assert order == [key(0), key(2), key(3), key(1)]
    assert trails.all[key(1)].steps[-1].rule == f"nearly the same as {key(0)}"


def test_cards_that_say_nothing_are_not_the_same() -> None:
    empty = SemanticSketch("")
    cards = [card(at, section="A", sketch=empty) for at in range(3)]
    assert diversified(cards)[0] == [key(0), key(1), key(2)]
