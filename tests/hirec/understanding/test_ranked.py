from decimal import Decimal

import pytest

from hirec.periods import find_periods
from hirec.types import Bound, CompanyRef, Operation, Ranking, Scope
from hirec.understanding import understand

ACME = CompanyRef("acme", "Acme, Inc.", "Acme")
TEN_BILLION = Bound(Decimal(10**10), "USD")


@pytest.mark.parametrize(
    ("question", "ranking"),
    [
        ("Rank Acme's segments by net sales in FY2022", Ranking(1, None)),
        ("order all of Acme's regions by revenue in 2022", Ranking(1, None)),
        ("What was Acme's second largest segment by net sales in 2022?", Ranking(2, 2)),
        ("Which Acme segment had the 3rd highest net sales in FY2022?", Ranking(3, 3)),
        ("What are Acme's two largest segments by net sales in 2022?", Ranking(1, 2)),
        ("Top 3 segments of Acme by net sales in 2022", Ranking(1, 3)),
        (
            "Which Acme segments had net sales above $10 billion in 2022?",
            Ranking(1, None, TEN_BILLION),
        ),
        (
            "How many of Acme's segments had net sales of less than $10 billion in 2022?",
            Ranking(1, None, TEN_BILLION, below=True, counted=True),
        ),
    ],
)
def test_more_than_the_first_is_a_choice_with_a_ranking(question: str, ranking: Ranking) -> None:
    parsed = understand(question, Scope((ACME,), find_periods(question)))
    assert parsed.operation is Operation.LARGEST
    assert parsed.among_parts
    assert parsed.ranking == ranking
    assert not parsed.unplaced
    assert [figure.concept for figure in parsed.figures] in (["net_sales"], ["revenue"])


def test_from_the_smallest_on() -> None:
    question = "Rank Acme's segments by net sales in 2022 from smallest to largest"
    parsed = understand(question, Scope((ACME,), find_periods(question)))
    assert parsed.operation is Operation.SMALLEST
    assert parsed.ranking == Ranking(1, None)


@pytest.mark.parametrize(
    "question",
    ["Which Acme segment had the largest net sales in 2022?", "Acme net sales 2022"],
)
def test_the_first_alone_needs_no_ranking(question: str) -> None:
    assert understand(question, Scope((ACME,), find_periods(question))).ranking is None


def test_a_second_place_among_what_is_no_choice_is_not_passed_over() -> None:
    question = "What was Acme's second largest expense in 2022?"
    parsed = understand(question, Scope((ACME,), find_periods(question)))
    assert parsed.ranking is None
    assert parsed.unplaced or parsed.operation is Operation.TEXT
