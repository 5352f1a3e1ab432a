"""Margins of parts: chosen among where no table prints them, and of one part by its name."""

import pytest

from hirec.analysts.rule.figures.segments import Choice, choose_part
from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.types import Arithmetic, CannotAnswer, Figure, Passage
from hirec.understanding import parse_of
from tests.hirec.analysts.rule.figures.test_segments import FILINGS, passage, query


def stated(ordinal: int, caption: str, *rows: tuple[str, str]) -> Passage:
    return passage(tuple((label, "", text, text) for label, text in rows), caption, ordinal)


SALES = stated(
    1, "Net sales by segment", ("Tools", "$ 400"), ("Paint", "200"), ("Total net sales", "$ 600")
)
PROFIT = stated(
    2,
    "Operating income by segment",
    ("Tools", "$ 60"),
    ("Paint", "50"),
    ("Total operating income", "$ 110"),
)


def chosen(question: str, *passages: Passage) -> Choice:
    choice = choose_part(query(question), passages, FILINGS, likely=False)
    assert choice is not None
    return choice


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("Which Acme segment had the highest operating margin in FY2022?", "Paint"),
        ("Which Acme segment had the lowest operating margin in FY2022?", "Tools"),
        ("Which Acme segment had the highest operating income in FY2022?", "Tools"),
        (
            "Which Acme segment had the highest operating income as a percentage of its net sales "
            "in FY2022?",
            "Paint",
        ),
    ],
)
def test_a_margin_that_no_table_prints_is_made_of_two(question: str, part: str) -> None:
    choice = chosen(question, SALES, PROFIT)
    assert run(choice.program, SandboxSettings()).value == part
    assert not choice.program.doubt


def test_parts_of_another_table_make_no_margin() -> None:
    other = stated(
        3, "Net sales by segment", ("Home", "$ 400"), ("Garden", "200"), ("Total net sales", "600")
    )
    with pytest.raises(CannotAnswer):
        chosen("Which Acme segment had the highest operating margin in FY2022?", other, PROFIT)


def test_other_with_a_name_may_be_the_one() -> None:
    losing = stated(
        2,
        "Operating income by segment",
        ("Tools", "$ 60"),
        ("Paint", "50"),
        ("Other bets", "(40)"),
        ("Corporate", "(20)"),
        ("Total operating income", "$ 50"),
    )
    with pytest.raises(CannotAnswer, match="Other bets"):
        chosen("Which Acme segment had the lowest operating income in FY2022?", losing)
    most = chosen("Which Acme segment had the highest operating income in FY2022?", losing)
    assert run(most.program, SandboxSettings()).value == "Tools"


def test_a_part_may_be_called_by_the_name_of_a_figure() -> None:
    asked = "What was the gross margin of Acme's Cash App segment in FY2022?"
    parsed = parse_of(query(asked))
    (figure,) = parsed.figures
    assert (figure.concept, figure.part) == ("gross_margin", "Cash App segment")


def test_sales_are_not_adjusted_where_the_profit_is() -> None:
    asked = "What was Acme's adjusted EBITA margin in its Paint segment in FY2022?"
    parsed = parse_of(query(asked))
    match parsed.measures:
        case (Arithmetic("%", Figure() as profit, Figure() as sales),):
            assert "adjusted" in profit.part
            assert "adjusted" not in sales.part
            assert "margin" not in profit.words
        case _:
            pytest.fail(f"no share: {parsed.measures}")


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ("What was the franchised margin percentage in Europe at Acme in FY2022?", "percent"),
        ("What was Acme's Paint services revenue margin in FY2022?", "percent"),
    ],
)
def test_a_margins_percentage_is_no_share_of_it_nor_of_sales_in_themselves(
    asked: str, kind: str
) -> None:
    parsed = parse_of(query(asked))
    (figure,) = parsed.measures
    assert isinstance(figure, Figure)
    assert figure.kind == kind


def test_a_part_that_is_left_out_is_not_chosen() -> None:
    whole = stated(
        4,
        "Net sales by segment",
        ("Tools", "$ 400"),
        ("Paint", "200"),
        ("Home", "100"),
        ("Total net sales", "$ 700"),
    )
    asked = "Other than Tools, which Acme segment had the highest net sales in FY2022?"
    choice = chosen(asked, whole)
    assert run(choice.program, SandboxSettings()).value == "Paint"
    with pytest.raises(CannotAnswer):
        chosen(asked.replace("Tools", "Kites"), whole)


@pytest.mark.parametrize("margin", ["margin", "operating margin"])
def test_a_margin_of_parts_is_that_of_what_the_filing_calls_their_profit(margin: str) -> None:
    profit = stated(
        5,
        "Segment profit",
        ("Tools", "$ 60"),
        ("Paint", "50"),
        ("Total segment profit", "$ 110"),
    )
    choice = chosen(f"Which Acme segment had the highest {margin} in FY2022?", SALES, profit)
    assert run(choice.program, SandboxSettings()).value == "Paint"
    assert "their profit" in choice.program.doubt


def test_amounts_called_margins_are_no_rates() -> None:
    rates = stated(
        6,
        "Gross margin by segment",
        ("Tools", "$ 60"),
        ("Paint", "50"),
        ("Total gross margin", "$ 110"),
    )
    with pytest.raises(CannotAnswer):
        chosen("Which Acme segment had the highest gross margin in FY2022?", rates)


@pytest.mark.parametrize(
    ("asked", "part"),
    [("lost the most", "Paint"), ("lost the least money", "Tools"), ("earned the most", "Tools")],
)
def test_what_lost_the_most_earned_the_least(asked: str, part: str) -> None:
    losing = stated(
        7,
        "Operating income by segment",
        ("Tools", "$ (5)"),
        ("Paint", "(50)"),
        ("Total operating income", "$ (55)"),
    )
    choice = chosen(f"Which Acme segment {asked} in FY2022?", losing)
    assert run(choice.program, SandboxSettings()).value == part
    assert not choice.program.doubt


def test_what_fell_most_is_in_doubt_where_none_fell() -> None:
    rows = (("Tools", "", "$ 400", "300"), ("Paint", "", "200", "190"), ("Total", "", "600", "490"))
    grown = passage(rows, "Net sales by segment", 8)
    choice = chosen("Which Acme segment's net sales fell most in FY2022?", grown)
    assert "None of them fell" in choice.program.doubt


@pytest.mark.parametrize(
    ("asked", "profit", "part"),
    [
        ("Work EBIT margin in Heavy Paint", "Heavy Paint Work EBIT", "Heavy Paint"),
        ("segment margin in Paint", "Paint segment profit", "Paint"),
        ("profit margin of Paint", "Paint profit", "Paint"),
    ],
)
def test_a_margin_of_a_part_is_its_profit_over_its_sales(
    asked: str, profit: str, part: str
) -> None:
    parsed = parse_of(query(f"What was Acme's {asked} in FY2022?"))
    match parsed.measures:
        case (Arithmetic("%", Figure() as earned, Figure() as sales),):
            assert earned.words == profit
            assert (sales.concept, sales.part) == ("net_sales", part)
        case _:
            pytest.fail(f"no share: {parsed.measures}")


def test_parts_with_and_without_what_they_are_have_one_name() -> None:
    one = stated(9, "Sales by segment", ("Tools", "$ 4"), ("Paint", "2"), ("Total", "$ 6"))
    other = stated(
        10, "Sales by segment", ("Tools segment", "$ 4"), ("Paint segment", "2"), ("Total", "$ 6")
    )
    choice = chosen("Which Acme segment had the highest sales in FY2022?", one, other)
    assert str(run(choice.program, SandboxSettings()).value).startswith("Tools")
