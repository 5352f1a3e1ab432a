from decimal import Decimal

import pytest

from hirec.types import Scope
from hirec.understanding import understand
from training.grounding.expansion import expand


@pytest.mark.parametrize(
    ("question", "years", "values", "expected"),
    [
        ("What were legal fees in 2012?", [2012], [7], 7),
        ("What was the change in legal fees from 2011 to 2012?", [2011, 2012], [5, 7], 7 - 5),
        ("What was the percentage change in legal fees from 2011 to 2012?", [2011, 2012], [4, 5],
         100 * (5 - 4) / 4),
        ("What was the average of legal fees in 2011 and 2012?", [2011, 2012], [4, 8],
         (4 + 8) / 2),
    ],
)  # fmt: skip
def test_a_question_becomes_its_figures_and_what_is_computed_of_them(
    question: str, years: list[int], values: list[int], expected: float
) -> None:
    expanded = expand(understand(question, Scope()))
    assert expanded is not None
    periods = [figure.period for figure in expanded.figures]
    assert [period.period.fiscal_year for period in periods if period] == years
    assert expanded.compute([Decimal(value) for value in values]) == Decimal(str(expected))


def test_a_question_for_words_has_no_figures() -> None:
    assert expand(understand("Why did legal fees rise?", Scope())) is None
