from decimal import Decimal

import pytest

from hirec.analysts.rule.plans.programs import plan
from hirec.periods import find_periods
from hirec.types import Bound, CompanyRef, Operation, Ranking, Scope
from hirec.understanding import named_behind, understand

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
        ("Which two Acme segments had the highest net sales in 2022?", Ranking(1, 2)),
        ("Which three of Acme's operating segments had the most net sales in 2022?", Ranking(1, 3)),
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


@pytest.mark.parametrize(
    ("question", "ranking"),
    [
        (
            "Which Acme segments had more net sales than Paint in 2022?",
            Ranking(1, None, than="Paint"),
        ),
        (
            "How many of Acme's segments had lower net sales than Paint in 2022?",
            Ranking(1, None, than="Paint", below=True, counted=True),
        ),
        ("Which Acme state was third by net sales in 2022?", Ranking(3, 3)),
    ],
)
def test_parts_are_held_against_those_that_are_named(question: str, ranking: Ranking) -> None:
    parsed = understand(question, Scope((ACME,), find_periods(question)))
    assert parsed.ranking == ranking
    assert not parsed.unplaced
    assert len(parsed.figures) == 1


@pytest.mark.parametrize(
    ("question", "bound", "below"),
    [
        ("In how many of Acme's segments did net sales grow more than 15% in 2022?", 15, False),
        ("How many Acme segments increased their net sales in 2022?", 0, False),
        ("How many of Acme's segments cut net sales by more than 5% in 2022?", -5, True),
    ],
)
def test_parts_that_moved_so_far_are_counted(question: str, bound: int, *, below: bool) -> None:
    parsed = understand(question, Scope((ACME,), find_periods(question)))
    assert parsed.moving is Operation.GROWTH
    assert parsed.ranking is not None
    assert parsed.ranking.bound == Bound(Decimal(bound), "%")
    assert (parsed.ranking.counted, parsed.ranking.below) == (True, below)


def test_which_parts_read_as_no_choice_are_not_understood() -> None:
    question = "Which regions did Acme's Tools segment sell more in than North America in 2022?"
    parsed = understand(question, Scope((ACME,), find_periods(question)))
    assert parsed.unplaced or parsed.operation is Operation.TEXT


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which Acme segment had the higher sales, Tools or Paint?", ("Tools", "Paint")),
        (
            "Which Acme segment had the most sales in 2022: Tools, Paint or Heavy Garden?",
            ("Tools", "Paint", "Heavy Garden"),
        ),
        ("Which Acme segment had the most sales in 2022?", ()),
    ],
)
def test_parts_named_behind_a_choice(question: str, names: tuple[str, ...]) -> None:
    found = named_behind(question)
    assert (found[1].among if found else ()) == names


@pytest.mark.parametrize(
    ("kind", "unplaced"), [("revenue components", ("rank",)), ("segments by revenue", ())]
)
def test_an_order_of_no_known_parts_is_not_understood(kind: str, unplaced: tuple[str, ...]) -> None:
    question = f"Rank Acme's {kind} in 2022."
    assert understand(question, Scope((ACME,), find_periods(question))).unplaced == unplaced


def test_companies_are_put_in_their_order() -> None:
    bolt = CompanyRef("bolt", "Bolt Corp.", "Bolt")
    question = "Rank Acme and Bolt by net income in 2022."
    parsed = understand(question, Scope((ACME, bolt), find_periods(question)))
    assert (parsed.operation, parsed.ranking) == (Operation.LARGEST, Ranking(1, None))
    assert plan(parsed).ranking == parsed.ranking
