import pytest

from hirec.analysts.rule.questions.page import completed
from hirec.types import Aggregated, Form, Identity, Operation, ParsedQuestion, Passage, Scope
from hirec.understanding import understand
from indexing.contexts import read_page

CELLS = [["", "2010", "2009", "2008"], ["Rental income", "30", "20", "10"]]


def page() -> list[Passage]:
    return read_page("p", CELLS, ["All figures in millions."], Identity("", Form.OTHER))


def over(question: str) -> ParsedQuestion:
    return completed(understand(question, Scope(given=True)), page()).parsed


def years(parsed: ParsedQuestion) -> list[int | None]:
    return [ref.period.fiscal_year for ref in parsed.periods]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was the change in rental income?", [2008, 2010]),
        ("What was the average rental income?", [2008, 2009, 2010]),
        ("What was rental income?", []),
        ("What was the change in rental income from 2008 to 2009?", [2008, 2009]),
    ],
)
def test_the_operation_decides_which_years_are_meant(question: str, expected: list[int]) -> None:
    assert years(over(question)) == expected


def test_what_was_assumed_is_said() -> None:
    parsed = understand("What was the change in rental income?", Scope(given=True))
    assert "names no period" in completed(parsed, page()).assumption
    dated = understand("What was rental income in 2009?", Scope(given=True))
    assert completed(dated, page()).assumption == ""


def test_a_total_of_several_years_is_their_sum() -> None:
    assert over("What was total rental income in 2008 and 2009?").operation is Operation.SUM


def test_an_average_that_no_row_states_is_that_of_a_year_and_the_one_before() -> None:
    parsed = over("What was the 2010 average rental income?")
    (mean,) = parsed.measures
    assert isinstance(mean, Aggregated)
    assert (mean.aggregate, mean.figure.words, years(parsed)) == (
        "average",
        "rental income",
        [2010],
    )
