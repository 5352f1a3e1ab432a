"""Cells taken as figures, with the sign that they have there."""

from decimal import Decimal

import pytest

from hirec.analysts.rule.operands import find_operand
from hirec.analysts.rule.requirement import Requirement
from tests.hirec.analysts.rule.test_operands import FY22, Y22, filing, passage, table


@pytest.mark.parametrize(
    ("tax", "after", "deducted"),
    [("(193)", "807", True), ("(193)", "1,193", False), ("193", "807", False)],
)
def test_taxes_below_zero_are_an_expense_where_they_are_added(
    tax: str, after: str, deducted: bool
) -> None:
    rows: list[tuple[str, list[str | None]]] = [
        ("Income before income taxes", ["1,000"]),
        ("Income tax expense", [tax]),
        ("Net income", [after]),
    ]
    statement = table(rows, [Y22], "CONSOLIDATED STATEMENTS OF INCOME")
    operand = find_operand(
        Requirement("income_tax", None, FY22), [passage(statement)], {"ACME_2022_10K": filing()}
    )
    assert operand is not None
    assert (operand.tagged == Decimal(193_000_000)) is deducted
