"""Words beside a figure that say nothing more of it."""

import pytest

from hirec.periods import find_periods
from hirec.types import Operation, Scope
from hirec.understanding import understand
from tests.hirec.understanding.test_understand import ACME, parsed


@pytest.mark.parametrize(
    ("question", "words", "operation"),
    [
        ("How much inventory was Acme holding in FY2021?", "inventory", Operation.VALUE),
        (
            "Stock on hand (merchandise inventories) of Acme in FY2021",
            "merchandise inventories",
            Operation.VALUE,
        ),
        ("Acme operating lease cost for the yr FY2021", "operating lease cost", Operation.VALUE),
        ("inventory change 2021 vs 2020 (Acme 10-K)", "inventory", Operation.DIFFERENCE),
        ("Acme capex, yearly, FY2019 through FY2021", "capital expenditures", Operation.SERIES),
    ],
)
def test_words_that_say_nothing_more_are_no_part_of_a_name(
    question: str, words: str, operation: Operation
) -> None:
    found = parsed(question)
    assert found.operation is operation
    assert [figure.words for figure in found.figures] == [words]


def test_what_is_listed_is_told_in_the_order_asked() -> None:
    found = parsed("What was Acme's revenue in FY2021 and FY2020 respectively?")
    assert [ref.period.label() for ref in found.periods] == ["FY2021", "FY2020"]


def test_what_a_change_is_due_to_is_asked_for_in_words() -> None:
    found = parsed("What accounts for the change in Acme's interest expense in FY2021?")
    assert (found.operation, found.asks_text) == (Operation.TEXT, "reason")


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("Acme's Air segment profit as a percentage of its sales in FY2021", "Air segment"),
        ("Acme's Air segment profit as a percentage of total sales in FY2021", ""),
        ("Acme's Cash Box gross profit as a percentage of its revenue in FY2021", "Cash Box"),
        ("Acme's Cash Box revenue as a percentage of its revenue in FY2021", ""),
        ("Acme's Gross profit as a percentage of its revenue in FY2021", ""),
    ],
)
def test_its_sales_beside_a_segments_profit_are_the_segments(question: str, part: str) -> None:
    _, sales = parsed(question).figures
    assert sales.part == part


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("How much did Acme's revenue grow in the two years to 2023?", [2021, 2022, 2023]),
        ("How much did Acme's revenue grow over the three years 2021-2023?", [2021, 2022, 2023]),
        ("What was Acme's average revenue over the two years to 2023?", [2022, 2023]),
    ],
)
def test_growth_over_so_many_years_takes_as_many_steps(question: str, years: list[int]) -> None:
    periods = find_periods(question)
    found = understand(question, Scope(companies=(ACME,), periods=periods))
    assert [ref.period.fiscal_year for ref in found.periods] == years
