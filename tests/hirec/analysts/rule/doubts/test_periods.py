"""A number of another year or length than the one meant is in doubt."""

from dataclasses import replace
from datetime import date

import pytest

from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.doubts.periods import (
    false_premise,
    moved_otherwise,
    not_opened,
    other_length,
    other_year,
)
from hirec.types import Figure, Period, PeriodRef
from tests.hirec.analysts.rule.doubts.test_checks import said, stated, used
from tests.hirec.analysts.rule.figures.test_operands import INCOME, Y21, Y22, filing, passage, table


@pytest.mark.parametrize(
    ("ends", "fiscal", "doubted"),
    [("2022-01-29", False, True), ("2022-01-29", True, False), ("2022-12-31", False, False)],
)
def test_a_year_that_lies_mostly_in_the_one_before_is_in_doubt_unless_called_fiscal(
    ends: str, fiscal: bool, doubted: bool
) -> None:
    operand, made = stated("net_income", INCOME), filing()
    identity = replace(made.identity, period_end=date.fromisoformat(ends), fiscal_year=2022)
    figure = Figure("net income", "net_income", period=PeriodRef(Period(2022), "2022", fiscal))
    use = Use(figure, operand, passage(INCOME), replace(made, identity=identity), "")
    assert bool(other_year(use)) is doubted


@pytest.mark.parametrize(("fiscal", "doubted"), [(False, True), (True, False)])
def test_a_year_that_only_closed_in_the_one_asked_is_in_doubt(
    *, fiscal: bool, doubted: bool
) -> None:
    closed = replace(Y22, end=date(2023, 1, 28))
    income = table([("Net income", ["80", "70"])], [closed, Y21], "STATEMENTS OF INCOME")
    column, asked = income.columns[0].label, PeriodRef(Period(2023), "2023", fiscal)
    operand = said("Net income", column, "80")
    use = used(Figure("net income", "net_income", period=asked), operand, income)
    assert ("January 2023" in other_year(use)) is doubted


@pytest.mark.parametrize(("quarter", "doubted"), [(2, True), (3, False)])
def test_a_quarter_of_the_calendar_that_is_another_of_the_companys_is_in_doubt(
    quarter: int, *, doubted: bool
) -> None:
    closed = Period(2022, 3, date(2022, 7, 2), 3)
    income = table([("Net income", ["80", "70"])], [closed, Y21], "STATEMENTS OF INCOME")
    asked = PeriodRef(Period(2022, quarter), f"Q{quarter} 2022")
    operand = said("Net income", income.columns[0].label, "80")
    use = used(Figure("net income", "net_income", period=asked), operand, income)
    assert ("third of fiscal 2022" in other_year(use)) is doubted


@pytest.mark.parametrize(
    ("when", "concept", "doubted"),
    [
        ("May 2022", "net_income", True),
        ("May 2022", "total_assets", False),
        ("2022", "net_income", False),
    ],
)
def test_a_month_is_no_year(when: str, concept: str, doubted: bool) -> None:
    figure = Figure("it", concept, period=PeriodRef(Period(2022), when))
    assert bool(other_length(used(figure, said("Net income")))) is doubted


def test_what_did_not_fall_fell_by_nothing() -> None:
    figures = [Figure("sales", period=PeriodRef(Period(year), str(year))) for year in (2021, 2022)]
    operands = [said("Sales", printed="70"), said("Sales", printed="80")]
    rose = {one: replace(o, value=v) for one, o, v in zip(figures, operands, (70, 80), strict=True)}
    fell = {one: replace(o, value=v) for one, o, v in zip(figures, operands, (80, 70), strict=True)}
    asked = "By how much did Acme's sales fall in 2022"
    assert "did not fall" in false_premise(asked, rose)
    assert false_premise(asked, fell) == ""
    assert false_premise("By how much did Acme's sales change in 2022", rose) == ""


def test_a_calendar_year_is_no_fiscal_year_that_ends_in_its_midst() -> None:
    made = filing()
    closed = replace(made.identity, period_end=date(2022, 7, 30))
    figure = Figure("net income", "net_income", period=PeriodRef(Period(2022), "2022"))
    operand = stated("net_income", INCOME)
    for identity, doubted in ((closed, True), (made.identity, False)):
        asked = "Acme net income in calendar 2022"
        use = Use(figure, operand, passage(INCOME), replace(made, identity=identity), asked)
        assert ("July 2022" in other_year(use)) is doubted


@pytest.mark.parametrize(
    ("question", "words", "doubted"),
    [
        ("Acme 2023 change in inventories", "inventories", True),
        ("By how much did inventories rise in 2023?", "inventories", False),
        ("change in inventories from 2022 to 2023", "inventories", False),
        ("Acme 2023 change in total assets", "total assets", False),
    ],
)
def test_a_balance_s_change_in_one_period_may_be_another_in_cash_flows(
    question: str, words: str, *, doubted: bool
) -> None:
    assert bool(moved_otherwise(question, [Figure(words), Figure(words)])) is doubted


@pytest.mark.parametrize(
    ("question", "asked", "doubted"),
    [
        ("Acme opening goodwill December 31, 2022", Period(2022, end=date(2022, 12, 31)), True),
        ("Acme goodwill, opening balance 2023", Period(2022, months=0), False),
        ("Acme goodwill 2022", Period(2022), False),
    ],
)
def test_the_close_of_a_period_is_not_what_it_began_with(
    question: str, asked: Period, *, doubted: bool
) -> None:
    figure = Figure("goodwill", "goodwill", period=PeriodRef(asked, "2022", False))
    balances = table([("Goodwill", ["80", "70"])], [Y22, Y21], "BALANCE SHEETS")
    assert bool(not_opened(used(figure, said("Goodwill"), balances, question))) is doubted
