"""What a cell is taken for: units, rates, and amounts a share that only later reports state."""

from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.analysts.rule.figures.operands import find_operand
from hirec.analysts.rule.requirements.requirement import requirement_of
from hirec.types import Figure
from tests.hirec.analysts.rule.figures.test_operands import (
    FY22,
    INCOME,
    Y21,
    Y22,
    filing,
    find,
    passage,
    table,
)


def test_units_are_no_money_and_a_rate_is_neither_of_its_parts() -> None:
    sales = table(
        [("Net sales", ["$ 900", "$ 800"]), ("Unit sales", ["217", "216"])],
        [Y22, Y21],
        "Engine net sales and unit sales (dollars in millions and units in thousands)",
    )
    sold = find("engine unit sales", FY22, passage(sales))
    assert sold is None or sold.unit != "USD"
    assert find("engine revenue per unit", FY22, passage(sales)) is None
    engines = table([("Engines", ["419", "226"])], [Y22, Y21], "Sales in units, except where noted")
    found = find("engines", FY22, passage(engines))
    assert found is None or found.unit == ""


def test_an_amount_a_share_that_later_reports_alone_state_is_in_doubt() -> None:
    later = replace(filing("ACME_2024_10K"), identity=replace(filing().identity, fiscal_year=2024))
    told = passage(INCOME, filing_id="ACME_2024_10K")
    filings = {"ACME_2024_10K": later, "ACME_2022_10K": filing()}
    alone = find("eps_diluted", FY22, told, filings=filings)
    assert alone is not None
    assert alone.doubt.startswith("Found in reports from FY2024 on alone")
    agreed = find("eps_diluted", FY22, told, passage(INCOME), filings=filings)
    assert agreed is not None
    assert not agreed.doubt
    money = find("revenue", FY22, told, filings=filings)
    assert money is not None
    assert not money.doubt


@pytest.mark.parametrize(
    ("tax", "after", "deducted"),
    [
        ("(193)", "807", False),
        ("(193)", "826", True),
        ("(193)", "1,193", False),
        ("193", "807", False),
    ],
)
def test_taxes_below_zero_are_an_expense_where_they_are_added(
    tax: str, after: str, deducted: bool
) -> None:
    rows: list[tuple[str, list[str | None]]] = [
        ("Income before income taxes", ["1,000"]),
        ("Income tax expense", [tax]),
        ("Equity in income of affiliated companies", ["19"]),
        ("Income of continuing operations", [after]),
        ("Net income", ["999"]),
    ]
    statement = table(rows, [Y22], "CONSOLIDATED STATEMENTS OF INCOME")
    operand = find("income_tax", FY22, passage(statement))
    assert operand is not None
    assert (operand.tagged == Decimal(193_000_000)) is deducted


@pytest.mark.parametrize(
    ("restructuring", "after", "meant"),
    [("(34)", "434", Decimal(-34_000_000)), ("(34)", "366", None), ("34", "366", None)],
)
def test_a_charge_below_zero_is_a_credit_where_it_raises_what_is_left(
    restructuring: str, after: str, meant: Decimal | None
) -> None:
    rows = [
        ("Gross profit", ["$ 1,000", "$ 900"]),
        ("Selling, general and administrative expenses", ["600", "500"]),
        ("Restructuring charges", [restructuring, "20"]),
        ("Operating income", [after, "380"]),
    ]
    found = find("restructuring charges", FY22, passage(table(rows, [Y22, Y21], "OPERATIONS")))
    assert found is not None
    assert found.tagged == meant


def test_an_income_below_an_income_in_brackets_is_one() -> None:
    rows: list[tuple[str, list[str | None]]] = [
        ("Interest income", ["$ (186)", "$ (90)"]),
        ("Gain upon sale of Bolt", ["(100)", "-"]),
        ("Other", ["20", "10"]),
    ]
    told = table(rows, [Y22, Y21], "Nonoperating (income) expense, net (dollars in millions)")
    found = find("interest income", FY22, passage(told))
    assert found is not None
    assert found.tagged == Decimal(186_000_000)
    gain = find("as reported gain upon sale of Bolt", FY22, passage(told))
    assert gain is not None
    assert gain.tagged == Decimal(100_000_000)


@pytest.mark.parametrize(
    ("caption", "printed", "taken"),
    [
        ("CONSOLIDATED STATEMENTS OF CASH FLOWS", "(283)", False),
        ("Repurchases", "$ 283", False),
        ("Repurchases", "283", True),
    ],
)
def test_how_many_is_not_answered_by_how_much(caption: str, printed: str, taken: bool) -> None:
    told = table([("Repurchase of common shares", [printed, "1"])], [Y22, Y21], caption)
    figure = Figure("repurchase of common shares", kind="count", period=FY22, row_name=True)
    found = find_operand(requirement_of(figure), [passage(told)], {"ACME_2022_10K": filing()})
    assert (found is not None) is taken


@pytest.mark.parametrize(("parent", "taken"), [("$ 4,264", True), ("$ 5,736", False)])
def test_what_others_have_of_a_profit_is_above_zero_where_it_is_deducted(
    parent: str, taken: bool
) -> None:
    rows = [
        ("Consolidated net income", ["5,000"]),
        ("Less consolidated net income attributable to noncontrolling interest", ["(736)"]),
        ("Consolidated net income attributable to Acme", [parent]),
    ]
    statement = table(rows, [Y22], "CONSOLIDATED STATEMENTS OF INCOME")
    found = find("net_income_noncontrolling", FY22, passage(statement))
    assert found is not None
    assert (found.tagged == Decimal(736_000_000)) is taken


def test_an_average_number_of_things_is_no_average_per_thing() -> None:
    rows: list[tuple[str, list[str | None]]] = [
        ("Average paying members", ["71,689", "60,000"]),
        ("Average revenue per paying member", ["$ 13.32", "$ 12.50"]),
    ]
    found = find(
        "average revenue per paying member",
        FY22,
        passage(table(rows, [Y22, Y21], "As of/Year ended: revenue and membership")),
    )
    assert found is not None
    assert found.printed == "$ 13.32"


@pytest.mark.parametrize(
    ("rows", "gain"),
    [
        (
            [
                ("Gross profit", ["$ 1,000"]),
                ("Product development", ["600"]),
                ("Gain on sale of widgets", ["(100)"]),
                ("Total operating expenses", ["500"]),
            ],
            True,
        ),
        (
            [
                ("Income before taxes", ["$ 1,000"]),
                ("Gain on sale of widgets", ["(100)"]),
                ("Net income", ["1,100"]),
            ],
            True,
        ),
        (
            [
                ("Income before taxes", ["$ 1,000"]),
                ("Gain on sale of widgets", ["(100)"]),
                ("Net income", ["900"]),
            ],
            False,
        ),
    ],
)
def test_a_gain_that_is_taken_off_costs_is_above_zero(
    rows: list[tuple[str, list[str | None]]], gain: bool
) -> None:
    found = find("as reported gain on sale of widgets", FY22, passage(table(rows, [Y22], "Bolt")))
    assert found is not None
    assert (found.tagged == Decimal(100_000_000)) is gain


def test_what_was_paid_for_shares_is_no_number_of_them() -> None:
    equity = table(
        [("Shares repurchased", ["$ (27)", "$ (9)"])], [Y22, Y21], "Statements of equity"
    )
    need = Figure("shares repurchased", kind="count", period=FY22)
    filings = {"ACME_2022_10K": filing()}
    assert find_operand(requirement_of(need), [passage(equity)], filings) is None
    assert find_operand(requirement_of(replace(need, kind="")), [passage(equity)], filings)
