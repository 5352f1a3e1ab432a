import pytest

from hirec.types import CompanyRef, DueWindow, Operation, Scope
from hirec.understanding import understand, without_window

ACME = CompanyRef("acme", "Acme, Inc.", "Acme")


@pytest.mark.parametrize(
    ("question", "window"),
    [
        ("How much of Acme's debt matures after 2028?", DueWindow(2029, None)),
        ("What portion of Acme's debt comes due before 2028?", DueWindow(None, 2027)),
        ("Acme's lease payments due by the end of fiscal 2027", DueWindow(None, 2027)),
        ("How much debt does Acme have maturing in 2026 through 2028?", DueWindow(2026, 2028)),
        ("Acme lease payments thereafter", DueWindow(None, None)),
        ("What share of Acme's rent is due after five years?", DueWindow(6, None, counted=True)),
        ("Acme's amortization over the next 5 years", DueWindow(1, 5, counted=True)),
        ("How much of Acme's debt is due within one year?", DueWindow(1, 1, counted=True)),
        ("How much of Acme's debt falls due in fiscal 2026?", DueWindow(2026, 2026)),
        ("What is due on Acme's leases in 2026 through 2028?", DueWindow(2026, 2028)),
        ("How much of Acme's debt was to mature in 2026?", DueWindow(2026, 2026)),
        (
            "How much of Acme's debt comes due over the three years 2026 through 2028 combined?",
            DueWindow(2026, 2028),
        ),
        (
            "How much does Acme owe in lease payments in 2026 and 2027 combined?",
            DueWindow(2026, 2027),
        ),
        ("How much of Acme's take-or-pay obligations falls after 2028?", DueWindow(2029, None)),
    ],
)
def test_years_in_which_something_falls_due_are_one_window(
    question: str, window: DueWindow
) -> None:
    parsed = understand(question, Scope((ACME,)))
    assert parsed.due == window
    assert len(parsed.figures) == 1


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("What portion of Acme's debt matures after 2028?", Operation.SHARE),
        ("what % of acme's lease payments due thereafter", Operation.SHARE),
        ("How much of Acme's debt matures after 2028?", Operation.VALUE),
    ],
)
def test_a_share_is_told_from_an_amount(question: str, operation: Operation) -> None:
    assert understand(question, Scope((ACME,))).operation is operation


@pytest.mark.parametrize(
    "question",
    [
        "What were Acme's proceeds from maturities of securities in 2021 through 2023?",
        "By how much did Acme's debt due within one year grow in 2023?",
        "What is the ratio of Acme's debt due after 2028 to its equity?",
        "What was Acme's debt due in 2026?",
        "Which of Acme's notes mature after 2028?",
        "How much debt matured in 2021 to 2023 at Acme?",
    ],
)
def test_other_questions_have_no_window(question: str) -> None:
    assert understand(question, Scope((ACME,))).due is None


def test_the_years_of_a_window_are_no_period_of_the_question() -> None:
    asked = "How much of Acme's debt matures after 2028 in its 2024 report?"
    assert without_window(asked).split() == [
        "How",
        "much",
        "of",
        "Acme's",
        "debt",
        "in",
        "its",
        "2024",
        "report?",
    ]
