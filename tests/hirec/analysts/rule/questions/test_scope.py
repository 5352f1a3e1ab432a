from datetime import date

import pytest

from hirec.analysts.rule.questions.scope import read_scope
from hirec.analysts.rule.retrieval.rewrite import read_intent, rewrite
from hirec.companies import CompanyDirectory
from hirec.types import Form, Identity, Relation
from hirec.understanding import understand

COMPANIES = CompanyDirectory.build(
    {
        "A_2023_10K": Identity("Amber Tools, Inc.", Form.ANNUAL, 2023),
        "B_2023_10K": Identity("Basalt Foods Corporation", Form.ANNUAL, 2023),
    }
)


def scope(question: str):
    return read_scope(question, COMPANIES, None)


def test_a_customers_share_is_looked_for_with_its_seller_alone():
    question = "What share of Amber Tools' net sales went to Basalt Foods in 2023?"
    names = [company.name for company in rewrite(question, scope(question)).scope.companies]
    assert names == ["Amber Tools, Inc."]
    both = "Which had the higher net sales in 2023, Amber Tools or Basalt Foods?"
    assert len(rewrite(both, scope(both)).scope.companies) == 2


def test_companies_and_periods_make_the_slots():
    found = scope("What is the difference in FY2022 net sales of Amber Tools and Basalt Foods?")
    assert [company.name for company in found.companies] == [
        "Amber Tools, Inc.",
        "Basalt Foods Corporation",
    ]
    assert [ref.period.fiscal_year for ref in found.periods] == [2022]
    assert len(found.slots) == 2


def test_a_company_that_is_not_there_is_named_and_not_replaced():
    found = scope("What was Zelmont Airways' revenue in 2022?")
    assert found.companies == ()
    assert found.unknown_companies == ("Zelmont Airways",)


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("What does Amber Tools' 10-K for 2023 say?", Form.ANNUAL),
        ("What did Amber Tools' 8-K dated May 3, 2023 announce?", Form.CURRENT),
        ("At the annual meeting of Amber Tools in 2023, what was approved?", Form.CURRENT),
        ("What was the CEO's total compensation at Amber Tools in 2023?", Form.PROXY),
        ("Did Amber Tools raise its guidance for 2023?", Form.EARNINGS),
        ("What were Amber Tools' sales in Q2 of FY2023?", Form.QUARTERLY),
        ("Whom did Amber Tools appoint in 2023?", Form.CURRENT),
    ],
)
def test_the_form_is_said_or_implied(question, form):
    assert scope(question).forms[0] is form


def test_an_ordinary_question_leaves_the_form_open():
    assert scope("What were Amber Tools' net sales in FY2023?").forms == ()


def test_a_day_is_an_event_and_its_year_no_period():
    found = scope("What did Amber Tools announce on May 3, 2023?")
    assert found.event_dates == (date(2023, 5, 3),)
    assert all(ref.period.fiscal_year != 2023 or ref.fiscal for ref in found.periods)


@pytest.mark.parametrize(
    ("question", "periods"),
    [
        ("average capex of Amber Tools over the last three years as of 2023", [2021, 2022, 2023]),
        ("Amber Tools' change in operating income from FY2015 to FY2016", [2015, 2016]),
        ("Amber Tools' year end FY2019 inventories", [2019]),
        ("Amber Tools' cash at year-end 2022", [2022]),
        ("Amber Tools' dividends over the past two fiscal years ending 2022", [2021, 2022]),
        ("net income of Amber Tools from FY2019 - FY2021", [2019, 2020, 2021]),
    ],
)
def test_every_year_asked_for_has_a_slot(question, periods):
    found = scope(f"What was the {question}?")
    assert [slot.period.period.fiscal_year for slot in found.slots] == periods


def test_a_quarter_and_its_fiscal_year_are_one_period():
    (ref,) = scope("What were Amber Tools' sales in Q2 of FY2023?").periods
    assert (ref.period.fiscal_year, ref.period.fiscal_quarter, ref.fiscal) == (2023, 2, True)


def test_as_of_a_day_is_an_instant():
    (ref,) = scope("What were the total assets of Amber Tools as of August 30, 2023?").periods
    assert (ref.period.end, ref.period.months) == (date(2023, 8, 30), 0)


@pytest.mark.parametrize(
    "question",
    [
        "How did Amber Tools' margin in 2022 compare to that of Basalt Foods?",
        "How high was Amber Tools' inventory in 2022 compared to that of Basalt Foods?",
        "Among Amber Tools and Basalt Foods, which had the higher sales in 2022?",
    ],
)
def test_each_company_compared_has_a_slot(question):
    names = [slot.company.said for slot in scope(question).slots]
    assert names == ["Amber Tools", "Basalt Foods"]


def test_of_several_companies_an_unknown_one_is_said():
    found = scope("Among Amber Tools, Zelmont Airways and Basalt Foods, who sold most in 2022?")
    assert len(found.companies) == 2
    assert found.unknown_companies == ("Zelmont Airways",)


@pytest.mark.parametrize(
    "question",
    [
        "What was the latest quarterly revenue of Amber Tools?",
        "What was Amber Tools' net income in the most recent quarter?",
        "What was Amber Tools' net income in its last fiscal quarter?",
        "What was Amber Tools' adjusted EBITDA in the quarter?",
        "What was Amber Tools' net income this quarter?",
    ],
)
def test_the_latest_quarter_wants_a_quarterly_report(question):
    found = scope(question)
    assert found.periods == ()
    assert found.forms[0] is Form.QUARTERLY


def test_words_that_count_years_are_no_part_of_a_metric():
    question = "What is the three-year average capex as % of revenue of Amber Tools in 2016-2018?"
    assert read_intent(understand(question, scope(question)), scope(question)).metrics == (
        "capex",
        "revenue",
    )


def test_a_comparison_with_the_year_before_is_a_difference():
    question = "How did net sales of Amber Tools in FY2023 compare to the year before?"
    assert (
        read_intent(understand(question, scope(question)), scope(question)).relation
        is Relation.DIFFERENCE
    )
