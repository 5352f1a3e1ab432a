"""Ratios asked by name over one small set of statements, each with its arithmetic written out."""

from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.analysts.rule.plans.programs import Plan, plan, write_program
from hirec.lexicon import get_metric
from hirec.periods import find_periods
from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.types import CompanyRef, Figure, Operand, Program, Scope
from hirec.understanding import understand

ACME = CompanyRef("1", "Acme Corp", "Acme")
BOOK: dict[str, tuple[float, ...]] = {  # FY2022, then FY2021
    "revenue": (1000, 800),
    "cost_of_revenue": (600, 500),
    "gross_profit": (400, 300),
    "sga": (150, 130),
    "research_development": (50, 40),
    "selling_marketing": (90, 80),
    "stock_compensation": (16, 12),
    "operating_income": (120, 90),
    "interest_expense": (20, 18),
    "pretax_income": (100, 72),
    "income_tax": (25, 18),
    "net_income": (75, 54),
    "depreciation_amortization": (60, 50),
    "depreciation": (50, 42),
    "shares_diluted": (52, 51),
    "shares_basic": (50, 50),
    "cfo": (140, 110),
    "cfi": (-90, -70),
    "capex": (80, 64),
    "dividends_paid": (30, 25),
    "repurchases": (20, 10),
    "debt_issued": (50, 0),
    "debt_repaid": (35, 20),
    "interest_paid": (18, 17),
    "taxes_paid": (22, 20),
    "cash": (110, 90),
    "short_term_investments": (40, 30),
    "receivables": (100, 80),
    "inventories": (120, 100),
    "prepaid": (15, 12),
    "current_assets": (400, 330),
    "ppe": (500, 460),
    "accumulated_depreciation": (300, 260),
    "total_assets": (1200, 1000),
    "goodwill": (90, 90),
    "intangibles": (60, 70),
    "accounts_payable": (70, 50),
    "deferred_revenue": (45, 35),
    "current_debt": (30, 40),
    "current_liabilities": (200, 170),
    "long_term_debt": (270, 260),
    "operating_lease_current": (10, 9),
    "operating_lease_noncurrent": (40, 36),
    "total_liabilities": (600, 520),
    "retained_earnings": (300, 255),
    "equity": (580, 460),
    "total_equity": (600, 480),
    "shares_outstanding": (50, 50),
    "net_interest_income": (90, 80),
    "noninterest_income": (30, 25),
    "noninterest_expense": (72, 70),
    "gross_loans": (700, 600),
    "net_loans": (686, 590),
    "customer_deposits": (800, 700),
    "loan_loss_provision": (13, 9),
    "loan_allowance": (14, 10),
    "nonperforming_loans": (7, 6),
    "premiums": (500, 450),
    "losses_incurred": (320, 300),
    "underwriting_expenses": (140, 130),
    "premiums_written": (520, 470),
    "net_investment_income": (33, 30),
    "total_investments": (900, 750),
    "stores": (20, 16),
    "employees": (100, 90),
}


def ask(question: str) -> Plan:
    scope = Scope(companies=(ACME,), periods=find_periods(question))
    found = plan(understand(question, scope))
    assert found is not None, question
    return found


def program_for(question: str, *missing: str) -> Program:
    """The program over the book without the rows named."""
    found = ask(question)
    return write_program(found, booked(found, *missing))


def booked(found: Plan, *missing: str) -> dict[Figure, Operand]:
    """What the book states of a plan's figures and of its alternatives'."""
    operands = {}
    for need in (*found.figures, *found.further):
        assert need.period is not None
        metric, years = get_metric(need.concept), BOOK.get(need.concept, ())
        at = 2022 - (need.period.period.fiscal_year or 0)
        if metric is not None and need.concept not in missing and at < len(years):
            value = str(years[at])
            operands[need] = Operand(
                "x", Decimal(value), metric.unit, "F", 1, f"{need.concept}{at}", value
            )
    return operands


def value_of(program: Program, expression: str = "answer") -> float:
    source = f"{program.source}answer = {expression}\n"
    return float(run(replace(program, source=source), SandboxSettings()).value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("current ratio", 400 / 200),
        ("quick ratio", (400 - 120) / 200),
        ("cash ratio", 110 / 200),
        ("working capital", 400 - 200),
        ("trade working capital", 100 + 120 - 70),
        ("non-cash working capital", (400 - 110) - (200 - 30)),
        ("debt to equity ratio", (30 + 270) / 580),
        ("debt to capital ratio", 300 / (300 + 600)),
        ("long-term debt to equity", 270 / 580),
        ("net debt", 300 - 110),
        ("net debt to EBITDA", (300 - 110) / (120 + 60)),
        ("equity ratio", 600 / 1200),
        ("tangible book value per share", (580 - 90 - 60) / 50),
        ("interest coverage ratio", 120 / 20),
        ("EBITDA interest coverage", (120 + 60) / 20),
        ("cash interest coverage", (140 + 18 + 22) / 18),
        ("operating cash flow to debt", 140 / 300),
        ("dividend coverage", 75 / 30),
        ("cash flow adequacy ratio", 140 / (80 + 35 + 30)),
        ("operating income % margin", 100 * 120 / 1000),
        ("gross profit margin", 100 * 400 / 1000),
        ("EBITDA margin", 100 * (120 + 60) / 1000),
        ("NOPAT", 120 * (1 - 25 / 100)),
        ("R&D intensity", 100 * 50 / 1000),
        ("return on assets", 100 * 75 / ((1200 + 1000) / 2)),
        ("return on equity", 100 * 75 / ((580 + 460) / 2)),
        ("ROIC", 100 * 120 * 0.75 / (((300 + 600 - 110) + (300 + 480 - 90)) / 2)),
        ("ROCE", 100 * 120 / (((1200 - 200) + (1000 - 170)) / 2)),
        ("return on tangible equity", 100 * 75 / ((430 + 300) / 2)),
        ("inventory turnover", 600 / ((120 + 100) / 2)),
        ("receivables turnover", 1000 / ((100 + 80) / 2)),
        ("accounts payable turnover", 600 / ((70 + 50) / 2)),
        ("working capital turnover", 1000 / ((200 + 160) / 2)),
        ("days sales outstanding", 365 * 90 / 1000),
        ("inventory days", 365 * 110 / 600),
        ("DPO", 365 * 60 / 600),
        ("cash conversion cycle", 365 * 110 / 600 + 365 * 90 / 1000 - 365 * 60 / 600),
        ("free cash flow", 140 - 80),
        ("free cash flow to equity", 140 - 80 + 50 - 35),
        ("FCFF", 140 + 20 * 0.75 - 80),
        ("free cash flow margin", 100 * 60 / 1000),
        ("dividend payout ratio", 100 * 30 / 75),
        ("total payout ratio", 100 * (30 + 20) / 75),
        ("sustainable growth rate", 100 * (75 - 30) / 520),
        ("degree of operating leverage", (30 / 90) / (200 / 800)),
        ("incremental operating margin", 100 * 30 / 200),
        ("cash flow per share", 140 / 52),
        ("capital intensity", 100 * 80 / 1000),
        ("average age of PP&E", 300 / 50),
        ("effective tax rate", 100 * 25 / 100),
        ("cash tax rate", 100 * 22 / 100),
        ("accruals ratio", 100 * (75 - 140 + 90) / ((790 + 690) / 2)),
        ("Sloan ratio", 100 * (75 - 140 + 90) / 1200),
        ("efficiency ratio", 100 * 72 / (90 + 30)),
        ("loan to deposit ratio", 100 * 700 / 800),
        ("NPL ratio", 100 * 7 / 700),
        ("loss ratio", 100 * 320 / 500),
        ("combined ratio", 100 * (320 + 140) / 500),
        ("investment yield", 100 * 33 / ((900 + 750) / 2)),
        ("sales per store", 1000 / 18),
        ("GMROI", 400 / 110),
        ("revenue per employee", 1000 / 100),
        ("billings", 1000 + 45 - 35),
        ("rule of 40", 100 * (200 / 800 + 60 / 1000)),
        ("magic number", 200 / 80),
        ("tax burden", 75 / 100),
        ("equity multiplier", 1100 / 520),
        ("DuPont ROE", 100 * 75 / 520),
        (
            "Altman Z-score",
            6.56 * 200 / 1200 + 3.26 * 300 / 1200 + 6.72 * 120 / 1200 + 1.05 * 600 / 600,
        ),
    ],
)
def test_a_ratio_asked_by_name(name: str, value: float) -> None:
    program = program_for(f"What was Acme's {name} in FY2022?")
    assert value_of(program) == pytest.approx(value)


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("return on equity", {"on year-end balances": 100 * 75 / 580}),
        ("EBITDA", {"built up from net income": 75 + 20 + 25 + 60}),
        ("debt to equity", {"operating lease liabilities": (300 + 50) / 580}),
        ("quick ratio", {"cash, marketable securities": (110 + 40 + 100) / 200}),
        ("inventory days", {"on sales": 365 * 110 / 1000, "360": 360 * 110 / 600}),
        ("interest coverage", {"income before tax plus interest": (100 + 20) / 20}),
        ("combined ratio", {"premiums written": 100 * (320 / 500 + 140 / 520)}),
    ],
)
def test_other_usual_conventions_stand_beside_it(name: str, others: dict[str, float]) -> None:
    program = program_for(f"What was Acme's {name} in FY2022?")
    for words, value in others.items():
        (other,) = [found for found in program.alternatives if words in found.label]
        assert value_of(program, other.expression) == pytest.approx(value)


def test_a_convention_whose_figures_are_not_stated_is_left_out() -> None:
    program = program_for("What was Acme's debt to equity in FY2022?", "operating_lease_current")
    assert program.alternatives
    assert not any("lease" in other.label for other in program.alternatives)


def test_where_its_own_figures_are_not_stated_the_next_usual_convention_computes_it() -> None:
    asked = ask("What was Acme's quick ratio in FY2022?")
    stated = booked(asked, "inventories")
    assert asked.missing(stated)
    other = asked.computable(stated)
    assert "marketable securities" in other.convention
    assert value_of(write_program(other, stated)) == pytest.approx((110 + 40 + 100) / 200)
    assert asked.computable(booked(asked, "current_liabilities")) is asked


def test_the_convention_used_is_named() -> None:
    program = program_for("What was Acme's return on equity in FY2022?")
    assert program.convention == "net income over average shareholders' equity"


def test_what_a_row_states_itself_needs_no_convention() -> None:
    found = ask("What was Acme's combined ratio in FY2022?")
    (stated,) = [need for need in found.figures if need.concept == "combined_ratio"]
    operand = Operand("x", Decimal("91.2"), "%", "F", 1, "F#1.1", "91.2%")
    program = write_program(found, {stated: operand})
    assert (program.convention, program.alternatives) == ("", ())


@pytest.mark.parametrize(
    ("question", "value"),
    [
        (
            "What was Acme's FY2022 ROA, using average total assets?",
            100 * 75 / 1100,
        ),
        ("What was Acme's return on assets in FY2022 based on year-end assets?", 100 * 75 / 1200),
        ("What was Acme's FY2022 inventory turnover on ending inventory?", 600 / 120),
        ("What was Acme's FY2022 DSO (using year-end receivables)?", 365 * 100 / 1000),
        ("What was Acme's FY2022 return on average assets?", 100 * 75 / 1100),
        ("What was Acme's FY2022 debt to equity including operating leases?", 350 / 580),
        ("What was Acme's FY2022 DPO on purchases?", 365 * 60 / (600 + 120 - 100)),
        ("What was Acme's FY2022 inventory days, based on sales?", 365 * 110 / 1000),
    ],
)
def test_a_question_that_names_the_convention_gets_exactly_that(
    question: str, value: float
) -> None:
    program = program_for(question)
    assert value_of(program) == pytest.approx(value)
    assert program.alternatives == ()


def test_a_question_that_defines_the_ratio_gets_exactly_that() -> None:
    program = program_for(
        "What is Acme's FY2022 return on assets? Return on assets is defined as: net income / "
        "total assets."
    )
    assert value_of(program) == pytest.approx(75 / 1200 * 100)
    assert (program.convention, program.alternatives) == ("", ())


def test_an_instruction_beside_the_question_names_the_convention() -> None:
    program = program_for(
        "What is the FY2022 unadjusted EBITDA % margin for Acme? Calculate unadjusted EBITDA using "
        "unadjusted operating income and D&A (from cash flow statement)."
    )
    assert value_of(program) == pytest.approx(100 * 180 / 1000)
    assert program.alternatives == ()


def test_conventions_are_compared_over_several_years() -> None:
    program = program_for("By how much did Acme's EBITDA change from FY2021 to FY2022?")
    assert value_of(program) == (120 + 60) - (90 + 50)
    (other,) = program.alternatives
    assert value_of(program, other.expression) == (75 + 20 + 25 + 60) - (54 + 18 + 18 + 50)


def printed(value: str) -> Program:
    """Free cash flow where the company prints a measure of that name."""
    found = ask("What was Acme's free cash flow in FY2022?")
    operands = {}
    for need in (*found.figures, *found.further):
        said = value if need.concept == "free_cash_flow" else str(BOOK[need.concept][0])
        operands[need] = Operand("x", Decimal(said), "USD", "F", 1, need.concept, said)
    return write_program(found.as_printed(operands), operands)


def test_a_measure_that_the_company_prints_is_given_with_ours_beside_it() -> None:
    program = printed("7")
    assert value_of(program) == 7
    ours = {other.label: value_of(program, other.expression) for other in program.alternatives}
    computed = BOOK["cfo"][0] - abs(BOOK["capex"][0])
    assert ours["operating cash flow less capital expenditures"] == computed
    assert program.convention == "as the filing prints it"
