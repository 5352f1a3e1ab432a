"""Doubts about whose name a number bears."""

import pytest

from hirec.analysts.rule.doubts.names import many_figures, other_name, other_share
from hirec.types import Figure
from tests.hirec.analysts.rule.doubts.test_checks import BOTH_WAYS, said, stated, used
from tests.hirec.analysts.rule.figures.test_operands import (
    INCOME,
    Y21,
    Y22,
    table,
)


def test_where_both_shares_are_printed_the_one_taken_is_in_doubt() -> None:
    operand = stated("net_income_parent", BOTH_WAYS)
    figure = Figure("consolidated net income", "net_income")
    assert "85" in other_share(used(figure, operand, BOTH_WAYS))


def test_a_question_that_says_whose_share_is_in_no_doubt() -> None:
    operand = stated("net_income_parent", BOTH_WAYS)
    figure = Figure("net income attributable to the company", "net_income_parent")
    asked = "What was net income attributable to Acme"
    assert other_share(used(figure, operand, BOTH_WAYS, asked)) == ""


@pytest.mark.parametrize("metric", ["revenue", "net_income"])
def test_a_figure_printed_one_way_is_in_no_doubt(metric: str) -> None:
    figure = Figure(metric.replace("_", " "), metric)
    assert other_share(used(figure, stated(metric, INCOME))) == ""


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
    assert bool(other_name(used(Figure(words), said(row)))) is doubted


@pytest.mark.parametrize(
    ("row", "doubted"),
    [
        ("Restructuring and impairment costs", True),
        ("Restructuring and other charges", False),
    ],
)
def test_a_row_that_joins_another_figure_to_the_one_asked_for_is_in_doubt(
    row: str, doubted: bool
) -> None:
    figure = Figure("restructuring charges", "restructuring")
    assert bool(other_name(used(figure, said(row)))) is doubted


@pytest.mark.parametrize(
    ("words", "row", "doubted"),
    [
        ("costs", "Net cost", True),
        ("losses", "We recorded losses of 882.", True),
        ("losses and provisions", "Total losses and provisions", True),
        ("widget costs", "Widget costs", False),
    ],
)
def test_a_name_of_many_figures_is_in_doubt_outside_a_statement(
    words: str, row: str, doubted: bool
) -> None:
    note = table([("Net cost", ["882", "1"])], [Y22, Y21], "Components of pension cost")
    assert bool(many_figures(used(Figure(words), said(row), note))) is doubted


@pytest.mark.parametrize(
    ("words", "question", "doubted"),
    [
        ("Umber", "What did Acme pay for Umber", True),
        ("Umber", "What was Acme's Umber", False),
        ("umber paint", "What did Acme spend on umber paint", False),
    ],
)
def test_what_stands_beside_a_name_alone_is_not_sure_to_be_its_price(
    words: str, question: str, *, doubted: bool
) -> None:
    use = used(Figure(words), said("Umber"), question=question)
    assert bool(many_figures(use)) is doubted


def test_a_name_of_many_figures_is_sure_where_a_statement_has_just_that_row() -> None:
    assert many_figures(used(Figure("expenses"), said("Expenses"))) == ""


def test_a_profit_of_no_kind_is_named() -> None:
    figure, operand = Figure("net income", "net_income"), said("Net income")
    assert "Net income" in many_figures(used(figure, operand, question="What was Acme's profit?"))
    for plain in ("What was Acme's net profit?", "Acme profit after tax", "Is Acme profitable?"):
        assert many_figures(used(figure, operand, question=plain)) == ""


def test_what_is_called_consolidated_is_not_all_that_a_part_has() -> None:
    figure = Figure("net sales Tools", "net_sales", part="Tools")
    row = said("Consolidated net sales", "2022 Tools")
    assert other_name(used(figure, row, question="Acme Tools net sales"))
    assert not other_name(used(figure, row, question="Acme Tools consolidated net sales"))
