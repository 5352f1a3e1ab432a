"""What is due within a year, or later, is in doubt where neither alone is asked for."""

import pytest

from hirec.analysts.rule.doubts.terms import other_term, unmet_term
from hirec.types import Figure
from tests.hirec.analysts.rule.doubts.test_checks import said, stated, used
from tests.hirec.analysts.rule.figures.test_operands import (
    D21,
    D22,
    FY22,
    Y21,
    Y22,
    find,
    passage,
    table,
)

BALANCE = table(
    [
        ("Current assets:", []),
        ("Inventories", ["410", "380"]),
        ("Current liabilities:", []),
        ("Accounts payable", ["300", "290"]),
        ("Deferred revenue", ["79", "76"]),
        ("Operating lease liabilities, current", ["12", "11"]),
        ("Non-current liabilities:", []),
        ("Operating lease liabilities, non-current", ["76", "61"]),
    ],
    [D22, D21],
    "CONSOLIDATED BALANCE SHEETS",
)


def doubt(words: str, concept: str = "", question: str = "") -> str:
    metric = concept or f"as reported {words}"
    return other_term(used(Figure(words, concept), stated(metric, BALANCE), BALANCE, question))


def test_a_row_among_what_is_current_may_have_a_rest_elsewhere() -> None:
    assert doubt("deferred revenue").startswith("It stands among what is current")
    assert not doubt("deferred revenue", question="What was its current deferred revenue?")


def test_a_row_beside_one_of_the_other_term_is_a_part() -> None:
    assert not doubt("operating lease liabilities, non-current")
    part = stated("as reported operating lease liabilities, non-current", BALANCE)
    found = other_term(used(Figure("operating lease liabilities"), part, BALANCE))
    assert "the table also prints “Operating lease liabilities, current”" in found


@pytest.mark.parametrize("words", ["inventories", "accounts payable"])
def test_what_is_current_by_its_nature_is_whole(words: str) -> None:
    assert not doubt(words)


def test_a_table_of_what_would_be_states_no_figure() -> None:
    rates = table(
        [("Term debt", ["201", "186"])],
        [Y22, Y21],
        "The potential impact of a hypothetical increase in interest rates of 100 basis points:",
    )
    assert find("as reported term debt", FY22, passage(rates)) is None


@pytest.mark.parametrize(
    ("question", "caption", "doubted"),
    [
        (
            "What was deferred revenue, current?",
            "Changes in short- and long-term deferred revenue",
            True,
        ),
        ("What was current deferred revenue?", "Changes in deferred revenue", False),
        ("What was deferred revenue?", "Changes in short- and long-term deferred revenue", False),
        ("What is long-term debt to total deferred revenue?", "Deferred revenue", False),
    ],
)
def test_a_term_that_is_asked_for_is_met_beside_the_number(
    question: str, caption: str, doubted: bool
) -> None:
    content = table([("Deferred revenue", ["79", "76"])], [D22, D21], caption)
    operand = said("Deferred revenue", printed="79")
    use = used(Figure("deferred revenue", "deferred_revenue"), operand, content, question)
    assert bool(unmet_term(use)) == doubted
