"""Cash that activities brought or took is no balance."""

import pytest

from hirec.types import Operation, Scope
from hirec.understanding import understand
from tests.hirec.understanding.test_senses import parsed


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("How much cash did Acme generate from operations in 2023?", "cfo"),
        ("How much cash did Acme generate from or use in operations in 2023?", "cfo"),
        ("How much cash was used for investing activities by Acme in 2023?", "cfi"),
        ("How much cash did Acme use for financing in 2023?", "cff"),
        ("How much cash did Acme hold at the end of 2023?", "cash"),
        ("How much cash did Acme's operations hold in 2023?", "cash"),
    ],
)
def test_a_flow_is_known_by_its_verb_and_its_activities(question: str, concept: str) -> None:
    (figure,) = understand(question, Scope()).figures
    assert figure.concept == concept


def test_the_kind_of_part_that_is_asked_for_is_no_empty_word() -> None:
    found = understand("What was the only segment where Acme's net sales grew in 2023?", Scope())
    assert (found.choose, found.operation) == ("segment", Operation.ROSE)


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("Acme 2023 increase in cash", "net_change_in_cash"),
        ("What was the change in cash at Acme in Q2 2023?", "net_change_in_cash"),
        ("By how much did Acme's cash change in 2023?", "cash"),
        ("Acme's change in cash from 2022 to 2023", "cash"),
    ],
)
def test_the_increase_in_cash_of_one_period_is_a_flow(question: str, concept: str) -> None:
    assert [one.concept for one in parsed(question).figures] == [concept]


@pytest.mark.parametrize(
    ("question", "operation", "words"),
    [
        (
            "What was the change in total other costs from 2021 to 2022?",
            "difference",
            "total other costs",
        ),
        (
            "What was the percentage change in total fees between 2021 and 2022?",
            "growth",
            "total fees",
        ),
        (
            "What was the change in total net sales from 2021 to 2022?",
            "difference",
            "total net sales",
        ),
    ],
)
def test_a_change_in_a_total_is_no_sum(question: str, operation: str, words: str) -> None:
    found = parsed(question)
    assert found.operation.value == operation
    assert [figure.words for figure in found.figures] == [words]
