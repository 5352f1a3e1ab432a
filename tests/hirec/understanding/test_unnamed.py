"""A word of a question that its reading has nowhere puts the answer in doubt."""

import pytest

from hirec.types import CompanyRef, Scope
from hirec.understanding import understand

ACME = CompanyRef("acme", "Acme, Inc.", "Acme")


def doubt(question: str) -> str:
    return understand(question, Scope((ACME,))).doubt


def test_what_no_figure_has_is_told() -> None:
    said = doubt("How much cash went from Acme to minority owners as dividends in 2023?")
    assert "minority owners" in said


@pytest.mark.parametrize(
    "question",
    [
        "What were Acme's dividends in 2023?",
        "How much did Acme spend on kite repairs in 2023?",
        "What was Acme's kite margin in 2023?",
        "Which segment of Acme had the fattest margin in 2023?",
        "Acme non-recourse debt, June 2023",
    ],
)
def test_what_is_used_or_names_a_quotient_is_not(question: str) -> None:
    assert "left aside" not in doubt(question)


def test_a_figure_behind_what_names_none_is_told() -> None:
    assert "net sales in Canada" in doubt("Kite Foods? Acme 2023 net sales in Canada")
    assert "left aside" not in doubt("What were Acme's net sales in 2023? Thanks!")


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What rate was Acme paying on short-term debt in 2023?", "rate"),
        ("What average interest did Acme pay on commercial paper in 2023?", "average interest"),
    ],
)
def test_what_is_paid_on_a_thing_is_not_the_thing(question: str, first: str) -> None:
    (figure,) = understand(question, Scope((ACME,))).figures
    assert figure.words.startswith(first)
    assert not figure.concept
