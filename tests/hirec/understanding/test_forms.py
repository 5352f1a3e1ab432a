"""Every form of question in ten wordings that the grammar was written with: the exact parse."""

import pytest

from hirec.types import (
    Aggregated,
    Arithmetic,
    CompanyRef,
    Constant,
    Figure,
    Measure,
    ParsedQuestion,
    Scope,
)
from hirec.understanding import understand

ACME = CompanyRef("1", "Acme Corp", "Acme")
BOLT = CompanyRef("2", "Bolt Inc", "Bolt")


def parsed(question: str) -> ParsedQuestion:
    companies = tuple(c for c in (ACME, BOLT) if c.said.lower() in question.lower())
    return understand(question, Scope(companies=companies))


def shape(measure: Measure) -> str:
    match measure:
        case Figure():
            return measure.concept or measure.words.lower()
        case Arithmetic(sign, left, right):
            return f"{shape(left)} {sign} {shape(right)}"
        case Aggregated(aggregate, figure, _):
            return f"{aggregate} {shape(figure)}"
        case Constant(value):
            return str(value)


def meaning(question: str) -> tuple[str, list[str], list[str]]:
    """Operation, measures and periods of a question that is wholly understood."""
    found = parsed(question)
    assert not found.unplaced, (question, found.unplaced)
    periods = [ref.period.label() for ref in found.periods]
    return found.operation.value, [shape(m) for m in found.measures], periods


FORMS: dict[str, tuple[tuple[str, list[str], list[str]], tuple[str, ...]]] = {
    "lookup": (
        ("value", ["net_income"], ["FY2022"]),
        (
            "acme net income 2022",
            "Net income, Acme, FY2022",
            "What was Acme's net income in 2022?",
            "Kindly tell me the net income of Acme for fiscal 2022.",
            "how much net income did acme report in fy22",
            "Could you look up Acme's 2022 net income please?",
            "In 2022, net income at Acme was how much?",
            "Acme's net income for fiscal year 2022 was what?",
            "Please give me the figure for Acme's net income in FY 2022.",
            "whats the net incme of acme in 2022",
            "FY2022 net income Acme?",
            "I would like to know the net income reported by Acme for 2022",
        ),
    ),
    "difference": (
        ("difference", ["inventories"], ["FY2021", "FY2022"]),
        (
            "By how much did Acme's inventories change from 2021 to 2022?",
            "change in inventories acme 2021 to 2022",
            "What was the change in inventories at Acme between 2021 and 2022?",
            "How much did inventories of Acme increase from FY2021 to FY2022?",
            "Between 2021 and 2022, how much did Acme's inventories rise?",
            "Please compute the difference in Acme's inventories between FY2021 and FY2022.",
            "acme inventories 2021 vs 2022 difference",
            "From 2021 to 2022 Acme's inventories changed by how much?",
            "how far did inventories at acme drop from 2021 to 2022",
            "the increase in inventories from 2021 to 2022 for Acme",
        ),
    ),
    "growth": (
        ("growth", ["revenue"], ["FY2021", "FY2022"]),
        (
            "What was Acme's revenue growth from 2021 to 2022?",
            "yoy growth of acme rev 22 v 21",
            "By what percentage did revenue at Acme increase between 2021 and 2022?",
            "percent change in revenue acme 2021 2022",
            "Acme revenue % growth 2021 to 2022",
            "How much did Acme's revenue grow from FY2021 to FY2022 in percent?",
            "Calculate the rate of growth of Acme's revenue from 2021 to 2022.",
            "From 2021 to 2022, Acme's revenue grew by what percent?",
            "revenue growth rate between fy21 and fy22 for acme, pls",
            "What was the percentage increase in revenue from 2021 to 2022 at Acme?",
            "what was the percentge change in acme's revenu between 2021 and 2022",
        ),
    ),
    "average": (
        ("average", ["operating_income"], ["FY2020", "FY2021", "FY2022"]),
        (
            "What was Acme's average operating income from 2020 to 2022?",
            "acme avg operating income 2020-2022",
            "Average operating income of Acme between 2020 and 2022?",
            "mean operating income for acme, fy2020 to fy2022",
            "Find the three year average operating income of Acme for 2020 through 2022.",
            "For 2020, 2021 and 2022, what was the average operating income of Acme?",
            "3 year average operating income acme fy2022",
            "Please work out the average of operating income for Acme from 2020 to 2022",
            "On average, what was operating income at Acme over 2020 to 2022?",
            "operating income of acme from 2020 to 2022, averaged",
        ),
    ),
    "sum": (
        ("sum", ["capex"], ["FY2021", "FY2022"]),
        (
            "What were Acme's combined capital expenditures in 2021 and 2022?",
            "acme capex 2021 and 2022 combined",
            "total capital expenditures of Acme over 2021 and 2022",
            "Sum of Acme's capital expenditures for 2021 and 2022?",
            "How much were capital expenditures at Acme in 2021 and 2022 altogether?",
            "What were cumulative capital expenditures of Acme from 2021 to 2022?",
            "Acme's aggregate capex for fy21 and fy22",
            "In total, what were Acme's capital expenditures in 2021 and 2022?",
            "please add: the sum of capital expenditures in 2021 and 2022 for Acme",
            "capital expenditures in 2021 and 2022 together, Acme",
        ),
    ),
    "share": (
        ("value", ["capex % revenue"], ["FY2022"]),
        (
            "What was capex as a percent of revenue for Acme in 2022?",
            "acme capex as % of revenue 2022",
            "capital expenditures as a percentage of revenue, Acme, FY2022",
            "In 2022, what were Acme's capital expenditures as a share of revenue?",
            "What percentage of revenue were Acme's capital expenditures in 2022?",
            "what percent of acme's revenue in 2022 was capex",
            "Please express Acme's 2022 capital expenditures as a percentage of revenue.",
            "What portion of Acme's 2022 revenue were capital expenditures?",
            "Acme's 2022 capital expenditures were what percentage of revenue?",
            "acme fy22 capex as a pct of revenue",
        ),
    ),
    "ratio": (
        ("value", ["inventories / net_income"], ["FY2022"]),
        (
            "What was the ratio of inventories to net income at Acme in 2022?",
            "acme inventories to net income 2022",
            "inventories / net income, Acme, FY2022",
            "Ratio of Acme's inventories to its net income for fiscal 2022?",
            "What is the inventories to net income ratio of Acme in 2022?",
            "Please compute the inventories-to-net-income ratio for Acme in FY2022",
            "In 2022, what was Acme's inventories divided by net income?",
            "acme fy22 ratio between inventories and net income",
            "Tell me the ratio of inventories to net income for Acme, 2022",
            "whats the ratio of inventories to net income for acme 2022",
        ),
    ),
    "largest": (
        ("largest", ["cfo"], ["FY2020", "FY2021", "FY2022"]),
        (
            "In which year between 2020 and 2022 was Acme's operating cash flow highest?",
            "best year for operating cash flow 2020-2022 acme",
            "Which year had the highest operating cash flow at Acme from 2020 to 2022?",
            "In what year was operating cash flow of Acme the largest, 2020, 2021 or 2022?",
            "Of 2020, 2021 and 2022, which year had the most operating cash flow at Acme?",
            "Which fiscal year from FY2020 to FY2022 saw the greatest operating cash flow at Acme?",
            "acme: which year had max operating cash flow, 2020 to 2022",
            "Tell me in which year from FY2020 to FY2022 Acme had its highest operating cash flow",
            "Between 2020 and 2022, in which year did Acme have its highest operating cash flow?",
            "year with the highest operating cash flow acme 2020-2022",
        ),
    ),
    "companies": (
        ("largest", ["net_sales"], ["FY2022"]),
        (
            "Which company had the higher net sales in 2022, Acme or Bolt?",
            "Who had the highest net sales in 2022, Acme or Bolt?",
            "which of Acme and Bolt had larger net sales in fy22",
            "Of Acme and Bolt, which had the greater net sales in 2022?",
            "Between Acme and Bolt, which company had the most net sales in 2022?",
            "In 2022, which company had higher net sales: Acme or Bolt?",
            "Tell me which company, Acme or Bolt, had the highest net sales for 2022.",
            "acme or bolt: which had higher net sales in 2022",
            "For 2022, which of the two companies had bigger net sales, Bolt or Acme?",
            "Which had the larger net sales in FY2022, Bolt or Acme?",
        ),
    ),
    "rose": (
        ("rose", ["gross_margin"], ["FY2022"]),
        (
            "Did Acme's gross margin increase in 2022?",
            "did gross margin at acme go up in 2022",
            "Has Acme's gross margin risen in FY2022?",
            "Was there an increase in Acme's gross margin in 2022?",
            "Does Acme have a growing gross margin as of 2022?",
            "In 2022, did the gross margin of Acme rise?",
            "Did the gross margin climb at Acme in fiscal 2022?",
            "did acme grow its gross margin in 2022?",
            "Is Acme's gross margin rising in 2022?",
            "please say, did Acme's gross margin rise in 2022?",
        ),
    ),
    "bound": (
        ("above", ["revenue"], ["FY2022"]),
        (
            "Was Acme's revenue more than $5 billion in 2022?",
            "Did Acme's revenue exceed $5 billion in 2022?",
            "was acme revenue above 5 billion in 2022",
            "Is revenue of Acme in 2022 greater than $5 billion?",
            "In 2022, was revenue at Acme higher than $5 billion?",
            "Was revenue over $5 billion at Acme in FY2022?",
            "Did Acme report revenue of more than $5 billion in 2022?",
            "Were Acme's 2022 revenues larger than $5 billion?",
            "did acme have revenue in excess of $5bn in 2022",
            "Has the revenue of Acme surpassed $5 billion in 2022?",
        ),
    ),
    "series": (
        ("series", ["net_income"], ["FY2020", "FY2021", "FY2022"]),
        (
            "Acme's net income over time, 2020 to 2022",
            "net income by year acme 2020-2022",
            "What was Acme's net income in each year from 2020 to 2022?",
            "Show Acme's net income for each year between 2020 and 2022.",
            "net income of acme, 2020 to 2022, year by year",
            "Give me net income for every year from 2020 to 2022 for Acme",
            "acme net income each year 2020-2022",
            "List Acme's net income by year for 2020, 2021 and 2022",
            "acme: trend of net income 2020 to 2022",
            "history of net income at Acme from 2020 to 2022",
            "acme net income 2020, 2021, 2022",
        ),
    ),
    "several": (
        ("several", ["revenue", "net_income", "eps"], ["FY2022"]),
        (
            "rev/net income/eps acme fy22",
            "revenue, net income and EPS of Acme in 2022",
            "What were Acme's revenue, net income and EPS in 2022?",
            "acme fy22 revenue, net income, eps",
            "Please give me revenue, net income, and EPS for Acme in fiscal 2022",
            "For 2022, show Acme's revenue, net income and EPS",
            "Tell me the revenue, the net income and the EPS of Acme for 2022.",
            "What did Acme report for revenue, net income and EPS in 2022?",
            "acme 2022: revenue & net income & eps",
            "I need Acme's revenue and net income and EPS for 2022",
        ),
    ),
    "arithmetic": (
        ("value", ["ebitda - capex"], ["FY2022"]),
        (
            "What is Acme's EBITDA less capex in 2022?",
            "acme ebitda minus capex 2022",
            "EBITDA - capital expenditures for Acme, FY2022",
            "In 2022, what was Acme's EBITDA minus its capital expenditures?",
            "Compute EBITDA less capital expenditures of Acme for 2022",
            "what was ebitda less capital expenditures at acme in fiscal 2022",
            "Please calculate Acme's 2022 EBITDA minus capex.",
            "How much was EBITDA less capex at Acme in FY22?",
            "acme fy2022 EBITDA less capex",
            "tell me ebitda minus capital expenditures, acme, 2022",
        ),
    ),
    "cagr": (
        ("cagr", ["revenue"], ["FY2019", "FY2020", "FY2021", "FY2022"]),
        (
            "What was the CAGR of Acme's revenue from 2019 to 2022?",
            "acme revenue cagr 2019-2022",
            "Compound annual growth rate of revenue, Acme, 2019 to 2022",
            "From 2019 to 2022, what was the compound annual growth rate of Acme's revenue?",
            "revenue CAGR of Acme 2019 to 2022?",
            "Please calculate Acme's revenue CAGR from FY2019 to FY2022",
            "What is the compounded annual growth rate in revenue for Acme from 2019 to 2022?",
            "cagr of revenue at acme from 2019 to 2022",
            "Tell me Acme's CAGR of revenue from 2019 through 2022",
            "from 2019 to 2022 acme's revenue had what cagr",
        ),
    ),
}

CASES = [
    pytest.param(expected, question, id=f"{form}: {question}")
    for form, (expected, questions) in FORMS.items()
    for question in questions
]


@pytest.mark.parametrize(("expected", "question"), CASES)
def test_a_form_means_the_same_in_any_words(
    expected: tuple[str, list[str], list[str]], question: str
) -> None:
    operation, measures, periods = meaning(question)
    names = [name.replace("eps_diluted", "eps").replace("eps_basic", "eps") for name in measures]
    assert (operation, names, periods) == expected


@pytest.mark.parametrize(
    "question",
    [
        "What was the ratio of total debt to EBITDA at Acme in 2022?",
        "acme total debt to ebitda 2022",
        "What is the total debt to EBITDA ratio of Acme in 2022?",
        "whats the ratio of total debt to ebitda for acme 2022",
        "Acme debt-to-EBITDA FY2022",
    ],
)
def test_a_ratio_with_a_name_is_that_ratio_however_it_is_led_up_to(question: str) -> None:
    assert meaning(question) == ("value", ["debt_to_ebitda"], ["FY2022"])


def test_every_form_has_ten_phrasings() -> None:
    assert all(len(set(questions)) >= 10 for _, questions in FORMS.values())
