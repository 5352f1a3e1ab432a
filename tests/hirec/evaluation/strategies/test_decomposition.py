"""Routing: rewrite, take apart, or answer."""

from decimal import Decimal

from tests.hirec.evaluation.strategies.conftest import SALES

ANSWER = {"route": "answer", "queries": []}
BOTH = "Which of the two sold more?"


def routes(answer):
    return [step.detail["route"] for step in answer.trace.steps if step.stage == "routing"]


def searched(answer):
    return [step.detail["question"] for step in answer.trace.steps if step.stage == "passages"]


def test_each_part_is_searched_for(asked):
    parts = [
        "Harbor Peak Foods net sales fiscal 2022",
        "Harbor Pike Foods net sales fiscal 2022",
    ]
    replies = {"route_question": [{"route": "decompose", "queries": parts}, ANSWER]}
    with asked("decomposition", replies) as (system, server):
        answer = system.ask(BOTH)
    assert routes(answer) == ["decompose", "answer"]
    assert len(searched(answer)) == 2
    assert "<P1>" not in server.requests[0]["messages"][-1]["content"]
    assert "<P1>" in server.requests[1]["messages"][-1]["content"], "what was found is shown"


def test_where_it_would_answer_from_nothing_the_question_is_searched_for(asked):
    with asked("decomposition", {"route_question": [ANSWER]}) as (system, server):
        answer = system.ask(SALES)
    assert answer.value == Decimal(7547) * 10**6
    assert len(server.requests) == 2


def test_queries_asked_before_end_it(asked):
    again = {"route": "rewrite", "queries": [SALES, SALES, " "]}
    with asked("decomposition", {"route_question": [again]}, baselines={"depth": 5}) as made:
        answer = made[0].ask(SALES)
    assert len(searched(answer)) == 1
    assert len(made[1].requests) == 2
