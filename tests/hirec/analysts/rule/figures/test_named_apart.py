"""Names that may be a list of several figures, where no row bears the whole name."""

from collections.abc import Mapping
from decimal import Decimal

import pytest

from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.analysts.rule.figures.grounded import ground_plan
from hirec.analysts.rule.plans.plan import Plan
from hirec.analysts.rule.plans.programs import plan
from hirec.periods import find_periods
from hirec.testing import HashingEncoder
from hirec.types import CannotAnswer, CompanyRef, Figure, Operand, Passage, Scope
from hirec.understanding import named_apart, understand
from tests.hirec.analysts.rule.figures.test_operands import Y21, Y22, filing, passage, table

ACME = CompanyRef("acme", "Acme", "Acme")
INCOME = passage(
    table(
        [
            ("Widget fees", ["$ 40", "$ 30"]),
            ("Kite revenues", ["50", "40"]),
            ("Care costs", ["20", "10"]),
            ("Running costs", ["9", "8"]),
            ("Pay and benefits costs", ["7", "6"]),
        ],
        [Y22, Y21],
        "Consolidated Statements of Income",
    )
)


def read(question: str, place: Passage) -> tuple[Plan, Mapping[Figure, Operand]]:
    parsed = understand(question, Scope(companies=(ACME,), periods=find_periods(question)))
    numeric = plan(parsed)
    assert numeric is not None
    made = filing()
    grounded = ground_plan(numeric, [place], {made.filing_id: made}, (made.filing_id,))
    return numeric, grounded.operands


def found(names: str, place: Passage = INCOME) -> tuple[Plan, dict[str, Decimal]]:
    numeric, operands = read(f"What were Acme's {names} in fiscal 2022?", place)
    numeric = numeric.computable(operands)
    assert not numeric.missing(operands)
    used = {one.words: operands[one] for one in numeric.used(operands)}
    return numeric, {words: operand.value for words, operand in used.items()}


@pytest.mark.parametrize(
    ("names", "each"),
    [
        ("widget fees and kite revenues", {"widget fees": 40, "kite revenues": 50}),
        ("care costs and running costs", {"care costs": 20, "running costs": 9}),
    ],
)
def test_names_joined_are_figures_of_their_own(names: str, each: dict[str, int]) -> None:
    assert found(names)[1] == {name: Decimal(value) * 10**6 for name, value in each.items()}


def test_a_row_of_the_whole_name_is_one_figure() -> None:
    _, values = found("pay and benefits costs")
    assert list(values.values()) == [Decimal(7) * 10**6]


def test_a_row_of_one_of_two_costs_is_not_both() -> None:
    both = "care costs and running costs"
    assert list(found(both)[1]) == ["care costs", "running costs"]


@pytest.mark.parametrize(
    ("names", "each"),
    [
        ("Widgets sales and profit", {"Widgets sales": 90, "Widgets profit": 20}),
        ("sales and gross profit of Widgets", {"Widgets sales": 90, "Widgets gross profit": 30}),
        ("Widgets sales and net income", {"Widgets sales": 90, "net income": 12}),
    ],
)
def test_each_of_a_list_is_of_the_part_that_one_names(names: str, each: dict[str, int]) -> None:
    by_part = passage(
        table(
            [
                ("Widgets sales", ["$ 90", "$ 80"]),
                ("Widgets gross profit", ["30", "25"]),
                ("Widgets profit", ["20", "10"]),
                ("Net income", ["12", "6"]),
                ("Profit", ["14", "8"]),
                ("Gross profit", ["50", "40"]),
            ],
            [Y22, Y21],
            "Results",
        )
    )
    values = found(names, by_part)[1]
    assert values == {name: Decimal(value) * 10**6 for name, value in each.items()}


@pytest.mark.parametrize(
    ("names", "row"),
    [
        ("Widgets sales and gross profit", ("Widgets gross profit", "$ 30")),
        ("Care and Repair revenue and cost of revenue", ("Care and Repair cost of revenue", "30")),
        ("Widgets sales and units sold", ("Widgets", "30")),
        ("Widgets sales and adjusted profit", ("Widgets adjusted profit / sales %", "12.8 %")),
    ],
)
def test_a_row_of_one_of_a_list_does_not_answer_for_both(names: str, row: tuple[str, str]) -> None:
    label, printed = row
    only = passage(table([(label, [printed, "9"])], [Y22, Y21], "Sales by product"))
    _, operands = read(f"Acme {names} in fiscal 2022", only)
    both = [need for need in operands if " and " in need.words.replace("Care and", "")]
    assert not both


def test_two_names_of_one_figure_are_one() -> None:
    place = passage(table([("Tools", ["$ 30", "$ 9"])], [Y22, Y21], "Net sales and revenue"))
    values = found("Tools net sales and revenue", place)[1]
    assert set(values.values()) == {Decimal(30 * 10**6)}


def test_a_name_that_companies_print_of_one_row_is_no_list() -> None:
    for name in (
        "total liabilities, redeemable noncontrolling interest and equity",
        "effect of exchange rate changes on cash, cash equivalents and restricted cash",
    ):
        assert not named_apart((Figure(name),))
    assert named_apart((Figure("net card fees and discount revenue"),))


def test_two_figures_of_one_cell_are_no_difference_and_two_rates_no_share() -> None:
    analyst = RuleAnalyst(HashingEncoder())
    profits = [("Gross profit", ["40", "30"]), ("Operating income", ["20", "9"])]
    rows = [("Revenue", ["$ 100", "$ 90"]), *profits]
    places = [
        passage(table([("Stores", ["30", "9"])], [Y22, Y21], "Results"), 5),
        passage(table(rows, [Y22, Y21], "CONSOLIDATED STATEMENTS OF INCOME"), 6),
    ]
    made = filing()

    def answer(asked: str) -> str:
        query = analyst.rewrite(asked, Scope(companies=(ACME,), periods=find_periods(asked)))
        return analyst.answer(query, places, {made.filing_id: made}, (made.filing_id,)).doubt

    with pytest.raises(CannotAnswer, match="of one alone"):
        answer("What was Acme's number of stores less its stores in fiscal 2022?")
    assert "percentages" in answer("Acme gross margin divided by operating margin in fiscal 2022")
    assert not answer("Acme gross margin less operating margin in fiscal 2022")
