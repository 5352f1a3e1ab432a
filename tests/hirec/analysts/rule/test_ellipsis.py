"""What a question leaves to the one before it is put in, or the question is refused."""

from datetime import date

import pytest

from hirec.analysts.rule.followup import follow_up
from hirec.companies import CompanyDirectory
from hirec.types import CannotAnswer, Form, Identity

NIKE = "What was Nike's revenue in FY2022?"
CAPEX = "What was Nike's capital expenditure in FY2022?"
SHARE = "What was Nike's capital expenditure as a percentage of revenue in FY2022?"
GROWTH = "How much did Nike's revenue grow from FY2021 to FY2022?"
YEARS = "Was Nike's revenue higher in FY2022 than in FY2021?"
BOTH = "Compare the gross margin of Nike and Adobe in FY2022."
LIST = "What was Nike's revenue in FY2022, what was its net income, and what was inventory?"
UNKNOWN = "What was Acme Rockets' revenue in FY2022?"


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
    ("before", "question", "whole"),
    [
        (NIKE, "Why?", "Why did Nike's revenue change in FY2022?"),
        (NIKE, "Why did it increase?", "Why did Nike's revenue increase in FY2022?"),
        (NIKE, "How did it change?", "How did Nike's revenue change in FY2022?"),
        (NIKE, "Did it grow?", "Did Nike's revenue grow in FY2022?"),
        (NIKE, "What drove the increase?", "What drove the increase in Nike's revenue in FY2022?"),
        (NIKE, "And what explains that?", "What explains the change in Nike's revenue in FY2022?"),
        (NIKE, "What was the main driver?", "What drove the change in Nike's revenue in FY2022?"),
        (
            GROWTH,
            "What were the reasons for the increase?",
            "What drove the increase in Nike's revenue from FY2021 to FY2022?",
        ),
        (NIKE, "And the growth?", "How much did Nike's revenue grow in FY2022?"),
        (NIKE, "Year-over-year change?", "How much did Nike's revenue change in FY2022?"),
        (NIKE, "Did it go down?", "Did Nike's revenue go down in FY2022?"),
        (CAPEX, "What share of revenue is that?", SHARE),
        (NIKE, "Compared with Adobe?", "What was the revenue of Nike and Adobe in FY2022?"),
        (NIKE, "In USD billions?", "What was Nike's revenue in FY2022 in USD billions?"),
        (
            NIKE,
            "Rounded to one decimal place?",
            "What was Nike's revenue in FY2022 rounded to one decimal place?",
        ),
        (CAPEX, "As a percentage of revenue?", SHARE),
        (
            SHARE,
            "Is that higher than in 2021?",
            "Was Nike's capital expenditure as a percentage of revenue in FY2022 higher than in "
            "2021?",
        ),
        (
            NIKE,
            "Is it lower than Adobe's?",
            "Was Nike's revenue in FY2022 lower than Adobe's?",
        ),
        (
            NIKE,
            "How does that compare with Adobe's?",
            "What was the revenue of Nike and Adobe in FY2022?",
        ),
        (
            NIKE,
            "And how does it compare to 2021?",
            "What was Nike's revenue in FY2022 and 2021?",
        ),
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
        (
            UNKNOWN,
            "What was its net income?",
            "What was Acme Rockets' net income in FY2022?",
        ),
        (
            UNKNOWN,
            "How many people did it employ?",
            "For Acme Rockets, how many people did it employ in FY2022?",
        ),
        (NIKE, "Thanks. And the net income?", "What was Nike's net income in FY2022?"),
    ],
)
def test_what_is_left_out_is_put_in(companies, before, question, whole):
    assert follow_up(question, [(before, "an answer")], companies, None) == whole


def test_companies_of_the_whole_conversation_can_be_compared(companies):
    history = [(NIKE, ""), ("And Adobe's?", "")]
    whole = "Which company had the higher revenue in FY2022, Nike or Adobe?"
    assert follow_up("Which one is higher?", history, companies, None) == whole


def test_a_turn_that_was_unclear_is_forgotten(companies):
    history = [(NIKE, ""), ("How was that computed?", "unclear")]
    whole = "What was Nike's revenue in FY2022 in USD billions?"
    assert follow_up("In USD billions?", history, companies, None) == whole


@pytest.mark.parametrize(
    ("before", "question", "choice"),
    [
        (NIKE, "How was that computed?", "in full"),
        (NIKE, "Is it improving?", "in full"),
        (NIKE, "And how was that over the last five years?", "in full"),
        (NIKE, "Which is higher?", "in full"),
        (NIKE, "What about International?", "in full"),
        (NIKE, "By how much?", "between which two"),
        (BOTH, "Why did it change?", "Nike or Adobe"),
        (LIST, "Why did it change?", "which figure"),
        (BOTH, "How does it compare with Adobe's?", "what is to be compared"),
        (
            "What did Nike say on its supply chain in FY2022?",
            "Why did it increase?",
            "which figure",
        ),
    ],
)
def test_what_says_nothing_is_refused(companies, before, question, choice):
    with pytest.raises(CannotAnswer, match=choice):
        follow_up(question, [(before, "")], companies, None)
