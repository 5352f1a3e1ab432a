"""Reflection: is retrieval needed, is a passage relevant, which answer stands."""

from decimal import Decimal

import pytest

from hirec.evaluation.strategies.reflection import Marks
from hirec.types import Verdict
from tests.hirec.evaluation.strategies.conftest import SALES

YES, NO = {"retrieve": "yes"}, {"retrieve": "no"}
HIGH, LOW = {"support": "fully", "useful": 5}, {"support": "no", "useful": 1}


def about_sales(prompt):
    return {"relevant": "yes" if "7,547" in prompt else "no"}


def reflections(answer):
    return [step.detail for step in answer.trace.steps if step.stage == "reflection"]


def test_what_is_irrelevant_is_not_read(asked):
    replies = {
        "reflect_retrieve": [YES],
        "reflect_passage": [about_sales],
        "reflect_answer": [HIGH],
    }
    with asked("self-rag", replies) as (system, _):
        answer = system.ask(SALES)
    assert answer.value == Decimal(7547) * 10**6
    relevant = reflections(answer)[1]["relevant"]
    assert 0 < len(relevant) < 5
    assert answer.evidence[0].passage_id in relevant


def test_the_answer_with_the_best_marks_stands(asked):
    seen = []

    def third(prompt):
        seen.append(prompt)
        return HIGH if len(seen) == 3 else LOW

    replies = {
        "reflect_retrieve": [YES],
        "reflect_passage": [{"relevant": "yes"}],
        "reflect_answer": [third],
    }
    baselines = {"search": "hirec", "passages": 8}
    with asked("self-rag", replies, baselines=baselines) as (system, _):
        answer = system.ask(SALES)
    marks = reflections(answer)[2]["marks"]
    assert len(marks) == len(seen) >= 3
    assert marks.count(HIGH) == 1
    assert answer.evidence[0].text[:100] in seen[2]


def test_from_memory_nothing_is_verified(asked):
    replies = {"reflect_retrieve": [NO], "recall_answer": [{"answer": "About $7.5 billion."}]}
    with asked("self-rag", replies) as (system, server):
        answer = system.ask(SALES)
    assert (answer.value, answer.verdict) == (Decimal("7.5E+9"), Verdict.UNVERIFIED)
    assert not answer.citations
    assert not answer.ranked
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("marks", "score"),
    [
        (Marks(support="fully", useful=5), 1 + 0.5 * 1),
        (Marks(support="partially", useful=3), 0.5 + 0.5 * 0),
        (Marks(support="no", useful=1), 0 + 0.5 * -1),
    ],
)
def test_marks_by_hand(marks, score):
    assert marks.score == pytest.approx(score)
