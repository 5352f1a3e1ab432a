import pytest

from hirec.tournament.rule_judge import RuleJudge, keyword_share, scope_fits, type_fits
from hirec.tournament.settings import TournamentSettings
from hirec.types import AnswerForm, ClaimRole, EntityScope, Relation, RiskSignals, SemanticSketch
from tests.hirec.tournament.making import card, dated_table, key, query

JUDGE = RuleJudge(TournamentSettings())
RIGHT = dated_table(1, ("revenue",))


def test_a_card_that_meets_every_field_comes_first() -> None:
    others = [
        dated_table(2, ("goodwill",)),
        dated_table(3, ("revenue",), years=(2015,)),
        card(4, ("revenue",), years=(2021,)),
        dated_table(5, ("revenue",), scope=EntityScope.SEGMENT),
        dated_table(6, ("revenue",), risk=RiskSignals(1.0)),
        card(7, claim_role=ClaimRole.STRUCTURAL_HEADING),
    ]
    assert JUDGE.order(query(), [*others, RIGHT])[0] == key(1)
    assert all(JUDGE.prefer(query(), other, RIGHT) == key(1) for other in others)


def test_equal_cards_keep_their_order() -> None:
    twins = [dated_table(at, ("revenue",)) for at in (3, 1, 2)]
    assert JUDGE.order(query(), twins) == [key(3), key(1), key(2)]
    assert JUDGE.prefer(query(), twins[0], twins[1]) == key(3)


def test_beyond_the_least_only_what_is_near_the_best_is_selected() -> None:
    cards = [RIGHT, *(card(at, entities=(), claim_role=ClaimRole.BOILERPLATE) for at in (2, 3, 4))]
    chosen = JUDGE.select(query(), cards, 2, 4)
    assert [one.passage_id for one in chosen] == [key(1), key(2)]
    assert chosen[0].relevance == pytest.approx(100)
    assert JUDGE.select(query(), [], 1, 2) == []


def test_stage_1_counts_as_far_as_it_is_weighed() -> None:
    low, high = dated_table(1, ("revenue",)), dated_table(2, ("revenue",))
    prior = {key(1): 0.1, key(2): 1.0}
    assert RuleJudge(TournamentSettings(), prior).order(query(), [low, high])[0] == key(2)
    alone = TournamentSettings(prior_weight=0.0)
    assert RuleJudge(alone, prior).order(query(), [low, high])[0] == key(1)


def test_keywords_are_looked_for_as_stems_among_names_and_summary() -> None:
    asked = query((), keywords=("acquisit", "compani"))
    said = card(1, sketch=SemanticSketch("The acquisitions of the year."))
    assert keyword_share(asked, said) == 0.5
    assert keyword_share(query(()), said) == 0.0


def test_the_form_of_evidence_fits_the_form_of_the_answer() -> None:
    reason = query((), relation=Relation.EXPLAIN, form=AnswerForm.REASON, number=False)
    assert type_fits(query(), RIGHT)
    assert not type_fits(query(), card(2))
    assert type_fits(reason, card(2))
    assert not type_fits(reason, RIGHT)
    assert scope_fits(query(), RIGHT)
    assert not scope_fits(query(), dated_table(3, scope=EntityScope.SEGMENT))
