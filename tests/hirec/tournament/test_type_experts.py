import pytest

from hirec.ranking.document_types import DOCUMENT_TYPES
from hirec.tournament.trail import Trails
from hirec.tournament.type_experts import TYPE_EXPERTS, FiledTypes, type_graph, weigh_types
from hirec.types import Form
from tests.hirec.ranking.test_document_types import asked

TYPES = {form.value: form for form in DOCUMENT_TYPES}


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("How are directors paid?", Form.PROXY),
        ("Which risks exist?", Form.ANNUAL),
        ("What did analysts ask on the guidance?", Form.EARNINGS),
        ("Was a joint venture announced?", Form.CURRENT),
    ],
)
def test_the_graph_and_all_rules_at_once_name_the_type(words, first):
    trails = Trails()
    order = type_graph().rank(asked(words), TYPES, trails)
    scores = FiledTypes().score(asked(words), TYPES)
    assert order[0][0] == max(scores, key=scores.__getitem__) == first.value
    told = [step.stage for step in trails.all[first.value].steps]
    assert told == [*(agent.name for agent in TYPE_EXPERTS), "agents"]


def test_every_expert_is_heard_and_the_likeliest_most():
    weights = weigh_types(asked("How are directors paid?"))
    assert sum(weights.values()) == pytest.approx(1)
    assert max(weights, key=weights.__getitem__) == Form.PROXY.value
    assert min(weights.values()) >= 0.1 * max(weights.values()) - 1e-9


def test_an_expert_who_knows_nothing_of_it_says_what_is_usual():
    proxy = next(agent for agent in TYPE_EXPERTS if agent.name == Form.PROXY.value)
    scores = proxy.score(asked("Which risks exist?"), TYPES)
    assert max(scores, key=scores.__getitem__) == Form.ANNUAL.value
    assert max(scores.values()) < 1
