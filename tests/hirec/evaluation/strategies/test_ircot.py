"""Retrieval interleaved with reasoning: what is searched for, and when it ends."""

from decimal import Decimal

from tests.hirec.evaluation.strategies.conftest import SALES

VAGUE = "How large was the food company's turnover?"


def steps(answer, stage):
    return [step for step in answer.trace.steps if step.stage == stage]


def test_it_stops_where_the_model_says_so_and_the_reader_answers(asked):
    replies = {"reason_step": [{"sentence": "Net sales were $7,547 million.", "done": True}]}
    with asked("ircot", replies) as (system, server):
        answer = system.ask(SALES)
    assert answer.value == Decimal(7547) * 10**6
    assert len(server.requests) == 1
    assert len(steps(answer, "passages")) == 1
    assert len(answer.evidence) == 5
    assert set(answer.ranked[:5]) == set(answer.evidence)


def test_each_sentence_is_the_next_query(asked):
    replies = {
        "reason_step": [
            {"sentence": "Find the net sales of Harbor Peak Foods in 2022.", "done": False},
            {"sentence": "Find the inventories of Harbor Pike Foods in 2021.", "done": False},
        ]
    }
    with asked("ircot", replies) as (system, server):
        answer = system.ask(VAGUE)
    searched = [step.detail["question"] for step in steps(answer, "passages")]
    assert len(searched) == 3, "the step limit"
    assert len(server.requests) == 2, "nothing is thought that is not searched for"
    second = server.requests[1]["messages"][-1]["content"]
    assert "Find the net sales of Harbor Peak Foods in 2022." in second
    assert {"HPFD", "HPKF"} <= {filing.split("_")[0] for filing in answer.filings}


def test_a_thought_that_comes_again_ends_it(asked):
    replies = {"reason_step": [{"sentence": "Look at net sales.", "done": False}]}
    with asked("ircot", replies, baselines={"steps": 9}) as (system, server):
        answer = system.ask(VAGUE)
    assert len(server.requests) == 2
    assert len(steps(answer, "passages")) == 2


def test_tokens_are_counted_by_phase(asked):
    replies = {"reason_step": [{"sentence": "Look at net sales.", "done": True}]}
    with asked("ircot", replies) as (system, _):
        system.ask(SALES)  # with the canary's tokens
        answer = system.ask(SALES)
    (thought,) = steps(answer, "reasoning")
    assert (thought.usage.input_tokens, thought.usage.output_tokens) == (100, 10)
    assert answer.usage == answer.trace.usage()


def test_retrieval_alone_reads_nothing(asked):
    replies = {"reason_step": [{"sentence": "Look at net sales.", "done": True}]}
    with asked("ircot", replies) as (system, _):
        found = system.retrieve(SALES)
    assert found.candidates
    assert not [step for step in found.trace.steps if step.stage == "answer"]
