"""Every form of question that the rule analyst computes, from its words to its number."""

from collections.abc import Mapping
from decimal import Decimal

import pytest

from hirec.analysts.rule.plans.programs import plan, write_program
from hirec.analysts.rule.requirements.requirement import encoded
from hirec.periods import find_periods
from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.stages.formatting import express
from hirec.types import CompanyRef, Operand, Program, Scope
from hirec.understanding import understand

ACME = CompanyRef("1", "Acme Corp", "Acme")
BOLT = CompanyRef("2", "Bolt Inc", "Bolt")
CORK = CompanyRef("3", "Cork Ltd", "Cork")


def program_for(question: str, values: Mapping[str, str]) -> Program:
    """The analyst's program, its operands given by "metric period" or "metric period company"."""
    companies = tuple(c for c in (ACME, BOLT, CORK) if c.said in question)
    found = plan(understand(question, Scope(companies=companies, periods=find_periods(question))))
    assert found is not None
    operands = {}
    for need in found.figures:
        period = need.period.period.label() if need.period else "?"
        company = need.company.said if need.company else ""
        for key in (f"{encoded(need)} {period} {company}", f"{encoded(need)} {period}"):
            if key in values and not need.row_name:
                value = Decimal(values[key])
                operands[need] = Operand("x", value, "USD", "F", 1, "F#1.1", values[key])
                break
    return write_program(found, operands)


FORMS: dict[str, tuple[str, dict[str, str], float | str | bool]] = {
    "lookup": (
        "What was Acme's net income in FY2021?",
        {"net_income FY2021": "12"},
        12,
    ),
    "difference": (
        "By how much did Acme's inventories change from FY2020 to FY2021?",
        {"inventories FY2020": "50", "inventories FY2021": "42"},
        42 - 50,
    ),
    "percentage change": (
        "By what percentage did Acme's revenue change from FY2020 to FY2021?",
        {"revenue FY2020": "80", "revenue FY2021": "100"},
        100 * (100 - 80) / 80,
    ),
    "growth over several years": (
        "What was the percentage growth of Acme's revenue from FY2017 to FY2021?",
        {"revenue FY2017": "50", "revenue FY2021": "100"},
        100 * (100 - 50) / 50,
    ),
    "CAGR over two named years": (
        "What is Acme's compound annual growth rate of revenue from FY2017 to FY2020?",
        {"revenue FY2017": "100", "revenue FY2020": "133.1"},
        10,
    ),
    "ratio of two metrics": (
        "What is the ratio of Acme's total debt to total equity in FY2021?",
        {"total_debt FY2021": "30", "total_equity FY2021": "40", "equity FY2021": "40"},
        30 / 40,
    ),
    "margin": (
        "What was Acme's operating margin in FY2021, in percent?",
        {"operating_income FY2021": "15", "revenue FY2021": "60"},
        100 * 15 / 60,
    ),
    "average of several years": (
        "What is Acme's three year average of capital expenditures from FY2019 to FY2021?",
        {"capex FY2019": "-10", "capex FY2020": "-20", "capex FY2021": "-60"},
        (10 + 20 + 60) / 3,
    ),
    "sum over filings": (
        "What was the total net income of Acme over FY2020 and FY2021?",
        {"net_income FY2020": "7", "net_income FY2021": "5"},
        12,
    ),
    "sum over companies": (
        "What was the combined revenue of Acme and Bolt in FY2021?",
        {"revenue FY2021 Acme": "7", "revenue FY2021 Bolt": "9"},
        16,
    ),
    "largest among companies": (
        "Which of Acme, Bolt and Cork had the highest revenue in FY2021?",
        {"revenue FY2021 Acme": "7", "revenue FY2021 Bolt": "9", "revenue FY2021 Cork": "8"},
        "Bolt Inc",
    ),
    "largest among years": (
        "In which year was Acme's net income the lowest, FY2020 or FY2021?",
        {"net_income FY2020": "7", "net_income FY2021": "5"},
        "FY2021",
    ),
    "largest among activities": (
        "Among operating, investing and financing activities, which brought in the most cash for "
        "Acme in FY2021?",
        {"cfo FY2021": "9", "cfi FY2021": "-5", "cff FY2021": "-3"},
        "operating activities",
    ),
    "definition in the question": (
        "What is Acme's FY2021 cover quotient? Cover quotient is defined as: cash from operations "
        "/ net income.",
        {"cfo FY2021": "30", "net_income FY2021": "20"},
        1.5,
    ),
    "yes or no on a comparison": (
        "Did Acme's gross margin increase in FY2021?",
        {
            "gross_profit FY2020": "40",
            "revenue FY2020": "100",
            "gross_profit FY2021": "45",
            "revenue FY2021": "100",
        },
        True,
    ),
    "quick ratio": (
        "What was Acme's quick ratio in FY2021?",
        {
            "current_assets FY2021": "100",
            "inventories FY2021": "40",
            "current_liabilities FY2021": "50",
            "prepaid_expenses FY2021": "0",
        },
        (100 - 40) / 50,
    ),
    "current ratio": (
        "What was Acme's current ratio in FY2021?",
        {"current_assets FY2021": "100", "current_liabilities FY2021": "80"},
        1.25,
    ),
    "fixed asset turnover": (
        "What is Acme's FY2021 fixed asset turnover ratio?",
        {"revenue FY2021": "90", "ppe FY2021": "20", "ppe FY2020": "10"},
        90 / ((20 + 10) / 2),
    ),
    "return on assets": (
        "What is Acme's FY2021 return on assets (ROA)?",
        {"net_income FY2021": "9", "total_assets FY2021": "100", "total_assets FY2020": "80"},
        100 * 9 / ((100 + 80) / 2),  # lexicon's percent
    ),
    "inventory turnover": (
        "What is Acme's FY2021 inventory turnover ratio?",
        {"cost_of_revenue FY2021": "60", "inventories FY2021": "25", "inventories FY2020": "15"},
        60 / ((25 + 15) / 2),
    ),
    "payout ratio": (
        "What is Acme's FY2021 dividend payout ratio?",
        {"dividends_paid FY2021": "-6", "net_income FY2021": "24"},
        100 * 6 / 24,
    ),
    "effective tax rate": (
        "What was Acme's effective tax rate in FY2021?",
        {"income_tax FY2021": "5", "pretax_income FY2021": "25"},
        20,
    ),
    "free cash flow": (
        "What was Acme's free cash flow in FY2021?",
        {"cfo FY2021": "30", "capex FY2021": "-12"},
        18,
    ),
    "EBITDA": (
        "What was Acme's EBITDA in FY2021?",
        {"operating_income FY2021": "30", "depreciation_amortization FY2021": "8"},
        38,
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_computed(form: str) -> None:
    question, values, expected = FORMS[form]
    program = program_for(question, values)
    result = run(program, SandboxSettings()).value
    if isinstance(expected, bool | str):
        assert result == expected
    else:
        assert float(str(result)) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("demand", "text"),
    [
        ("in USD millions", "$1,234.57 million"),
        ("in USD billions", "$1.23 billion"),
        ("in USD thousands", "$1,234,567.89 thousand"),
        ("Answer in USD billions and round to three decimal places.", "$1.235 billion"),
        ("Round your answer to one decimal place, in USD millions.", "$1,234.6 million"),
    ],
)
def test_units_and_places_are_those_asked_for(demand: str, text: str) -> None:
    question = f"What was Acme's net income in FY2021? {demand}"
    if demand.startswith("in "):
        question = f"What was Acme's net income in FY2021, {demand}?"
    program = program_for(question, {"net_income FY2021": "1234567890"})
    assert express(run(program, SandboxSettings()).value, program) == text
