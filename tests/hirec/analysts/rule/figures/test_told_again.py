"""What is told again below a statement is another figure of that name."""

import pytest

from tests.hirec.analysts.rule.figures.test_operands import FY22, Y21, Y22, find, passage, table


@pytest.mark.parametrize("metric", ["capex", "as reported capital expenditures"])
def test_what_moved_no_cash_is_not_what_was_spent(metric: str) -> None:
    flows = table(
        [
            ("Investing activities:", []),
            ("Purchases of property and equipment", ["(118)", "(150)"]),
            ("Non-cash investing and financing activities:", []),
            ("Capital expenditures", ["9", "11"]),
        ],
        [Y22, Y21],
        "CONSOLIDATED STATEMENTS OF CASH FLOWS",
    )
    operand = find(metric, FY22, passage(flows))
    assert operand is None or operand.printed == "(118)"


def test_interest_paid_is_no_interest_expense() -> None:
    paid = table([("Interest", ["26", "22"])], [Y22, Y21], "Acme paid the following in the years")
    assert find("interest_expense", FY22, passage(paid)) is None


def test_the_flows_of_what_was_given_up_are_not_the_flows_of_the_company() -> None:
    flows = table(
        [
            ("Net cash from operating activities", ["788", "716"]),
            ("Discontinued operations:", []),
            ("Net cash used in operating activities", ["—", "(7)"]),
        ],
        [Y22, Y21],
        "CONSOLIDATED STATEMENTS OF CASH FLOWS",
    )
    operand = find("cfo", FY22, passage(flows))
    assert operand is not None
    assert operand.printed == "788"


def test_the_tax_deferred_on_an_allowance_is_no_allowance() -> None:
    deferred = table(
        [("Deferred tax assets:", []), ("Allowance for doubtful accounts", ["4", "5"])],
        [Y22, Y21],
        "Deferred tax assets and liabilities comprise the following",
    )
    assert find("allowance_doubtful", FY22, passage(deferred)) is None
