"""Questions of the company that leads some others."""

import pytest

from hirec.periods import find_periods
from hirec.types import CompanyRef, Scope
from hirec.understanding import led

ACME, BOLT, CORE = (
    CompanyRef(name.lower(), f"{name}, Inc.", name) for name in ("Acme", "Bolt", "Core")
)


@pytest.mark.parametrize(
    ("question", "by", "rest"),
    [
        (
            "Take the one of Acme, Bolt and Core with the highest revenue in 2023: what did it "
            "report as net income for the same period, in millions?",
            "Which of Acme, Bolt and Core had the highest revenue in 2023?",
            "for {company} in 2023: what did it report as net income for the same period, in "
            "millions?",
        ),
        (
            "Among Acme, Bolt and Core, what is the capex of the company with the lowest revenue "
            "in 2023?",
            "Which of Acme, Bolt and Core had the lowest revenue in 2023?",
            "what is the capex of {company} in 2023?",
        ),
        (
            "What was the capex in 2023 of the firm that had the largest revenue among Acme, Bolt "
            "and Core?",
            "Which of Acme, Bolt and Core had the largest revenue in 2023?",
            "What was the capex in 2023 of {company}?",
        ),
    ],
)
def test_the_company_is_asked_for_first(question: str, by: str, rest: str) -> None:
    asked = led(question, Scope((ACME, BOLT, CORE), find_periods(question)))
    assert asked is not None
    assert asked.chosen is not None
    assert (asked.text, asked.chosen.by.text, asked.chosen.rest) == (question, by, rest)


@pytest.mark.parametrize(
    "question",
    [
        "Which of Acme, Bolt and Core had the highest revenue in 2023?",
        "What was the revenue of Acme, Bolt and Core in 2023?",
        "Acme bought Bolt, and Core the company with the highest revenue in 2023: which?",
        "Of Acme, Bolt and Core, the one with the highest revenue in 2023 and in 2022: its capex?",
    ],
)
def test_other_questions_choose_no_company_first(question: str) -> None:
    assert led(question, Scope((ACME, BOLT, CORE), find_periods(question))) is None
