"""Companies with a period of their own are paired, never crossed."""

import pytest

from hirec.periods import find_periods
from hirec.types import CannotAnswer, CompanyRef, Operation, Scope
from hirec.understanding.paired import Paired, read_pairs

ACME, BOLT = CompanyRef("1", "Acme Corp", "Acme"), CompanyRef("2", "Bolt Inc", "Bolt")
BOTH = [("Acme", 2020, "revenue"), ("Bolt", 2018, "revenue")]


def read(question: str) -> Paired | None:
    return read_pairs(question, Scope((ACME, BOLT), periods=find_periods(question)))


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("What was Acme's revenue in 2020 and Bolt's revenue in 2018?", Operation.SEVERAL),
        ("What was Acme's revenue in 2020 and Bolt's in 2018?", Operation.SEVERAL),
        ("Acme's 2020 revenue against Bolt's 2018", Operation.SEVERAL),
        ("Compare Acme's revenue in FY2020 with Bolt's revenue in FY2018", Operation.SEVERAL),
        ("how does Acme's revenue in 2020 compare with Bolt's in 2018", Operation.SEVERAL),
        ("Rank Acme (2020) and Bolt (2018) by revenue", Operation.SEVERAL),
        ("Acme 2020 revenue minus Bolt 2018 revenue", Operation.DIFFERENCE),
        ("difference between Acme's revenue in 2020 and Bolt's in 2018", Operation.DIFFERENCE),
        ("How much higher was Acme's 2020 revenue than Bolt's 2018?", Operation.DIFFERENCE),
        ("Which had more revenue, Acme in 2020 or Bolt in 2018?", Operation.LARGEST),
        ("Which was larger: Acme revenue 2020 or Bolt revenue 2018?", Operation.LARGEST),
    ],
)
def test_each_company_has_its_own_period(question: str, operation: Operation) -> None:
    found = read(question)
    assert found is not None
    told = [(p.company.said, p.period.period.fiscal_year, p.figure) for p in found.pairs]
    assert [(name, year, figure.lower()) for name, year, figure in told] == BOTH
    assert found.operation is operation


def test_each_may_have_a_figure_of_its_own() -> None:
    found = read("Acme's net income in 2020 and Bolt's total assets in 2018")
    assert found is not None
    assert [pair.figure for pair in found.pairs] == ["net income", "total assets"]


@pytest.mark.parametrize(
    "question",
    [
        "Compare Acme's and Bolt's revenue in 2020 and 2018",
        "Acme's revenue in 2020 and Bolt's revenue in 2020",
        "What was Acme's revenue from 2018 to 2020 and Bolt's in 2018?",
        "What was Acme's revenue in 2018 and in 2020?",
        "What was Acme's revenue in 2020?",
    ],
)
def test_shared_periods_are_no_pairs(question: str) -> None:
    assert read(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "What share of Acme's 2020 revenue was Bolt's 2018 revenue?",
        "Did Acme in 2020 do better than Bolt in 2018?",
        "Acme's revenue growth per employee in 2020 and Bolt's average in 2018",
    ],
)
def test_what_is_not_plain_is_refused(question: str) -> None:
    with pytest.raises(CannotAnswer, match="period of its own"):
        read(question)
