import pytest

from hirec.understanding.imperatives import as_asked
from tests.hirec.understanding.test_understand import parsed


@pytest.mark.parametrize(
    ("order", "question"),
    [
        ("Divide Acme's profit by its sales.", "what is Acme's profit divided by its sales."),
        ("Deduct costs from Acme's sales", "what is Acme's sales less costs?"),
        ("Take Acme's sales and subtract its costs.", "what is Acme's sales less its costs?"),
        (
            "Take Acme's sales, deduct cost of sales and income taxes.",
            "what is Acme's sales less cost of sales less income taxes?",
        ),
        ("From Acme's sales subtract its costs.", "what is Acme's sales less its costs?"),
        (
            "Add up Acme's rent and wages in 2022",
            "what is the sum of Acme's rent and wages in 2022",
        ),
        (
            "Take Acme's rent in fiscal 2022 and deduct that of fiscal 2021.",
            "what is the change in Acme's rent from fiscal 2021 to fiscal 2022?",
        ),
        (
            "Acme: take 2022 cash from operations and deduct rent. What is left?",
            "Acme: what is 2022 cash from operations less rent?",
        ),
        (
            "What was left of Acme's sales after costs in 2022?",
            "what is Acme's sales less costs in 2022?",
        ),
        (
            "For the first half of 2022, take Acme's cash flow and subtract rent.",
            "For the first half of 2022, what is Acme's cash flow less rent?",
        ),
        ("What is left?", "What is left?"),
        ("where did Acme's margin land in 2022?", "what was Acme's margin in 2022?"),
        ("Acme's rent in 2022 (just the number)", "Acme's rent in 2022"),
        ("What did Acme take from its reserves?", "What did Acme take from its reserves?"),
    ],
)
def test_arithmetic_that_is_ordered_is_asked_for(order: str, question: str) -> None:
    assert as_asked(order) == question


def test_a_verb_between_two_terms_of_a_sum_adds_nothing() -> None:
    both = parsed("How much cash did Acme hold plus short-term investments in 2022?").measures
    assert both == parsed("What is Acme's cash plus short-term investments in 2022?").measures
