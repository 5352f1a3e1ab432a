from datetime import date

import pytest

from hirec.analysts.rule.scope import read_scope
from hirec.companies import CompanyDirectory
from hirec.types import Form, Identity

COMPANIES = CompanyDirectory.build(
    {
        "A_2023_10K": Identity("Amber Tools, Inc.", Form.ANNUAL, 2023),
        "B_2023_10K": Identity("Basalt Foods Corporation", Form.ANNUAL, 2023),
    }
)


def scope(question: str):
    return read_scope(question, COMPANIES, None)


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
