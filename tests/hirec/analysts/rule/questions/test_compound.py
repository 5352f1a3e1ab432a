from datetime import date

import pytest

from hirec.analysts.rule.questions.compound import read_questions
from hirec.companies import CompanyDirectory
from hirec.types import Form, Identity, Operation


@pytest.fixture(scope="module")
def companies() -> CompanyDirectory:
    names = {"NIKE_2022_10K": "NIKE, Inc.", "ADBE_2022_10K": "Adobe Inc."}
    return CompanyDirectory.build(
        {
            filing_id: Identity(name, Form.ANNUAL, 2022, period_end=date(2022, 12, 31))
            for filing_id, name in names.items()
        }
    )


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "What was Nike's revenue and net income in FY2022?",
            ["What was Nike's revenue in FY2022?", "What was Nike's net income in FY2022?"],
        ),
        (
            "Nike's revenue, net income and inventory in FY2022",
            [
                "What was Nike's revenue in FY2022?",
                "What was Nike's net income in FY2022?",
                "What was Nike's inventory in FY2022?",
            ],
        ),
        (
            "What was the revenue and the net income of Nike in FY2021 and FY2022?",
            [
                "What was Nike's revenue in FY2021?",
                "What was Nike's revenue in FY2022?",
                "What was Nike's net income in FY2021?",
                "What was Nike's net income in FY2022?",
            ],
        ),
        (
            "What was Nike's revenue in FY2021 against Adobe's in FY2022?",
            ["What was Nike's revenue in FY2021?", "What was Adobe's revenue in FY2022?"],
        ),
        (
            "What were the revenues of both Nike and Adobe in FY2022?",
            ["What were Nike's revenues in FY2022?", "What were Adobe's revenues in FY2022?"],
        ),
        (
            "How many shares did Nike buy back in FY2022 and at what average price?",
            [
                "How many shares did Nike buy back in FY2022?",
                "For Nike, what was the average price paid per share of shares repurchased"
                " in FY2022?",
            ],
        ),
        (
            "What was Nike's net income, and why did it change in fiscal 2022?",
            [
                "What was Nike's net income in fiscal 2022?",
                "Why did Nike's net income change in fiscal 2022?",
            ],
        ),
        (
            "What was Nike's revenue in FY2022 and how did it compare with FY2021?",
            ["What was Nike's revenue in FY2022?", "What was Nike's revenue in FY2021?"],
        ),
        (
            "What was Nike's revenue in FY2021 and FY2022?",
            ["What was Nike's revenue in FY2021?", "What was Nike's revenue in FY2022?"],
        ),
        (
            "What was Nike's revenue in FY2022? And what was its net income?",
            ["What was Nike's revenue in FY2022?", "What was Nike's net income in FY2022?"],
        ),
        (
            "What was Nike's revenue in FY2022 and how much did Adobe's net income change from "
            "FY2021 to FY2022?",
            [
                "What was Nike's revenue in FY2022?",
                "How much did Adobe's net income change from FY2021 to FY2022?",
            ],
        ),
        (
            "What was Nike's revenue in FY2022, and why did it change?",
            ["What was Nike's revenue in FY2022?", "Why did Nike's revenue change in FY2022?"],
        ),
        (
            "What was Nike's revenue in FY2022? Why did it change?",
            ["What was Nike's revenue in FY2022?", "Why did Nike's revenue change in FY2022?"],
        ),
        (
            "What was Nike's revenue in FY2022 and what drove its growth?",
            [
                "What was Nike's revenue in FY2022?",
                "What drove the growth in Nike's revenue in FY2022?",
            ],
        ),
        (
            "What was Nike's revenue in FY2022, what was its net income, and what was inventory?",
            [
                "What was Nike's revenue in FY2022?",
                "What was Nike's net income in FY2022?",
                "What was Nike's inventory in FY2022?",
            ],
        ),
        (
            "What were the revenue and total assets of Nike in FY2022?",
            ["What was Nike's revenue in FY2022?", "What were Nike's total assets in FY2022?"],
        ),
        (
            "What were Nike's revenue and inventory in FY2022, and how much was its net income?",
            [
                "What was Nike's revenue in FY2022?",
                "What was Nike's inventory in FY2022?",
                "What was Nike's net income in FY2022?",
            ],
        ),
        (
            "Compare the gross margin of Nike and Adobe in FY2022.",
            [
                "What was Nike's gross margin in FY2022?",
                "What was Adobe's gross margin in FY2022?",
            ],
        ),
        (
            "Nike's revenue in FY2022, of which abroad?",
            ["Nike's revenue in FY2022?", "Nike's revenue in FY2022, of which abroad?"],
        ),
        (
            "Nike employees worldwide, of which abroad, FY2022?",
            ["Nike employees worldwide?", "Nike employees worldwide, of which abroad, FY2022?"],
        ),
        (
            "What was Acme Rockets' revenue in FY2022, and how much was its net income?",
            [
                "What was Acme Rockets' revenue in FY2022?",
                "What was Acme Rockets' net income in FY2022?",
            ],
        ),
        (
            "Hi, what was Nike's revenue in FY2022 and how much was its net income. Thanks!",
            [
                "Hi, what was Nike's revenue in FY2022?",
                "What was Nike's net income in FY2022?",
            ],
        ),
        (
            "I'm curious about Jordan - what was Nike's inventory in FY2022 and how much revenue "
            "did it bring in?",
            [
                "I'm curious about Jordan - what was Nike's inventory in FY2022?",
                "What was Nike's Jordan revenue in FY2022?",
            ],
        ),
    ],
)
def test_parts_that_stand_alone_are_asked_apart(companies, question, parts):
    assert [part.text for part in read_questions(question, [], companies, None)] == parts


def test_a_range_of_years_is_one_question_with_a_table_for_its_answer(companies):
    question = "What was Nike's revenue and net income from FY2019 to FY2022?"
    revenue, income = read_questions(question, [], companies, None)
    assert revenue.parsed is not None
    assert income.parsed is not None
    assert [ref.period.fiscal_year for ref in revenue.parsed.periods] == [2019, 2020, 2021, 2022]
    assert income.parsed.periods == revenue.parsed.periods


@pytest.mark.parametrize(
    "question",
    [
        "What is the difference between Nike's and Adobe's revenue in FY2022?",
        "Which had the higher revenue in FY2022, Nike or Adobe?",
        "What was Nike's property, plant and equipment in FY2022?",
        "How much did Nike's revenue grow from FY2021 to FY2022?",
        "What is Nike's quick ratio in FY2022? If that is not useful, then explain why.",
        "What is the sum of revenue and net income of Nike in FY2022?",
        "What were Nike's payments for dividends and dividend payments in FY2022?",
        "What were Nike's issuances of loans, notes payable and long-term debt in FY2022?",
    ],
)
def test_what_belongs_together_stays_together(companies, question):
    assert [part.text for part in read_questions(question, [], companies, None)] == [question]


def test_companies_with_periods_of_their_own_are_not_crossed(companies: CompanyDirectory) -> None:
    parts = read_questions("Nike's revenue in FY2022 and Adobe's in FY2021", (), companies, None)
    assert [part.text for part in parts] == [
        "What was Nike's revenue in FY2022?",
        "What was Adobe's revenue in FY2021?",
    ]
    apart = "What is the difference between Nike's revenue in FY2022 and Adobe's in FY2021?"
    (one,) = read_questions(apart, (), companies, None)
    assert one.parsed is not None
    assert one.parsed.operation is Operation.DIFFERENCE
    owned = [(f.company, f.period) for f in one.parsed.figures]
    said = [(c.said, p.said) for c, p in owned if c and p]
    assert said == [("Nike", "FY2022"), ("Adobe", "FY2021")]


@pytest.mark.parametrize("years", ["2020-2022", "2020–2022", "from 2020 to 2022"])
def test_a_range_of_years_is_one_question_for_a_series(
    years: str, companies: CompanyDirectory
) -> None:
    (asked,) = read_questions(f"Nike net sales {years}", (), companies, None)
    parts = read_questions(f"Nike net sales and net income {years}", (), companies, None)
    assert asked.text == f"Nike net sales {years}"
    assert [part.parsed.operation for part in parts if part.parsed] == [Operation.SERIES] * 2


def test_a_whole_in_front_is_no_question_of_its_own(companies: CompanyDirectory) -> None:
    asked = "Of Nike's stock compensation in 2022, how much sat in research and development?"
    assert len(read_questions(asked, (), companies, None)) == 1


@pytest.mark.parametrize(
    ("behind", "operation"),
    [
        ("Which one is largest?", Operation.LARGEST),
        ("And which segment is the smallest?", Operation.SMALLEST),
        ("Where is the lowest?", Operation.SMALLEST),
    ],
)
def test_a_choice_behind_a_list_by_parts_is_among_these(
    behind: str, operation: Operation, companies: CompanyDirectory
) -> None:
    first = "What were Nike's revenues by segment in FY2022?"
    listed, choice = read_questions(f"{first} {behind}", (), companies, None)
    (later,) = read_questions(behind, [(first, "an answer")], companies, None)
    assert listed.parsed is not None
    assert choice.parsed is not None
    assert choice.parsed == later.parsed
    assert (choice.parsed.operation, choice.parsed.choose) == (operation, listed.parsed.choose)
    assert choice.parsed.measures == listed.parsed.measures


def test_a_sentence_that_asks_and_is_not_understood_is_told(companies: CompanyDirectory) -> None:
    asked = "What was Nike's revenue in FY2022? Where do penguins nest?"
    (one,) = read_questions(asked, (), companies, None)
    assert one.parsed is not None
    assert "penguins" in one.parsed.doubt
    (alone,) = read_questions("What was Nike's revenue in FY2022?", (), companies, None)
    assert alone.parsed is not None
    assert not alone.parsed.doubt


def test_its_of_a_part_asked_about_is_told(companies: CompanyDirectory) -> None:
    question = "What was Acme's Kite segment revenue in 2022, and what was its operating margin?"
    *_, last = read_questions(question, (), companies, None)
    assert last.parsed is not None
    assert last.parsed.doubt.startswith("“its” may mean Kite")
    plain = "What was Acme's revenue in 2022, and what was its operating margin?"
    *_, last = read_questions(plain, (), companies, None)
    assert last.parsed is not None
    assert not last.parsed.doubt
