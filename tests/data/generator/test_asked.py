"""Answers are held against a second count of the same books."""

from collections import Counter
from decimal import Decimal
from itertools import islice

from generator.asked import company_questions
from generator.books import keep_books
from generator.market import companies


def test_every_kind_is_asked_of_a_company() -> None:
    kinds = Counter(gold.type for gold in company_questions(next(companies())))
    assert set(kinds) == {
        "numeric_table",
        "numeric_text",
        "textual",
        "multi_filing",
        "unanswerable",
    }


def test_a_restated_figure_is_the_corrected_one() -> None:
    company = next(each for each in companies() if each.restated)
    asked = list(company_questions(company))[-1]
    year = company.restated or 0
    true, wrong = (
        keep_books(company, corrected=corrected).span(year).income["net_income"]
        for corrected in (True, False)
    )
    answer = Decimal(asked.answer or "") * 10 ** (6 - company.scale)
    assert abs(answer - true) <= 50
    assert true != wrong
    assert {filing for filing, _ in asked.places} == {f"{company.ticker}_{year + 1}_10K"}


def test_a_loss_is_negative_and_spending_is_not() -> None:
    signs = {"net": set[bool](), "capital": set[bool]()}
    for company in islice(companies(), 200):
        for gold in company_questions(company):
            answer = gold.answer or "0"
            if "net income" in gold.question and gold.type == "numeric_table":
                signs["net"].add(answer.startswith("-"))
            if "capital expenditures" in gold.question:
                signs["capital"].add(answer.startswith("-"))
    assert signs == {"net": {True, False}, "capital": {False}}


def test_growth_and_quarters_come_from_the_year_asked_for() -> None:
    for company in islice(companies(), 20):
        books = keep_books(company)
        for gold in company_questions(company):
            if not gold.question.startswith("By what percentage"):
                continue
            year = int(gold.question.rstrip("?").rsplit(" ", 1)[1])
            new, old = (books.span(y).income["revenue"] for y in (year, year - 1))
            assert abs(float(gold.answer or 0) - 100 * (new - old) / old) < 0.051
