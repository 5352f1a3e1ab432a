"""A part said behind what moved: the growth is of the part's figure."""

import pytest

from hirec.periods import find_periods
from hirec.types import CompanyRef, Figure, Operation, Scope
from hirec.understanding import understand
from hirec.understanding.parts import is_loss


@pytest.mark.parametrize(
    ("question", "operation", "concept", "part"),
    [
        ("What was revenue growth in Europe in 2022?", "growth", "revenue", "Europe"),
        ("Revenue growth for the Paint segment, 2022", "growth", "revenue", "Paint segment"),
        ("What was revenue growth in nuts and bolts?", "growth", "revenue", "nuts and bolts"),
        ("How fast did revenue grow in Europe in 2022?", "growth", "revenue", "Europe"),
        ("By how much did revenue fall in Europe in 2022?", "difference", "revenue", "Europe"),
        ("What was revenue growth in the year 2022?", "growth", "revenue", ""),
        ("What was revenue growth in percent in 2022?", "growth", "revenue", ""),
        ("What was the growth in revenue in 2022?", "growth", "revenue", ""),
        ("Did revenue grow more than net income in 2022?", "above", "revenue", ""),
    ],
)
def test_a_part_behind_a_move(question: str, operation: str, concept: str, part: str) -> None:
    parsed = understand(question, Scope())
    first = parsed.measures[0]
    assert isinstance(first, Figure)
    assert (parsed.operation, first.concept, first.part) == (Operation(operation), concept, part)
    assert parsed.unplaced == ()
    assert "grow" not in first.words


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("How fast did Acme's revenue decline in 2022?", "growth"),
        ("How quickly did revenue shrink in Europe in 2022?", "growth"),
        ("By how much did revenue decline in 2022?", "difference"),
    ],
)
def test_how_fast_asks_for_a_rate(question: str, operation: str) -> None:
    assert understand(question, Scope()).operation is Operation(operation)


def test_what_did_something_is_no_word_that_leads_up_to_a_figure() -> None:
    parsed = understand("How did net pricing contribute to revenue growth in 2022?", Scope())
    assert not isinstance(parsed.measures[0], Figure) or "pricing" in parsed.measures[0].words


@pytest.mark.parametrize(
    ("words", "loss"),
    [("operating loss in Paint", True), ("net loss", True), ("allowance for losses", False)],
)
def test_a_loss_is_one_by_its_head(words: str, loss: bool) -> None:
    assert is_loss(Figure(words)) is loss


def test_a_company_between_a_move_and_its_part_leaves_no_word() -> None:
    company = CompanyRef("acme", "Acme", "Acme")
    parsed = understand("What was the sales growth of Acme in Europe?", Scope((company,)))
    assert isinstance(parsed.measures[0], Figure)
    assert parsed.measures[0].words == "sales in Europe"


def test_a_company_said_by_two_names_is_one() -> None:
    company = CompanyRef("alphabet", "Alphabet Inc.", "Google")
    parsed = understand("What was Google Cloud revenue growth at Alphabet?", Scope((company,)))
    assert isinstance(parsed.measures[0], Figure)
    assert parsed.measures[0].words == "Cloud revenue"


def test_a_company_called_as_an_index_is_no_investment() -> None:
    company = CompanyRef("dow", "Dow Inc.", "Dow")
    parsed = understand("How did Dow's net sales in Asia change in 2022?", Scope((company,)))
    assert parsed.figures[0].concept == "net_sales"


@pytest.mark.parametrize("verb", ["held", "was holding"])
def test_what_a_company_holds_is_called_without_the_verb(verb: str) -> None:
    company = CompanyRef("acme", "Acme Inc.", "Acme")
    asked = f"What was the fair value of the digital assets Acme {verb} at the end of 2022?"
    assert "hold" not in understand(asked, Scope((company,))).figures[0].words.replace(
        "held", "hold"
    )


@pytest.mark.parametrize("counted", ["employees", "stores worldwide", "shares outstanding"])
def test_a_year_before_what_is_counted_is_a_year(counted: str) -> None:
    assert [ref.said for ref in find_periods(f"Acme 2018 {counted}?")] == ["2018"]


@pytest.mark.parametrize(
    "question",
    [
        "Acme revenue 2022 year over year",
        "Year-over-year revenue 2022",
        "revenue 2022 year on year",
    ],
)
def test_over_the_year_asks_for_growth(question: str) -> None:
    assert understand(question, Scope()).operation is Operation.GROWTH


def test_a_word_for_any_amount_is_a_name_where_it_is_written_as_one() -> None:
    company = CompanyRef("acme", "Acme Inc.", "Acme")
    named, plain = (
        understand(f"What was Acme's {word} revenue in 2022?", Scope((company,))).figures[0].part
        for word in ("Data", "data")
    )
    assert (named, plain) == ("Data", "")
