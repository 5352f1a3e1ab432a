"""One part against another, and a profit against a loss, in questions for yes or no."""

import pytest

from hirec.periods import find_periods
from hirec.types import CompanyRef, Operation, Scope
from hirec.understanding import understand
from hirec.understanding.against import as_comparison, asks_which_way

ACME = CompanyRef("acme", "Acme, Inc.", "Acme")
NAMES = ["Acme", "Bolt"]


@pytest.mark.parametrize(
    ("question", "compared"),
    [
        (
            "Did Acme's Tools segment outgrow Paint in net sales in 2022?",
            "was Acme's Tools' net sales growth higher than Paint's net sales growth in 2022?",
        ),
        (
            "Did Tools grow faster than its Garden Parts division in revenue at Acme in 2022?",
            "was Tools' revenue growth higher than Garden Parts' revenue growth at Acme in 2022?",
        ),
        (
            "In 2022, did Acme's Tools outpace Paint?",
            "In 2022, was Acme's Tools' revenue growth higher than Paint's revenue growth?",
        ),
        (
            "Did Tools outgrow Paint at Acme in 2022 by revenue?",
            "was Tools' revenue growth higher than Paint's revenue growth at Acme in 2022?",
        ),
        (
            "Did Acme's Tools segment have a lower segment margin than its Paint segment in 2022?",
            "was Acme's Tools' segment margin lower than Paint's segment margin in 2022?",
        ),
        (
            "In 2022, did Acme's Tools grow or shrink in revenue?",
            "In 2022, did Acme's Tools' revenue grow or shrink?",
        ),
        (
            "Did Acme lose more in 2022 than in 2021?",
            "was Acme's net loss larger in 2022 than in 2021?",
        ),
    ],
)
def test_parts_are_compared_by_one_figure(question: str, compared: str) -> None:
    assert as_comparison(question, NAMES) == compared


@pytest.mark.parametrize(
    "question",
    [
        "Did Acme have higher revenue than Bolt in 2022?",
        "Did Acme have higher revenue in 2022 than in 2021?",
        "Did Acme's revenue grow faster in 2022 than in 2021?",
        "Did Acme make more than 3 acquisitions in 2022?",
        "Which segment had higher sales than Paint in 2022?",
    ],
)
def test_companies_and_years_are_compared_as_they_stand(question: str) -> None:
    assert as_comparison(question, NAMES) == question


@pytest.mark.parametrize(
    "question",
    [
        "Did Acme make or lose money in 2022?",
        "In 2022, did Acme's Tools division make a profit or a loss?",
        "Did Acme's Tools segment earn or lose money in 2022?",
    ],
)
def test_a_profit_or_a_loss_is_told_with_its_sign(question: str) -> None:
    assert asks_which_way(question)
    parsed = understand(question, Scope((ACME,), find_periods(question)))
    assert parsed.operation is Operation.VALUE
    assert [one.concept for one in parsed.figures] == [
        "operating_income" if "Tools" in question else "net_income"
    ]
    assert not asks_which_way("Did Acme lose money in 2022?")
