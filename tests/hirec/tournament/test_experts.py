import pytest

from hirec.lexicon.roles import all_roles
from hirec.tournament.candidates import Contender
from hirec.tournament.experts import GRAPHS, RULES, Chunk, passage_graph
from hirec.tournament.settings import AgentSettings
from hirec.tournament.trail import Trails
from hirec.types import (
    Answerability,
    AnswerForm,
    ClaimRole,
    Passage,
    PassageKind,
    Relation,
    RiskSignals,
    SemanticSketch,
)
from tests.hirec.tournament.making import card, dated_table, key, query

RIGHT = dated_table(
    1,
    ("revenue",),
    claim_role=ClaimRole.PRIMARY_EVIDENCE,
    answerability=(Answerability.SINGLE_FACT,),
)
RISK = card(2, section="Item 1A. Risk Factors")
HEADING = card(3, claim_role=ClaimRole.STRUCTURAL_HEADING)
REASON = card(4, ("revenue",), years=(2021,), answerability=(Answerability.ATTRIBUTION,))
STANDING = card(5, risk=RiskSignals(1.0))
CARDS = (RISK, HEADING, REASON, STANDING, RIGHT)


def chunks(*cards):
    return {
        one.passage_id: Chunk(
            Contender(one, 0.5), Passage(one.passage_id, "F", 1, PassageKind.TEXT, "", "text")
        )
        for one in cards
    }


def best(role, asked=None, *cards):
    scores = RULES[role].score(asked or query(), chunks(*(cards or CARDS)))
    assert all(1 <= score <= 10 for score in scores.values())
    return max(scores, key=scores.__getitem__)


def test_each_role_prefers_what_it_looks_for():
    why = query(("revenue",), relation=Relation.EXPLAIN, form=AnswerForm.REASON, number=False)
    assert best("analyst") == best("evidence") == best("relevance") == key(1)
    assert best("context", why) == key(4)
    elsewhere = query(("churn",), years=(1999,))
    assert best("risk_officer", elsewhere, HEADING, RISK) == key(2)
    assert best("noise", None, HEADING, STANDING, RIGHT) == key(1)


def test_who_repeats_what_stands_before_is_not_new():
    twin = card(6, sketch=SemanticSketch("Passage 2 says thing 2."))
    scores = RULES["diversity"].score(query(), chunks(RISK, RIGHT, twin))
    assert scores[key(2)] == 10
    assert scores[key(6)] == pytest.approx(1)
    assert 1 < scores[key(1)] < 10


def test_every_role_is_described_and_every_graph_is_made_of_roles():
    assert set(RULES) == set(all_roles())
    assert all(agent.name == name for name, agent in RULES.items())


@pytest.mark.parametrize("name", GRAPHS)
def test_every_graph_puts_the_right_one_first_and_drops_nothing_unsaid(name):
    trails = Trails()
    graph = passage_graph(name, RULES, AgentSettings(keep=2))
    found = [passage_id for passage_id, _ in graph.rank(query(), chunks(*CARDS), trails)]
    assert found[0] == key(1)
    assert set(trails.all) == {one.passage_id for one in CARDS}
    for passage_id, trail in trails.all.items():
        assert trail.steps[-1].kept == (passage_id in found)


def test_the_deep_graph_loses_headings_and_the_flat_ones_nothing():
    def left(name):
        graph = passage_graph(name, RULES, AgentSettings(keep=1))
        return {passage_id for passage_id, _ in graph.rank(query(), chunks(*CARDS), Trails())}

    assert left("a1") == left("a4") == set(chunks(*CARDS))
    assert key(3) not in left("a2")
    assert key(5) not in left("a2")
