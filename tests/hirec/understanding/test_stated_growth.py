"""A growth that is asked for as the filing may print it."""

import pytest

from hirec.types import Figure, Operation
from hirec.understanding import stated_growth
from tests.hirec.understanding.test_senses import parsed


def test_the_growth_of_what_has_no_name_is_a_percentage_by_its_own() -> None:
    asked = parsed("What was Acme's unit case growth in Asia in 2021?")
    found = stated_growth(asked)
    assert found is not None
    assert found.operation is Operation.VALUE
    (figure,) = found.measures
    assert isinstance(figure, Figure)
    assert (figure.kind, figure.words.split()[-1]) == ("percent", "growth")


@pytest.mark.parametrize(
    "question", ["What was Acme's net income growth in 2021?", "What was Acme's revenue in 2021?"]
)
def test_what_a_statement_states_is_computed(question: str) -> None:
    assert stated_growth(parsed(question)) is None
