from datetime import date

import pytest

from hirec.analysts.rule.followup import follow_up
from hirec.companies import CompanyDirectory
from hirec.types import CannotAnswer, Form, Identity

NIKE = "What was Nike's revenue in FY2022?"
GROWTH = "How much did Nike's revenue grow from FY2021 to FY2022?"
TWO = "What is the difference between Nike's and Adobe's revenue in FY2022?"
NO_PERIOD = "What was Nike's revenue?"


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
        (NIKE, "And in 2021?", "What was Nike's revenue in 2021?"),
        (NIKE, "and fiscal 2020?", "What was Nike's revenue in fiscal 2020?"),
        (NIKE, "What about Adobe?", "What was Adobe's revenue in FY2022?"),
        (NIKE, "And Adobe's in FY2021?", "What was Adobe's revenue in FY2021?"),
        (NIKE, "And the year before?", "What was Nike's revenue in fiscal 2021?"),
        (NIKE, "And the net income?", "What was Nike's net income in FY2022?"),
        (NIKE, "What was its net income that year?", "What was Nike's net income in FY2022?"),
        (NIKE, "What was the gross margin?", "For Nike, what was the gross margin in FY2022?"),
        (
            NIKE,
            "How much did it grow from FY2021?",
            "How much did Nike's revenue grow from FY2021?",
        ),
        (NIKE, "What was Adobe's net income in FY2021?", "What was Adobe's net income in FY2021?"),
        (
            NIKE,
            "Which companies had the highest revenue?",
            "Which companies had the highest revenue in FY2022?",
        ),
        (
            GROWTH,
            "And its net income?",
            "How much did Nike's net income grow from FY2021 to FY2022?",
        ),
        (NO_PERIOD, "And in 2021?", "What was Nike's revenue in 2021?"),
        (TWO, "And in FY2021?", TWO.replace("2022", "2021")),
        ("", "And in 2021?", "And in 2021?"),
    ],
)
def test_what_is_left_out_is_carried_over(companies, before, question, whole):
    history = [(before, "an answer")] if before else []
    assert follow_up(question, history, companies, None) == whole


def test_a_chain_of_follow_ups_is_followed(companies):
    history = [(NIKE, ""), ("And in FY2021?", ""), ("And Adobe?", "")]
    whole = "What was Adobe's net income in FY2021?"
    assert follow_up("And the net income?", history, companies, None) == whole


@pytest.mark.parametrize(
    ("before", "question", "choice"),
    [
        (TWO, "What was its net income?", "Nike or Adobe"),
        (TWO, "And Adobe?", "company"),
        (GROWTH, "What was the inventory that year?", "FY2021 or FY2022"),
        (GROWTH, "And in FY2020?", "period"),
        (GROWTH, "What was its gross margin?", "FY2021 or FY2022"),
    ],
)
def test_what_may_be_read_in_two_ways_is_refused_with_the_choice(
    companies, before, question, choice
):
    with pytest.raises(CannotAnswer, match=choice):
        follow_up(question, [(before, "")], companies, None)
