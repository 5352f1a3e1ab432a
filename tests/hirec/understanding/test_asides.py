"""Clauses that a question stands in are set apart from what it asks."""

import pytest

from hirec.types import CompanyRef, Operation, Scope
from hirec.understanding import cut_apart, understand

ACME = Scope(companies=(CompanyRef("acme", "Acme Corp", "Acme"),))


@pytest.mark.parametrize(
    ("question", "words", "context"),
    [
        (
            "When Acme bought Bolt Works in March 2022, what was its goodwill?",
            "goodwill",
            "When Acme bought Bolt Works in March 2022",
        ),
        (
            "As rates climbed, what was Acme's interest expense in 2022?",
            "interest expense",
            "As rates climbed",
        ),
        (
            "Under its new plan, what was Acme's capital expenditure in 2022?",
            "capital expenditure",
            "Under its new plan",
        ),
        (
            "What inventories did Acme have when it closed fiscal 2022?",
            "inventories",
            "when it closed fiscal 2022",
        ),
        (
            "What were Acme's kite sales in 2022 after the Bolt divestiture?",
            "kite sales",
            "after the Bolt divestiture",
        ),
        ("What was Acme's income after taxes in 2022?", "income after taxes", ""),
        ("As of year end 2022, what was Acme's goodwill?", "goodwill", ""),
        ("What do we get when Acme's 2022 revenue is divided by its staff?", "revenue is", ""),
    ],
)
def test_what_a_question_stands_in_is_no_figure(question: str, words: str, context: str) -> None:
    parsed = understand(question, ACME)
    assert parsed.context == context
    assert parsed.figures[0].words == words
    assert not parsed.asks_text
    assert not parsed.unplaced


@pytest.mark.parametrize(
    ("question", "pieces"),
    [
        ("When Acme bought Bolt, how much did it pay?", 1),
        ("Under its plan, how many shares did Acme receive?", 1),
        ("For Acme's first quarter of 2022, how much did it pay for Bolt?", 1),
        ("When did Acme buy Bolt, and how much did it pay?", 2),
        ("What were Acme's sales in 2022, and how much was its goodwill?", 2),
        ("In 2022 did Acme earn more in Ohio or in Utah, and what was the gap?", 2),
    ],
)
def test_such_a_clause_is_no_question_of_its_own(question: str, pieces: int) -> None:
    assert len(cut_apart(question, ACME)) == pieces


def test_when_asks_for_a_day_where_an_auxiliary_follows() -> None:
    assert understand("When did Acme buy Bolt Works?", ACME).asks_text == "day"
    assert understand("When was it that Acme's sales fell?", ACME).operation is Operation.TEXT


@pytest.mark.parametrize(
    ("question", "defined"),
    [
        ("Acme 2022 effective tax rate - income tax over pretax income", True),
        ("Acme 2022: put inventories - net over total assets", False),
        ("Acme payout ratio for 2022, dividends per share over diluted EPS", True),
    ],
)
def test_a_quotient_behind_a_dash_defines_the_ratio_before_it(
    question: str, *, defined: bool
) -> None:
    assert bool(understand(question, ACME).definitions) is defined
