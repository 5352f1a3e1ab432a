"""What a question leaves to the turns before it is taken over, or the question is refused.

A resolved question is held against the same question written out: both have to mean the same.
"""

from datetime import date

import pytest

from hirec.analysts.rule.questions.compound import read_questions
from hirec.analysts.rule.questions.scope import read_scope
from hirec.companies import CompanyDirectory
from hirec.types import (
    Asked,
    CannotAnswer,
    Figure,
    Form,
    Identity,
    Operation,
    ParsedQuestion,
    Scope,
)
from hirec.understanding import understand

NIKE = "What was Nike's revenue in FY2022?"
NIKE_2020 = "What was Nike's revenue in FY2020?"
CAPEX = "What was Nike's capital expenditure in FY2022?"
SHARE = "What was Nike's capital expenditure as a percentage of revenue in FY2022?"
GROWTH = "How much did Nike's revenue grow from FY2021 to FY2022?"
CHANGE = "How much did Nike's revenue change from FY2021 to FY2022?"
YEARS = "Was Nike's revenue higher in FY2022 than in FY2021?"
TWO = "What is the difference between Nike's and Adobe's revenue in FY2022?"
BOTH = "Compare the gross margin of Nike and Adobe in FY2022."
LIST = "What was Nike's revenue in FY2022, what was its net income, and what was inventory?"
NO_PERIOD = "What was Nike's revenue?"
UNKNOWN = "What was Acme Rockets' revenue in FY2022?"
RATIO = "What was Nike's revenue divided by net income in FY2022?"
SAID = "What did Nike say on its supply chain in FY2022?"


@pytest.fixture(scope="module")
def companies() -> CompanyDirectory:
    names = {"NIKE_2022_10K": "NIKE, Inc.", "ADBE_2022_10K": "Adobe Inc."}
    return CompanyDirectory.build(
        {
            filing_id: Identity(name, Form.ANNUAL, 2022, period_end=date(2022, 12, 31))
            for filing_id, name in names.items()
        }
    )


def read(question: str, history: list[str], companies: CompanyDirectory) -> tuple[Asked, ...]:
    turns = [(turn, "an answer") for turn in history]
    return read_questions(question, turns, companies, None)


def meaning(parsed: ParsedQuestion, scope: Scope) -> tuple[object, ...]:
    """What a question asks for, whatever its words."""
    measures = [
        (one.concept or one.words.lower(), one.part) if isinstance(one, Figure) else repr(one)
        for one in parsed.measures
    ]
    return (
        parsed.operation,
        measures,
        [company.company_key for company in parsed.companies],
        [ref.period for ref in parsed.periods],
        parsed.wanted,
        parsed.asks_text,
        scope.unknown_companies,
    )


def meanings(parts: tuple[Asked, ...]) -> list[tuple[object, ...]]:
    return [meaning(part.parsed, part.scope) for part in parts if part.parsed and part.scope]


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        (NIKE, "And in 2021?", "What was Nike's revenue in 2021?"),
        (NIKE, "and fiscal 2020?", "What was Nike's revenue in fiscal 2020?"),
        (NIKE, "What about Adobe?", "What was Adobe's revenue in FY2022?"),
        (NIKE, "How about Adobe?", "What was Adobe's revenue in FY2022?"),
        (NIKE, "And Adobe's in FY2021?", "What was Adobe's revenue in FY2021?"),
        (NIKE, "And the year before?", "What was Nike's revenue in fiscal 2021?"),
        (NIKE, "What was it two years earlier?", "What was Nike's revenue in fiscal 2020?"),
        (NIKE, "And the following year?", "What was Nike's revenue in fiscal 2023?"),
        (NIKE, "And the net income?", "What was Nike's net income in FY2022?"),
        (NIKE, "Thanks. And the net income?", "What was Nike's net income in FY2022?"),
        (NIKE, "What was its net income that year?", "What was Nike's net income in FY2022?"),
        (NIKE, "What was the gross margin?", "What was Nike's gross margin in FY2022?"),
        (NIKE, "What was it in 2020?", "What was Nike's revenue in 2020?"),
        (NIKE, "What was Adobe's net income in FY2021?", "What was Adobe's net income in FY2021?"),
        (NO_PERIOD, "And in 2021?", "What was Nike's revenue in 2021?"),
        (TWO, "And in FY2021?", TWO.replace("2022", "2021")),
        (GROWTH, "And its net income?", GROWTH.replace("revenue", "net income")),
        (UNKNOWN, "What was its net income?", "What was Acme Rockets' net income in FY2022?"),
        (
            UNKNOWN,
            "How many people did it employ?",
            "For Acme Rockets, how many people did it employ in FY2022?",
        ),
        (NIKE, "In USD billions?", "What was Nike's revenue in FY2022 in USD billions?"),
        (
            NIKE,
            "Rounded to one decimal place?",
            "What was Nike's revenue in FY2022 rounded to one decimal place?",
        ),
    ],
)
def test_a_company_a_period_a_measure_or_a_form_is_put_in_the_place_of_another(
    companies, before, question, whole
):
    assert meanings(read(question, [before], companies)) == meanings(read(whole, [], companies))


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        (NIKE, "Why?", "Why did Nike's revenue change in FY2022?"),
        (NIKE, "Why did it increase?", "Why did Nike's revenue increase in FY2022?"),
        (NIKE, "What drove the increase?", "What drove the increase in Nike's revenue in FY2022?"),
        (NIKE, "And what explains that?", "What explains Nike's revenue in FY2022?"),
        (NIKE, "What was the main driver?", "What drove Nike's revenue in FY2022?"),
        (
            GROWTH,
            "What were the reasons for the increase?",
            "What drove the increase in Nike's revenue from FY2021 to FY2022?",
        ),
        (NIKE, "How did it change?", "How did Nike's revenue change in FY2022?"),
        (NIKE, "Did it grow?", "Did Nike's revenue grow in FY2022?"),
        (NIKE, "Did it go down?", "Did Nike's revenue go down in FY2022?"),
        (NIKE, "Is it improving?", "Did Nike's revenue improve in FY2022?"),
        (NIKE, "And the growth?", "How much did Nike's revenue grow in FY2022?"),
        (NIKE, "Year-over-year change?", "How much did Nike's revenue change in FY2022?"),
        (NIKE, "How much did it grow from FY2021?", GROWTH),
        (CAPEX, "What share of revenue is that?", SHARE),
        (CAPEX, "As a percentage of revenue?", SHARE),
        (CHANGE, "And in percent?", f"{GROWTH[:-1]} in percent?"),
        (CHANGE, "What is that change as a percentage of the FY2021 revenue?", GROWTH),
        (CHANGE, "How much does this change represent in relation to FY2021?", GROWTH),
        (
            SHARE,
            "Is that higher than in 2021?",
            "Was Nike's capital expenditure as a percentage of revenue in FY2022 higher than in "
            "2021?",
        ),
        (NIKE, "Is it lower than Adobe's?", "Was Nike's revenue in FY2022 lower than Adobe's?"),
        (NIKE, "Compared with Adobe?", "What was the revenue of Nike and Adobe in FY2022?"),
        (
            NIKE,
            "How does that compare with Adobe's?",
            "What was the revenue of Nike and Adobe in FY2022?",
        ),
        (NIKE, "And how does it compare to 2021?", "What was Nike's revenue in FY2022 and 2021?"),
        (
            NIKE,
            "How does it compare with the year before?",
            "What was Nike's revenue in FY2022 and fiscal 2021?",
        ),
        (YEARS, "By how much?", "By how much did Nike's revenue change from FY2021 to FY2022?"),
        (
            BOTH,
            "By how much?",
            "What is the difference between Nike's and Adobe's gross margin in FY2022?",
        ),
        (
            BOTH,
            "Which is higher?",
            "Which company had the higher gross margin in FY2022, Nike or Adobe?",
        ),
        (
            BOTH,
            "Which of them had the lower net income?",
            "Which company had the lower net income in FY2022, Nike or Adobe?",
        ),
    ],
)
def test_something_else_is_done_with_what_the_turn_before_named(companies, before, question, whole):
    found, expected = read(question, [before], companies), read(whole, [], companies)
    joined = found if len(found) == len(expected) else expected
    assert meanings(found) == meanings(joined)


@pytest.mark.parametrize(
    ("history", "question", "whole"),
    [
        ([NIKE, "And in FY2021?"], "How much did it grow?", GROWTH),
        ([NIKE, "And in FY2021?"], "What was the change over the years?", CHANGE),
        (
            [NIKE, "And Adobe's?"],
            "Which one is higher?",
            "Which company had the higher revenue in FY2022, Nike or Adobe?",
        ),
        ([NIKE, "And Adobe's?"], "What is the difference?", TWO),
        ([CHANGE, "What was the FY2021 value?"], "How much did it grow?", GROWTH),
        ([CHANGE, "What was the FY2021 value?"], "And the change over the FY2021 value?", GROWTH),
        ([NIKE], "What is that divided by its net income?", RATIO),
        (
            [NIKE, "And the net income?"],
            "What is the sum of the two?",
            "What is revenue and net income of Nike in FY2022 combined?",
        ),
        (
            [NIKE, "And in FY2021?", "And Adobe?"],
            "And the net income?",
            "What was Adobe's net income in FY2021?",
        ),
        (
            [NIKE, "How was that computed?"],
            "In USD billions?",
            "What was Nike's revenue in FY2022 in USD billions?",
        ),
    ],
)
def test_several_turns_are_taken_together(companies, history, question, whole):
    assert meanings(read(question, history, companies)) == meanings(read(whole, [], companies))


def test_any_company_is_none_of_the_turn_before(companies):
    (found,) = read("Which companies had the highest revenue?", [NIKE], companies)
    assert found.scope is not None
    assert found.scope.companies == ()


def test_a_count_of_years_goes_back_from_the_year_before_it(companies):
    (found,) = read("And how was that over the last five years?", [NIKE], companies)
    assert found.parsed is not None
    assert found.parsed.operation is Operation.SERIES
    assert [ref.period.fiscal_year for ref in found.parsed.periods] == [*range(2018, 2023)]


@pytest.mark.parametrize(
    ("turns", "question", "whole"),
    [
        (
            [CHANGE],
            "And what was that change from FY2019 to FY2020?",
            CHANGE.replace("FY2021 to FY2022", "FY2019 to FY2020"),
        ),
        (
            [NIKE, "And in FY2021?", "What is the sum?", "And in FY2020?"],
            "What is the total sum for all 3 years?",
            "What was the sum of Nike's revenue in FY2020, FY2021 and FY2022?",
        ),
        ([NIKE, "And in FY2021?", "What was the difference?"], "And in FY2020?", NIKE_2020),
        (
            [NIKE, "And in FY2021?"],
            "What is the total for these two years?",
            "What was the sum of Nike's revenue in FY2021 and FY2022?",
        ),
        ([NIKE], "What is that divided by 4?", "What was Nike's revenue in FY2022 divided by 4?"),
        ([NIKE], "And that times 2?", "What was Nike's revenue in FY2022 times 2?"),
    ],
)
def test_several_turns_before_it_give_what_it_is_about(companies, turns, question, whole):
    assert meanings(read(question, turns, companies)) == meanings(read(whole, [], companies))


def test_a_result_over_years_is_one_value_to_go_on_with(companies):
    turns = [NIKE, "And in FY2021?", "What is the sum?"]
    (found,) = read("What is that divided by 2?", turns, companies)
    assert found.parsed is not None
    assert "sum of revenue from FY2021 to FY2022 divided by 2" in found.text
    assert found.parsed.operation is Operation.VALUE


def test_years_that_no_turn_named_are_asked_for(companies):
    turns = [NIKE, "And in FY2021?", "What is the sum?"]
    with pytest.raises(CannotAnswer, match="which 3 periods"):
        read("What is the sum for all 3 years?", turns, companies)


@pytest.mark.parametrize(
    ("before", "question", "text"),
    [
        (NIKE, "Why did it increase?", "Why did Nike's revenue increase in FY2022?"),
        (NIKE, "And what drove its growth?", "What drove the growth in Nike's revenue in FY2022?"),
        (CAPEX, "As a percentage of revenue?", SHARE),
        (BOTH, "By how much?", TWO.replace("revenue", "gross margin")),
        (NIKE, "In USD billions?", "What was Nike's revenue in FY2022 in billions?"),
        (NIKE, "Is it lower than Adobe's?", "Was Nike's revenue in FY2022 lower than Adobe's?"),
    ],
)
def test_people_are_told_what_was_understood(companies, before, question, text):
    assert [part.text for part in read(question, [before], companies)] == [text]


def test_a_question_without_history_keeps_its_words(companies):
    assert [part.text for part in read("And in 2021?", [], companies)] == ["And in 2021?"]


@pytest.mark.parametrize(
    ("before", "question", "choice"),
    [
        (TWO, "What was its net income?", "Nike or Adobe"),
        (TWO, "And Adobe?", "company"),
        (GROWTH, "What was the inventory that year?", "FY2021 or FY2022"),
        (GROWTH, "And in FY2020?", "period"),
        (GROWTH, "What was its gross margin?", "FY2021 or FY2022"),
        (NIKE, "How was that computed?", "in full"),
        (NIKE, "Which is higher?", "in full"),
        (NIKE, "What about International?", "in full"),
        (NIKE, "By how much?", "between which two"),
        (BOTH, "Why did it change?", "Nike or Adobe"),
        ("What was Nike's revenue in the latest quarter?", "And the year before?", "which period"),
        (LIST, "Why did it change?", "which figure"),
        (BOTH, "How does it compare with Adobe's?", "what is to be compared"),
        (SAID, "Why did it increase?", "which figure"),
        ("Who is the auditor of Nike?", "Why did it increase?", "which figure"),
    ],
)
def test_what_may_be_read_in_two_ways_is_refused_with_the_choice(
    companies, before, question, choice
):
    with pytest.raises(CannotAnswer, match=choice):
        read(question, [before], companies)


def test_whoever_writes_a_question_out_is_understood_as_before(companies):
    scope = read_scope(NIKE, companies, None)
    (found,) = read(NIKE, [GROWTH], companies)
    assert found.parsed is not None
    assert found.parsed.operation is understand(NIKE, scope).operation
    assert found.parsed.measures[0] == understand(NIKE, scope).measures[0]


@pytest.mark.parametrize(
    ("before", "question", "part", "whole"),
    [
        ("What was Nike's footwear revenue in FY2022?", "And for apparel?", "apparel", ""),
        (NIKE, "And for footwear?", "footwear", ""),
        (
            "What share of Nike's revenue came from Asia in FY2022?",
            "And Europe?",
            "Europe",
            "revenue",
        ),
        (SHARE, "And of net income?", "", "net_income"),
    ],
)
def test_another_part_or_whole_is_put_in_the_place_of_the_one_before(
    companies, before, question, part, whole
):
    (asked,) = read(question, [before], companies)
    assert asked.parsed is not None
    first, *others = asked.parsed.figures
    assert first.part == part
    assert [figure.concept for figure in others] == ([whole] if whole else [])
