"""Words that are read with the ones beside them, or not at all."""

import pytest

from hirec.types import Arithmetic, CompanyRef, Operation, ParsedQuestion, Scope
from hirec.understanding import understand

ACME = CompanyRef("1", "Acme Corp", "Acme")


def parsed(question: str) -> ParsedQuestion:
    return understand(question, Scope(companies=(ACME,)))


@pytest.mark.parametrize(
    ("question", "operation", "words"),
    [
        (
            "By what percent did Acme's average kite deposits grow from 2021 to 2022?",
            Operation.GROWTH,
            "average kite deposits",
        ),
        (
            "What was Acme's average kite deposit growth from 2020 to 2022?",
            Operation.AVERAGE,
            "kite deposit",
        ),
    ],
)
def test_an_average_that_grows_is_no_average_of_growth(
    question: str, operation: Operation, words: str
) -> None:
    found = parsed(question)
    assert (found.operation, found.figures[0].words) == (operation, words)


def test_a_definition_that_is_read_in_half_is_none() -> None:
    asked = "What was Acme's gross profit on kites in 2022 (kite revenue less {})?"
    assert not parsed(asked.format("what it paid for the string")).definitions
    ((_, formula),) = parsed(asked.format("kite costs")).definitions
    assert isinstance(formula, Arithmetic)
