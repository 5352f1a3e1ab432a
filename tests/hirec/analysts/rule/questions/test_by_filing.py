"""Which questions are asked of each filing apart, and of which filings."""

from datetime import date

import pytest

from hirec.analysts.rule.questions.by_filing import by_filing
from hirec.analysts.rule.questions.compound import read_questions
from hirec.analysts.rule.textual.facts import with_facts
from hirec.companies import CompanyDirectory
from hirec.types import Asked, Form, Identity


@pytest.fixture(scope="module")
def companies() -> CompanyDirectory:
    names = {"NIKE_2022_10K": "NIKE, Inc.", "ADBE_2022_10K": "Adobe Inc."}
    return CompanyDirectory.build(
        {
            filing_id: Identity(name, Form.ANNUAL, 2022, period_end=date(2022, 12, 31))
            for filing_id, name in names.items()
        }
    )


def asked(question: str, companies: CompanyDirectory) -> Asked:
    (one,) = read_questions(question, (), companies, None)
    return with_facts(by_filing(one))


@pytest.mark.parametrize(
    ("question", "subjects"),
    [
        (
            "Compare the risk factors on supply chain of Nike and Adobe in 2021 and 2022",
            [
                "NIKE, Inc., FY2021",
                "NIKE, Inc., FY2022",
                "Adobe Inc., FY2021",
                "Adobe Inc., FY2022",
            ],
        ),
        (
            "For each quarter of 2022, what did Nike's management say about margins?",
            [f"NIKE, Inc., Q{quarter} FY2022" for quarter in range(1, 5)],
        ),
        (
            "How did Adobe's description of competition change between 2020 and 2022?",
            ["Adobe Inc., FY2020", "Adobe Inc., FY2022"],
        ),
        (
            "What did Adobe say about its competition from 2020 to 2022?",
            ["Adobe Inc., FY2020", "Adobe Inc., FY2021", "Adobe Inc., FY2022"],
        ),
        ("What are the main competitors of Nike and Adobe?", ["NIKE, Inc.", "Adobe Inc."]),
        (
            "Did Nike or Adobe report a material weakness in 2022?",
            ["NIKE, Inc., FY2022", "Adobe Inc., FY2022"],
        ),
        (
            "What drove the change in gross margin at Nike and Adobe between 2021 and 2022?",
            ["NIKE, Inc., FY2021 to FY2022", "Adobe Inc., FY2021 to FY2022"],
        ),
        (
            "Compare the legal proceedings of Nike and Facebook in 2022",
            ["NIKE, Inc., FY2022", "Facebook, FY2022"],
        ),
    ],
)
def test_words_about_several_are_asked_of_each(
    question: str, subjects: list[str], companies: CompanyDirectory
) -> None:
    assert [part.subject for part in asked(question, companies).by_filing] == subjects


@pytest.mark.parametrize(
    "question",
    [
        "What was Nike's allowance for credit losses in 2021 and 2022?",
        "By how much did Nike's and Adobe's headcount costs change in 2022?",
        "Which had more litigation in 2022, Nike or Adobe?",
        "Is Nike or Adobe more capital-intensive?",
        "Did gross margin improve at Nike between 2021 and 2022?",
        "What drove the change in Nike's gross margin between 2021 and 2022?",
        "Describe Nike's strategy in 2022.",
        "Describe the strategies of Facebook and Oracle in 2022.",
        "What proceeds from vessel sales did Nike report in 2021 and 2022?",
    ],
)
def test_figures_choices_and_one_filing_stay_one_question(
    question: str, companies: CompanyDirectory
) -> None:
    for part in read_questions(question, (), companies, None):
        assert not by_filing(part).by_filing


def test_a_part_is_about_its_own_filing_and_names_no_other(companies: CompanyDirectory) -> None:
    nike, adobe = asked("Who are the auditors of Nike and Adobe in 2022?", companies).by_filing
    assert adobe.text == "Who are the auditors of Adobe in 2022?"
    assert adobe.scope is not None
    assert adobe.scope.own_filings
    assert [company.name for company in adobe.scope.companies] == ["Adobe Inc."]
    assert nike.parsed is not None
    assert nike.parsed.disclosure == "auditor"


def test_each_part_rests_on_the_figures_of_its_own_company(companies: CompanyDirectory) -> None:
    whole = asked("What drove the change in gross margin at Nike and Adobe in 2022?", companies)
    facts = [fact.text for part in whole.by_filing for fact in part.rests_on]
    assert facts == ["NIKE, Inc.: gross margin", "Adobe Inc.: gross margin"]
    scopes = [fact.scope for part in whole.by_filing for fact in part.rests_on]
    assert not any(scope.own_filings for scope in scopes if scope)
    assert not whole.rests_on


def test_quarters_are_looked_for_in_quarterly_filings(companies: CompanyDirectory) -> None:
    first = asked("What did Nike say about demand in each quarter of 2022?", companies).by_filing[0]
    assert first.scope is not None
    assert first.scope.forms[0] is Form.QUARTERLY
    assert "Q1 2022" in first.text


def test_what_is_expected_may_stand_in_an_earlier_filing(companies: CompanyDirectory) -> None:
    part = asked("What outlook did Nike and Adobe give for demand in 2023?", companies).by_filing[0]
    assert part.scope is not None
    assert not part.scope.own_filings
