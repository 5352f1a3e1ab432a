from dataclasses import replace

import pytest

from hirec.analysts.rule.doubts import doubts_of, is_literal, other_name, other_share
from hirec.analysts.rule.operands import find_operand
from hirec.analysts.rule.requirement import Requirement
from hirec.types import Figure, Operand
from tests.hirec.analysts.rule.test_operands import FY22, INCOME, Y21, Y22, filing, passage, table

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


def test_where_both_shares_are_printed_the_one_taken_is_in_doubt() -> None:
    shown = [passage(BOTH_WAYS)]
    operand = stated("net_income_parent", BOTH_WAYS)
    figure = Figure("consolidated net income", "net_income")
    assert "85" in other_share(figure, operand, shown, FILINGS)


@pytest.mark.parametrize("metric", ["revenue", "net_income"])
def test_a_figure_printed_one_way_is_in_no_doubt(metric: str) -> None:
    figure = Figure(metric.replace("_", " "), metric)
    assert other_share(figure, stated(metric, INCOME), [passage(INCOME)], FILINGS) == ""


def test_a_row_named_word_for_word_is_what_is_meant() -> None:
    operand = stated("net_income", INCOME)
    assert is_literal(Figure("net income", "net_income"), operand)
    assert not is_literal(Figure("bottom line", "net_income"), operand)


def said(row: str, column: str = "2022", printed: str = "882") -> Operand:
    return replace(stated("net_income", INCOME), row=row, column=column, printed=printed)


@pytest.mark.parametrize(
    ("words", "row", "doubted"),
    [
        ("homes", "Home sale revenues", True),
        ("expenses", "Capital expenditures", True),
        ("capital expenditures", "Capital expenditures", False),
        ("interest", "Interest excluding subsidiaries", True),
        ("total widgets", "Widgets", False),
    ],
)
def test_a_row_that_says_more_than_the_question_is_in_doubt(
    words: str, row: str, doubted: bool
) -> None:
    assert bool(other_name(Figure(words), said(row))) is doubted


def test_a_figure_named_word_for_word_takes_no_doubt_from_another() -> None:
    figures = [Figure("capital expenditures"), Figure("homes")]
    rows = ["Capital expenditures", "Home sale revenues"]
    told = [doubts_of(f, said(row), [], FILINGS) for f, row in zip(figures, rows, strict=True)]
    assert told[0] == ""
    assert told[1]
