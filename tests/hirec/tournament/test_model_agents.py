import json

import pytest

from hirec.llm.chat import ChatRequest
from hirec.llm.errors import LlmReplyError, LlmUnreachableError
from hirec.ranking.document_types import DOCUMENT_TYPES
from hirec.ranking.exemplars import Exemplar, ExemplarStore
from hirec.testing.chat_model import ScriptedChatModel
from hirec.testing.encoder import HashingEncoder
from hirec.tournament.agents import Graph
from hirec.tournament.experts import passage_graph
from hirec.tournament.judge import InvalidReply
from hirec.tournament.model_agents import (
    PromptedPassages,
    PromptedTypes,
    asked_type_graph,
    role_agents,
)
from hirec.tournament.settings import AgentSettings
from hirec.tournament.trail import Trails
from hirec.types import Form
from tests.hirec.ranking.test_document_types import asked
from tests.hirec.tournament.making import card, key, query
from tests.hirec.tournament.test_experts import chunks

TYPES = {f"q#{at}": form for at, form in enumerate(DOCUMENT_TYPES)}
ORDER = ["10-Q", "10-K", "EARNINGS", "8-K", "DEF 14A"]
ITEMS = chunks(card(1), card(2), card(3))


def shown(request: ChatRequest) -> str:
    return request.messages[-1].content


@pytest.mark.parametrize("prompt", ["p1", "p2", "p3", "p4"])
def test_a_variant_orders_types_and_only_the_third_writes_steps(prompt):
    steps = {"steps": ["A quarter is asked for."] * 4} if prompt == "p3" else {}
    chat = ScriptedChatModel.fixed({**steps, "order": ORDER})
    agent = PromptedTypes(chat, AgentSettings(prompt=prompt))
    order = Graph((agent,)).rank(asked("Net income?"), TYPES, Trails())
    assert [TYPES[key].value for key, _ in order] == ORDER
    assert chat.requests[0].task == f"rank_types_{prompt}"


def test_a_type_said_twice_counts_once_and_who_is_left_out_stands_last():
    chat = ScriptedChatModel.fixed({"order": ["8-K", "8-K", "10-K", "8-K", "10-K"]})
    agent = PromptedTypes(chat, AgentSettings())
    trails = Trails()
    order = Graph((agent,)).rank(asked("Net income?"), TYPES, trails)
    assert trails.failures == ["prompt: 3 without a score"]
    said = [TYPES[key].value for key, _ in order]
    assert said == ["8-K", "10-K", "DEF 14A", "10-Q", "EARNINGS"]


def test_solved_questions_stand_before_the_question_and_never_it_itself():
    store = ExemplarStore(
        [Exemplar("Net sales?", ("10-K", "10-Q")), Exemplar("NET INCOME", ("8-K",))],
        HashingEncoder(64),
    )
    chat = ScriptedChatModel.fixed({"order": ORDER})
    PromptedTypes(chat, AgentSettings(), store).score(asked("Net income?"), TYPES)
    prompt = shown(chat.requests[0])
    assert "<E1>\nNet sales?\norder: 10-K, 10-Q\n</E1>" in prompt
    assert "NET INCOME" not in prompt
    assert prompt.index("<E1>") < prompt.index("<question>")


def test_passages_are_ordered_by_their_labels():
    chat = ScriptedChatModel.fixed({"order": ["P3", "P1", "P3"]})
    order = Graph((PromptedPassages(chat, AgentSettings(prompt="p1")),)).rank(
        query(), ITEMS, Trails()
    )
    assert [passage for passage, _ in order] == [key(3), key(1), key(2)]


@pytest.mark.parametrize(
    "reply",
    ['{"order": ["P4", "P1", "P2"]}', '{"order": ["P1"', '{"order": []}', '{"steps": 1e999}'],
)
def test_an_unreadable_order_changes_nothing_and_is_written_down(reply):
    trails = Trails()
    agent = PromptedPassages(ScriptedChatModel.fixed(reply), AgentSettings())
    order = Graph((agent,)).rank(query(), ITEMS, trails)
    assert [passage for passage, _ in order] == list(ITEMS)
    assert len(trails.failures) == 1


def test_each_role_is_asked_from_its_point_of_view():
    def script(request):
        high = "P2" if "risks" in shown(request).rsplit("Point of view", 1)[1] else "P1"
        return json.dumps({label: 9 if label == high else 1 for label in ("P1", "P2", "P3")})

    chat = ScriptedChatModel(script)
    graph = passage_graph("a4", role_agents(chat, AgentSettings()), AgentSettings())
    trails = Trails()
    order = graph.rank(query(), ITEMS, trails)
    assert [score for _, score in order] == [5, 5, 1]
    steps = {step.stage: step.score for step in trails.all[key(2)].steps}
    assert (steps["analyst"], steps["risk_officer"]) == (1, 9)


def test_the_analyzer_weighs_the_experts():
    def script(request):
        high = 10 if request.task == "weigh_experts" else 4
        low = 1 if request.task == "weigh_experts" else 0
        own = shown(request).rsplit("Your type: ", 1)[-1].split(".")[0]
        wanted = "8-K" if request.task == "weigh_experts" else own
        return {form.value: high if form.value == wanted else low for form in DOCUMENT_TYPES}

    chat = ScriptedChatModel(script)
    order = asked_type_graph(chat).rank(asked("What happened?"), TYPES, Trails())
    assert TYPES[order[0][0]] is Form.CURRENT
    assert order[0][1] == pytest.approx(4 * 10 / 14)
    assert len(chat.requests) == 6


def test_a_model_that_cannot_be_reached_is_an_error_and_no_opinion():
    types = AgentSettings()
    gone = ScriptedChatModel.fixed(LlmUnreachableError("No server."))
    with pytest.raises(LlmUnreachableError):
        Graph((PromptedTypes(gone, types),)).rank(asked("Why?"), TYPES, Trails())
    garbled = ScriptedChatModel.fixed(LlmReplyError("No JSON."))
    with pytest.raises(InvalidReply, match="No JSON"):
        PromptedTypes(garbled, types).score(asked("Why?"), TYPES)
