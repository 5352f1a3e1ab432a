"""Rows that look like the figure asked for and are another."""

from datetime import date

import pytest

from hirec.types import Period
from tests.hirec.analysts.rule.figures.test_operands import (
    FY22,
    INCOME,
    Y21,
    Y22,
    find,
    passage,
    table,
)


def test_what_is_summarized_of_guarantors_is_not_held_against_the_group_s_statement() -> None:
    guarantors = table(
        [("Net sales", ["400", "380"])], [Y22, Y21], "Summarized Statements of Income"
    )
    operand = find("revenue", FY22, passage(guarantors, 20), passage(INCOME, 52))
    assert operand is not None
    assert operand.page_number == 52


def test_twelve_months_that_end_within_a_fiscal_year_are_no_year() -> None:
    trailing = Period(2022, None, date(2022, 6, 30), 12)
    rows = table([("Widget revenues", ["700"])], [trailing], "Key figures")
    assert find("widget revenues", FY22, passage(rows)) is None
    assert find("widget revenues", FY22, passage(table([("Widget revenues", ["700"])], [Y22], "")))


@pytest.mark.parametrize(
    ("row", "asked", "found"),
    [
        ("Outside Europe", "net sales Europe", False),
        ("United States", "net sales United States", True),
        ("Outside the United States", "net sales United States", False),
        ("Europe", "net sales Europe", True),
        ("All regions excluding Europe", "net sales Europe", False),
    ],
)
def test_what_a_row_leaves_out_does_not_answer(row: str, asked: str, *, found: bool) -> None:
    sales = table([("Net sales", []), (row, ["700"])], [Y22], "Net sales by region")
    assert (find(asked, FY22, passage(sales)) is not None) is found


def test_a_share_of_another_figure_is_not_the_amount() -> None:
    shares = table([("Advertising", ["2.2 %"])], [Y22], "Costs as a percentage of net sales", "")
    assert find("spend advertising", FY22, passage(shares)) is None


def test_an_amount_of_money_is_no_count() -> None:
    costs = table(
        [("Group insurance", ["$ 54", "$ 58"])],
        [Y22, Y21],
        "Employee costs",
        "(Dollars in millions)",
    )
    assert find("number of group insurance", FY22, passage(costs)) is None
