from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.analysts.rule.plans.programs import Plan, plan, write_program
from hirec.analysts.rule.requirements.requirement import encoded
from hirec.periods import find_periods
from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.types import CannotAnswer, CompanyRef, Figure, Operand, Operation, Relation, Scope
from hirec.understanding import understand

ACME = CompanyRef("1", "Acme Corp", "Acme")
BOLT = CompanyRef("2", "Bolt Inc", "Bolt")


def ask(question: str, *companies: CompanyRef) -> Plan | None:
    return plan(
        understand(question, Scope(companies=companies or (ACME,), periods=find_periods(question)))
    )


def test_several_figures_over_several_years_are_listed() -> None:
    found = ask("What were Acme's revenue and net income in FY2020 and FY2021?")
    assert found is not None
    assert [part.label for part in found.parts] == [
        "revenue FY2020", "revenue FY2021", "net income FY2020", "net income FY2021"
    ]  # fmt: skip


def needs(found: Plan | None) -> list[str]:
    """What is needed beside the row of the very name, which may always stand in."""
    assert found is not None
    return [
        f"{encoded(n)} {n.period.period.label() if n.period else '?'}"
        for n in found.figures
        if not n.row_name
    ]


def fill(found: Plan, values: Mapping[str, str]) -> dict[Figure, Operand]:
    """Operands by "metric label" or "metric label company"."""
    operands = {}
    for need in found.figures:
        label = f"{encoded(need)} {need.period.period.label()}" if need.period else encoded(need)
        key = next(
            (k for k in (f"{label} {need.company and need.company.name}", label) if k in values),
            None,
        )
        if key:
            value = Decimal(values[key])
            operands[need] = Operand("x", value, "USD", "F", 1, "F#1.1", values[key])
    return operands


def answer(question: str, values: Mapping[str, str], *companies: CompanyRef) -> object:
    found = ask(question, *companies)
    assert found is not None
    program = write_program(found, fill(found, values))
    result = run(program, SandboxSettings())
    return getattr(result, "answer", getattr(result, "value", result))


def test_lookup() -> None:
    found = ask(
        "What is the year end FY2019 total amount of inventories for Acme? Answer in USD millions."
    )
    assert needs(found) == ["inventories FY2019"]
    assert found is not None
    assert (found.relation, found.scale, found.unit) == (Relation.LOOKUP, 6, "USD")


def test_given_definition() -> None:
    question = (
        "What is FY2018 days payable outstanding (DPO) for Acme? DPO is defined as: 365 * (average "
        "accounts payable between FY2017 and FY2018) / (FY2018 COGS + change in inventory between "
        "FY2017 and FY2018). Round your answer to two decimal places."
    )
    values = {
        "accounts_payable FY2017": "90",
        "accounts_payable FY2018": "110",
        "cost_of_revenue FY2018": "950",
        "inventories FY2017": "50",
        "inventories FY2018": "100",
    }
    # 365 * 100 / (950 + 50)
    assert float(str(answer(question, values))) == pytest.approx(36.5)


@pytest.mark.parametrize(
    ("question", "values", "expected"),
    [
        (
            "What is Acme's year-over-year change in operating income from FY2015 to FY2016 "
            "(in units of percents)?",
            {"operating_income FY2015": "-200", "operating_income FY2016": "-100"},
            50,  # 100 * 100 / |-200|
        ),
        (
            "What was the change in Acme's revenue between FY2015 and FY2016?",
            {"revenue FY2015": "200", "revenue FY2016": "150"},
            -50,
        ),
        (
            "What is the FY2015 - FY2017 3 year average net profit margin (as a %) for Acme?",
            {
                "net_income FY2015": "1",
                "revenue FY2015": "10",
                "net_income FY2016": "2",
                "revenue FY2016": "10",
                "net_income FY2017": "6",
                "revenue FY2017": "20",
            },
            20,  # (10 + 20 + 30) / 3
        ),
        (
            "What is Acme's CAGR of revenue from FY2016 to FY2018?",
            {"revenue FY2016": "100", "revenue FY2018": "121"},
            10,
        ),
        (
            "What were Acme's capital expenditures in FY2020?",
            {"capex FY2020": "-42"},
            42,
        ),
        (
            "What is Acme's FY2020 EBITDA less capex?",
            {
                "operating_income FY2020": "70",
                "depreciation FY2020": "20",
                "amortization FY2020": "5",
                "capex FY2020": "-15",
            },
            80,
        ),
        (
            "What is cost of goods sold as a % of revenue for Acme in FY2020?",
            {"cost_of_revenue FY2020": "30", "revenue FY2020": "40"},
            75,
        ),
        (
            "What percent of Acme's total spend on stock repurchases for FY2023 occurred in Q4 of "
            "FY2023?",
            {"repurchases FY2023": "-900", "repurchases Q4 FY2023": "-328"},
            36.4444,
        ),
    ],
)
def test_numbers(question: str, values: dict[str, str], expected: float) -> None:
    assert float(str(answer(question, values))) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize(
    ("question", "values", "expected"),
    [
        (
            "Did Acme grow its PPNE between FY20 and FY21?",
            {"ppe FY2020": "5", "ppe FY2021": "6"},
            True,
        ),
        (
            "Has Acme's revenue fallen in FY2021?",
            {"revenue FY2020": "5", "revenue FY2021": "6"},
            False,
        ),
        (
            "Does Acme have positive working capital based on FY2022 data?",
            {"current_assets FY2022": "3", "current_liabilities FY2022": "4"},
            False,
        ),
        (
            "Did Acme's revenue increase or decrease in FY2021?",
            {"revenue FY2020": "5", "revenue FY2021": "4"},
            "decreased",
        ),
        (
            "Among operations, investing, and financing activities, which brought in the most cash "
            "flow for Acme in FY2023?",
            {"cfo FY2023": "-1", "cfi FY2023": "-5", "cff FY2023": "-3"},
            "operating activities",
        ),
    ],
)
def test_judgements_by_comparison(question: str, values: dict[str, str], expected: object) -> None:
    assert answer(question, values) == expected


@pytest.mark.parametrize(
    ("question", "values", "expected"),
    [
        ("Did Acme's revenue grow by more than 10% in FY2022?", ("100", "111"), True),
        ("Did Acme's revenue grow by more than 10% in FY2022?", ("100", "109"), False),
        ("Was Acme's revenue above $105 in FY2022?", ("100", "109"), True),
        ("Was revenue of Acme higher in FY2022 than in FY2021?", ("100", "109"), True),
    ],
)
def test_figures_are_held_against_bounds_and_each_other(
    question: str, values: tuple[str, str], expected: bool
) -> None:
    before, now = values
    assert answer(question, {"revenue FY2021": before, "revenue FY2022": now}) is expected


def test_every_member_of_a_range_is_compared() -> None:
    values = {"revenue FY2021": "5", "revenue FY2022": "9", "revenue FY2023": "7"}
    assert answer(
        "In which year between FY2021 and FY2023 was Acme's revenue highest?", values
    ) == ("FY2022")


def test_two_companies() -> None:
    values = {"revenue FY2021 Acme Corp": "7", "revenue FY2021 Bolt Inc": "9"}
    question = "Which company had the higher revenue in FY2021, Acme or Bolt?"
    assert answer(question, values, ACME, BOLT) == "Bolt Inc"


@pytest.mark.parametrize(
    "question",
    [
        "Why did Acme's revenue grow in FY2021?",
        "What drove the reduction in SG&A expense as a percent of net sales in FY2023?",
        "What industry does Acme primarily operate in?",
        "Is Acme a capital-intensive business based on FY2022 data?",
        "Are Acme's gross margins consistent (not fluctuating more than roughly 2% a year)?",
        "What were Acme's total short-term borrowings and long-term debt in FY2020 and FY2021?",
        "What was the key agenda of Acme's 8k filing dated 1st July 2022?",
        "Did Acme's days sales outstanding improve in FY2022?",
        "By how many percentage points did Acme raise full year guidance for EPS growth in FY2023?",
    ],
)
def test_what_asks_for_no_computable_number_has_no_plan(question: str) -> None:
    assert ask(question) is None


@pytest.mark.parametrize(
    ("question", "metric"),
    [
        ("What was Acme's subscription revenue in FY2021?", "subscription revenue"),
        ("What was Acme's Adjusted Non GAAP EBITDA for FY2023?", "Adjusted EBITDA"),
        ("What was Acme's operating loss carryforward in 2018?", "operating loss carryforward"),
        ("How much were wages expense for Acme in FY2021?", "wages expense"),
    ],
)
def test_narrowed_metrics_are_not_the_whole(question: str, metric: str) -> None:
    found = ask(question)
    assert found is not None
    assert needs(found)[0].startswith(f"{metric} FY")


def test_a_share_may_be_stated_where_it_cannot_be_computed() -> None:
    found = ask("What percentage of Acme's employees were covered by union contracts in FY2022?")
    assert found is not None
    stated = [need for need in found.figures if need.kind == "percent"]
    assert len(stated) == 1
    assert not found.missing({stated[0]: Operand("x", Decimal(85), "%", "F", 1, "F#1.1", "85%")})


def test_a_share_of_things_counted_in_money_is_refused() -> None:
    found = ask("What percentage of Acme's employees were seasonal staff in FY2022?")
    assert found is not None
    cell = Operand("x", Decimal(20), "", "F", 1, "F#1.1", "20")
    with pytest.raises(CannotAnswer, match="is the whole"):
        write_program(found, dict.fromkeys(found.figures, cell))
    sizes = {need: Decimal(8 if "seasonal" in need.words else 20) for need in found.figures}
    counted = {need: replace(cell, row=need.words, value=n) for need, n in sizes.items()}
    assert write_program(found, counted).unit == "%"
    money = Operand("y", Decimal(9), "USD", "F", 1, "F#1.1", "$ 9")
    mixed = counted | {need: money for need in found.figures if "seasonal" not in need.words}
    with pytest.raises(CannotAnswer, match="one of them was misread"):
        write_program(found, mixed)


def test_missing_is_named() -> None:
    found = ask("What is the FY2022 quick ratio of Acme?")
    assert found is not None
    with pytest.raises(CannotAnswer, match="inventories_fy2022"):
        write_program(
            found, fill(found, {"current_assets FY2022": "1", "current_liabilities FY2022": "1"})
        )


def test_stated_gross_profit_wins_over_formula_but_either_will_do() -> None:
    found = ask("What was Acme's gross profit in FY2022?")
    assert found is not None
    assert found.finish is Operation.VALUE
    rows = {"revenue FY2022": "10", "cost_of_revenue FY2022": "6"}
    assert not found.missing(fill(found, rows))
    assert (
        "revenue_fy2022 - cost_of_revenue_fy2022" in write_program(found, fill(found, rows)).source
    )
    stated = write_program(found, fill(found, {**rows, "gross_profit FY2022": "4"}))
    assert stated.source.splitlines()[-1] == "answer = gross_profit_fy2022"


def test_a_definition_behind_the_name() -> None:
    question = (
        "What was Acme's free cash flow in FY2023, defined as cash from operations less capital "
        "expenditures? Answer in USD millions."
    )
    # 500 - 168
    assert answer(question, {"cfo FY2023": "500", "capex FY2023": "-168"}) == 332


def test_how_many_times_as_large() -> None:
    values = {"net_sales FY2021 Acme Corp": "8", "net_sales FY2021 Bolt Inc": "2"}
    question = "How many times as large as Bolt's FY2021 net sales were those of Acme?"
    assert answer(question, values, BOLT, ACME) == 4  # 8 / 2
    question = "How many times as large were Acme's FY2021 net sales as those of Bolt?"
    assert answer(question, values, ACME, BOLT) == 4


def test_a_companys_portion_of_the_sum() -> None:
    values = {"net_income FY2022 Acme Corp": "815", "net_income FY2022 Bolt Inc": "449"}
    question = "What percentage of the combined FY2022 net income of Acme and Bolt did Bolt earn?"
    result = answer(question, values, ACME, BOLT)
    assert float(str(result)) == pytest.approx(100 * 449 / (449 + 815))


def test_a_part_of_a_metric_needs_the_parts_own_figure() -> None:
    found = ask("What were net sales of Acme's Flow Control segment in FY2022?")
    assert needs(found) == ["net sales Flow Control segment FY2022"]
    found = ask("What was the operating margin of Acme's Digital segment in FY2022?")
    assert needs(found)[1:] == [
        "Digital segment operating income FY2022",
        "Digital segment revenue FY2022",
    ]


def test_a_share_never_exceeds_its_whole() -> None:
    question = "What percentage of Acme's FY2022 net sales came from Flow Control?"
    found = ask(question)
    assert found is not None
    part, whole = "net sales Flow Control FY2022", "net_sales FY2022"
    # 100 * 3 / 4
    assert answer(question, {part: "3", whole: "4"}) == 75
    with pytest.raises(CannotAnswer, match="larger than its whole"):
        write_program(found, fill(found, {part: "5", whole: "4"}))


def test_percent_is_not_answered_with_money() -> None:
    found = ask("What were Acme's net sales in FY2022 in percent?")
    assert found is not None
    with pytest.raises(CannotAnswer, match="wants percent"):
        write_program(found, fill(found, {"net_sales FY2022": "5"}))


def test_a_metric_that_is_a_change_is_looked_up() -> None:
    found = ask("By what percentage did comparable sales change at Acme in FY2023?")
    assert needs(found) == ["comparable_sales FY2023"]


def test_expected_figures_are_never_computed_with() -> None:
    found = ask("What capital expenditures did Acme expect for FY2024?")
    assert needs(found) == ["expected capital expenditures FY2024"]
    assert ask("What growth of revenue does Acme expect from FY2023 to FY2024?") is None


def test_an_average_in_a_name_is_no_average_of_years() -> None:
    question = "By how much did Acme's average shares outstanding change from FY2021 to FY2022?"
    found = ask(question)
    assert found is not None
    assert found.finish is Operation.DIFFERENCE


def test_a_net_change_is_a_row_and_no_difference_of_balances() -> None:
    found = ask("What was Acme's net change in short-term borrowings in FY2022?")
    assert needs(found) == []
    assert needs(ask("What was Acme's change in short-term borrowings in FY2022?")) == [
        "short_term_borrowings FY2022",
        "short_term_borrowings FY2021",
    ]


def test_a_name_defined_in_the_question_is_asked_for_as_a_number() -> None:
    question = "What is Acme's FY2021 cover? Cover is defined as: operating income / total assets."
    assert answer(question, {"operating_income FY2021": "3", "total_assets FY2021": "4"}) == (
        Decimal("0.75")
    )


def test_balances_of_two_days_are_listed_and_flows_added() -> None:
    debt, sales = (ask(f"Acme {words} total FY2020 and FY2021") for words in ("debt", "revenue"))
    assert (debt and debt.finish, sales and sales.finish) == (Operation.SERIES, Operation.SUM)


def test_what_a_question_defines_is_of_the_part_that_it_asks_about() -> None:
    found = ask("Acme Flow Control segment operating margin in 2008 (operating profit over sales)")
    assert found is not None
    assert {need.part for need in found.figures} == {"Flow Control segment"}
