from decimal import Decimal

import pytest

from hirec.analysts.rule.plans.formula import Binary, Leaf
from hirec.analysts.rule.plans.plan import Part, Plan
from hirec.analysts.rule.plans.signs import signed_name, without_direction
from hirec.types import Figure, Operand, Operation

INTEREST = Figure("interest expense", "interest_expense")


@pytest.mark.parametrize(
    ("row", "tagged", "variable"),
    [
        ("Interest expense", None, "abs(x)"),  # deducted, as its statement prints it
        ("Interest expense (income), net", None, "x"),  # its own words say what brackets mean
        ("Interest expense (income), net", Decimal(6), "x"),
        ("(Interest income) and other (income) or expense", None, "x"),
        ("Net interest cost", Decimal(6), "abs(x)"),
        ("Interest cost", Decimal(-6), "x"),  # its tag says that it is below zero
        ("Benefit (provision) for interest", None, "(-x)"),
    ],
)
def test_brackets_mean_what_the_row_says(row: str, tagged: Decimal | None, variable: str) -> None:
    printed = Operand("x", Decimal(-6), "USD", "F", 1, "F#1.1", "(6)", row=row, tagged=tagged)
    assert without_direction(INTEREST, printed) == variable


@pytest.mark.parametrize(
    ("row", "table", "variable"),
    [
        ("Gain on sale of Bolt", "Consolidated Statements of Cash Flows", "abs(x)"),
        ("Gain (loss) on sale of Bolt", "Consolidated Statements of Cash Flows", "x"),
        ("Bolt sale gain", "Adjustments to reconcile net income follow", "abs(x)"),
        ("Gain on sale of Bolt", "Segment results", "x"),
        ("Gain on sale of Bolt", "Other operating expense consisted of the following", "abs(x)"),
    ],
)
def test_a_gain_that_cash_flows_leave_out_is_one(row: str, table: str, variable: str) -> None:
    printed = Operand("x", Decimal(-6), "USD", "F", 1, "F#1.1", "(6)", row=row, table=table)
    assert without_direction(Figure("gain on sale of Bolt"), printed) == variable


def test_what_is_before_taxes_has_not_their_sign() -> None:
    row = "Income from operations before provision/(benefit) for taxes on income"
    printed = Operand("x", Decimal(6), "USD", "F", 1, "F#1.1", "6", row=row)
    assert without_direction(Figure("income before taxes"), printed) == "x"


@pytest.mark.parametrize(
    ("whole", "variable"),
    [
        ("Net cash used in investing activities", "abs(y)"),
        ("Net cash used in operating activities", "y"),  # no spending, but what was lost
    ],
)
def test_a_share_of_what_was_spent_is_above_zero(whole: str, variable: str) -> None:
    paid, spent = Figure("payments for kites"), Figure("cash used")
    share = Binary("/", Leaf(paid), Leaf(spent))
    plan = Plan(Operation.VALUE, (Part("", share),))
    used = {
        paid: Operand("x", Decimal(-6), "USD", "F", 1, "F#1.1", "(6)", row="Payments for kites"),
        spent: Operand("y", Decimal(-8), "USD", "F", 1, "F#1.2", "(8)", row=whole),
    }
    assert signed_name(plan, paid, used) == "abs(x)"
    assert signed_name(plan, spent, used) == variable
