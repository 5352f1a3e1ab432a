from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.analysts.rule.doubts.amounts import other_kind, what_moved
from hirec.analysts.rule.doubts.checks import CHECKS, doubts_of
from hirec.analysts.rule.doubts.number_used import Use
from hirec.analysts.rule.doubts.rows import netted, other_rows, without_costs
from hirec.analysts.rule.figures.operands import find_operand
from hirec.analysts.rule.requirements.requirement import Requirement
from hirec.types import Figure, Operand
from tests.hirec.analysts.rule.figures.test_operands import (
    FY22,
    INCOME,
    Y21,
    Y22,
    filing,
    passage,
    table,
)

FILINGS = {"ACME_2022_10K": filing()}
BOTH_WAYS = table(
    [
        ("Net sales", ["$ 1,000", "$ 900"]),
        ("Net income", ["85", "74"]),
        ("Net income attributable to noncontrolling interests", ["5", "4"]),
        ("Net income attributable to Acme", ["80", "70"]),
    ],
    [Y22, Y21],
    "CONSOLIDATED STATEMENTS OF INCOME",
)


def stated(metric: str, content: object) -> Operand:
    found = find_operand(Requirement(metric, None, FY22), [passage(content)], FILINGS)
    assert found is not None
    return found


def said(row: str, column: str = "2022", printed: str = "882", unit: str = "USD") -> Operand:
    operand = stated("net_income", INCOME)
    value = Decimal(-1 if printed.startswith("(") else 1)
    return replace(operand, row=row, column=column, printed=printed, unit=unit, value=value)


def used(figure: Figure, operand: Operand, content: object = INCOME, question: str = "") -> Use:
    return Use(figure, operand, passage(content), filing(), question)


def test_a_row_named_word_for_word_is_what_is_meant() -> None:
    operand = stated("net_income", INCOME)
    assert used(Figure("net income", "net_income"), operand).literal
    assert not used(Figure("bottom line", "net_income"), operand).literal


def test_a_figure_named_word_for_word_takes_no_doubt_from_another() -> None:
    figures = [Figure("capital expenditures"), Figure("homes")]
    rows = ["Capital expenditures", "Home sale revenues"]
    told = [doubts_of(f, said(row), [], FILINGS) for f, row in zip(figures, rows, strict=True)]
    assert told[0] == ""
    assert told[1]


def test_a_count_that_is_answered_in_money_is_in_doubt() -> None:
    figure = Figure("net additions", counted="paid net additions")
    assert doubts_of(figure, said("Additions to content assets"), [], FILINGS)
    shops = said("Shops", unit="")
    assert doubts_of(Figure("shops", counted="shops"), shops, [], FILINGS) == ""


BLOCKS = [
    ("Shop-operated sales:", []),
    ("Norway", ["882", "1"]),
    ("Franchised revenues:", []),
    ("Norway", ["40", "2"]),
    ("Revenues by market:", []),
    ("Norway", ["922", "3"]),
]


def test_every_check_says_what_it_doubts() -> None:
    assert all(check.__doc__ for check in CHECKS)


BALANCES = table(
    [
        ("Loans and notes payable", ["30", "20"]),
        ("Current maturities of long-term debt", ["12", "11"]),
        ("Long-term debt", ["90", "80"]),
    ],
    [Y22, Y21],
    "CONSOLIDATED BALANCE SHEETS",
)


@pytest.mark.parametrize(
    ("question", "words", "doubted"),
    [
        ("What did Acme spend on advertising?", "advertising", True),
        ("Which share went to advertising?", "advertising", False),
        ("What was the utilization rate?", "utilization rate", False),
    ],
)
def test_a_percentage_that_is_not_asked_for_is_in_doubt(
    question: str, words: str, *, doubted: bool
) -> None:
    operand = said("Advertising", printed="2.2", unit="%")
    assert bool(other_kind(used(Figure(words), operand, question=question))) is doubted


@pytest.mark.parametrize(
    ("question", "figure", "doubted"),
    [
        ("How much debt did Acme repay", Figure("debt", "total_debt"), True),
        ("What was Acme's debt", Figure("debt", "total_debt"), False),
        ("How much revenue did Acme raise", Figure("revenue", "revenue"), False),
    ],
)
def test_a_balance_is_not_what_was_issued_or_repaid(
    question: str, figure: Figure, *, doubted: bool
) -> None:
    assert bool(what_moved(used(figure, said("Debt"), question=question))) is doubted


def test_interest_that_may_be_net_is_in_doubt_unless_net_is_asked_for() -> None:
    figure, operand = Figure("interest expense", "interest_expense"), said("Interest expense, net")
    assert "net" in netted(used(figure, operand, question="What was the interest expense?"))
    assert netted(used(figure, operand, question="What was the net interest expense?")) == ""


def test_expenses_below_a_gross_profit_are_not_all_costs() -> None:
    rows: list[tuple[str, list[str | None]]] = [
        ("Gross profit", ["$ 400"]),
        ("Total operating expenses", ["150"]),
    ]
    below = table(rows, [Y22], "CONSOLIDATED STATEMENTS OF INCOME")
    alone = table(rows[1:], [Y22], "CONSOLIDATED STATEMENTS OF INCOME")
    figure, operand = Figure("total costs", "total_costs"), said("Total operating expenses")
    assert "Gross profit" in without_costs(used(figure, operand, below))
    assert without_costs(used(figure, operand, alone)) == ""


def test_a_balance_that_several_rows_make_up_is_in_doubt_by_one_of_them() -> None:
    label = BALANCES.columns[0].label
    part, whole = (
        said("Current maturities of long-term debt", label, "12"),
        said("Long-term debt", label, "90"),
    )
    assert "notes payable" in other_rows(used(Figure("d", "current_debt"), part, BALANCES))
    assert other_rows(used(Figure("d", "long_term_debt"), whole, BALANCES)) == ""
