from datetime import date
from decimal import Decimal

import pytest

from hirec.analysts.rule.figures.grounded import ground_plan
from hirec.analysts.rule.plans.programs import plan
from hirec.analysts.rule.plans.writing import write_program
from hirec.analysts.rule.questions.page import completed
from hirec.analysts.rule.tables.returns import DRAWN
from hirec.grounding.returns import investments_of, named_in, returns_fits
from hirec.numbers import parse_number
from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.types import (
    Cell,
    Column,
    CompanyRef,
    Filing,
    Form,
    Identity,
    Passage,
    PassageKind,
    Row,
    Scope,
    Table,
    encode_table,
)
from hirec.understanding import understand
from indexing.contexts import read_page

ACME = CompanyRef("acme", "Acme, Inc.", "Acme")
SCOPE = Scope(companies=(ACME,))
YEARS = ("2018", "2019", "2020", "2021")


def filing(year: int) -> Filing:
    identity = Identity("Acme, Inc.", Form.ANNUAL, year, None, date(year, 12, 31))
    return Filing(f"ACME_{year}_10K", identity, "acme", (), 100, 10, "")


FILINGS = {f"ACME_{year}_10K": filing(year) for year in (2020, 2021)}


def graph(
    lines: dict[str, tuple[str, ...]], days: tuple[str, ...] = YEARS, year: int = 2021
) -> Passage:
    rows = tuple(
        Row(name, tuple(Cell(text, parse_number(text), None) for text in worth))
        for name, worth in lines.items()
    )
    table = Table(tuple(Column(day, None) for day in days), rows, "", "", 0, "USD")
    return Passage(
        f"ACME_{year}_10K#20",
        f"ACME_{year}_10K",
        20,
        PassageKind.TABLE,
        "",
        table.render(),
        "Item 5 > Performance Graph",
        encode_table(table),
    )


GRAPH = graph(
    {
        "Acme, Inc.": ("$100.00", "$110.00", "$99.00", "$150.00"),
        "S&P 500 Index": ("100.00", "120.00", "140.00", "180.00"),
        "S&P 500 Retailing Index": ("100.00", "90.00", "95.00", "120.00"),
    }
)
OLDER = graph(
    {
        "Acme, Inc.": ("100.00", "50.00", "60.00", "45.00"),
        "S&P 500 Index": ("100.00", "80.00", "100.00", "110.00"),
    },
    ("2017", "2018", "2019", "2020"),
    2020,
)


def result(question: str, *passages: Passage) -> tuple[object, str]:
    numeric = plan(understand(question, SCOPE))
    assert numeric is not None
    grounded = ground_plan(numeric, passages or (GRAPH,), FILINGS, ())
    assert grounded.doubt == DRAWN
    program = write_program(numeric, grounded.operands)
    value = run(program, SandboxSettings()).value
    worded = isinstance(value, bool | str)
    return value if worded else round(Decimal(str(value)), 4), program.unit


@pytest.mark.parametrize(
    ("question", "value", "unit"),
    [
        ("What was Acme's three-year total shareholder return as of 2021?", Decimal(50), "%"),
        ("What was Acme's total shareholder return from 2019 to 2021?", Decimal("36.3636"), "%"),
        ("What was Acme's three year return to 2021?", Decimal(50), "%"),
        ("Acme stock return in 2020", Decimal(-10), "%"),
        ("Acme's cumulative total return", Decimal(50), "%"),
        (
            "How did the S&P 500 index grow from 2019 to 2021 in Acme's graph?",
            Decimal(50),
            "%",
        ),
        (
            "Difference between Acme's total return and the S&P 500's, three years to 2021",
            Decimal(-30),
            "percentage points",
        ),
        (
            "By how much did Acme trail the S&P 500 over the three years to 2021?",
            Decimal(30),
            "percentage points",
        ),
        (
            "By how much did Acme beat the S&P 500 retailing index over the three years to 2021?",
            Decimal(30),
            "percentage points",
        ),
        ("How much did the S&P 500 index change from 2019 to 2021 in Acme's graph?", 60, "USD"),
        ("What is Acme's $100 investment in 2020 worth less an initial $100?", -1, "USD"),
        ("Did Acme outperform the S&P 500 over the three years ended 2021?", False, ""),
        ("Was Acme's stock return higher than the S&P 500 index's in 2021?", True, ""),
        ("What was $100 invested in Acme stock worth at the end of 2020?", Decimal(99), "USD"),
        (
            "What would be the return on $1,000 invested in Acme in 2019 and sold in 2021?",
            Decimal("363.6364"),
            "",
        ),
        ("Ratio of Acme's cumulative total return to the S&P 500 in 2021", Decimal("0.8333"), ""),
        ("Annualized total return of Acme stock from 2018 to 2021", Decimal("14.4714"), "%"),
    ],
)
def test_a_return_is_read_from_what_100_dollars_became(
    question: str, value: object, unit: str
) -> None:
    found, of = result(question)
    assert found == value
    assert of == unit or not unit


def test_the_better_of_two_is_named() -> None:
    found, _ = result("Which did better from 2018 to 2021, Acme stock or the S&P 500?")
    assert "S&P 500" in str(found)


def test_all_figures_come_from_one_graph_as_each_begins_anew() -> None:
    found, _ = result("Acme's total shareholder return from 2018 to 2020", GRAPH, OLDER)
    assert found == Decimal(-10)
    found, _ = result("Acme's total shareholder return from 2017 to 2019", GRAPH, OLDER)
    assert found == Decimal(-40)


@pytest.mark.parametrize(
    "question",
    [
        "What was Acme's return on assets in 2021?",
        "What was Acme's return on equity in 2021?",
        "What was the actual return on plan assets at Acme in 2021?",
        "What was Acme's revenue growth from 2019 to 2021?",
        "How many tax returns did Acme prepare in 2021?",
        "What income did Acme's total return swaps earn in 2021?",
    ],
)
def test_other_returns_are_none_of_an_investment(question: str) -> None:
    assert all(figure.kind != "investment" for figure in understand(question, SCOPE).figures)


def test_a_year_that_the_graph_does_not_show_is_missing() -> None:
    numeric = plan(understand("Acme's total shareholder return from 2010 to 2021", SCOPE))
    assert numeric is not None
    assert not ground_plan(numeric, (GRAPH,), FILINGS, ()).operands


def test_investments_may_be_columns() -> None:
    days = [("2018", "100", "100"), ("2019", "98", "115"), ("2020", "110", "123")]
    rows = {day: worth for day, *worth in days}
    table = graph({day: tuple(worth) for day, worth in rows.items()}, ("Acme", "NASDAQComposite"))
    assert table.table is not None
    lines = investments_of(table.table)
    assert [one.name for one in lines] == ["Acme", "NASDAQComposite"]
    assert [worth.year for worth in lines[0].worth] == [2018, 2019, 2020]
    named = named_in("the nasdaq composite index against acme", lines)
    assert [(one.name, at) for one, at in named] == [("Acme", 35), ("NASDAQComposite", 4)]


@pytest.mark.parametrize(
    "lines",
    [
        {"Revenue": ("100", "110", "120", "130"), "Cost": ("60", "70", "80", "90")},
        {"Net sales": ("100%", "100%", "100%", "100%"), "Cost": ("100%", "70%", "80%", "90%")},
        {"Acme": ("100", "110", "120", "130")},
        {"Acme": ("100", "110"), "Nasdaq": ("100", "90")},
    ],
)
def test_other_tables_are_no_graphs(lines: dict[str, tuple[str, ...]]) -> None:
    days = YEARS[: len(next(iter(lines.values())))]
    assert returns_fits([graph(lines, days), GRAPH]) == [0.0, 1.0]


def test_on_a_given_page_an_investment_is_known_by_its_row() -> None:
    cells = [
        ["", "2012", "2013", "2014"],
        ["Acme", "100", "110", "150"],
        ["Nasdaq", "100", "9", "8"],
    ]
    page = read_page("p", cells, [], Identity("", Form.OTHER))
    read = completed(understand("what was the growth of Acme in 2014?", Scope(given=True)), page)
    assert {figure.kind for figure in read.parsed.figures} == {"investment"}
    assert "100" in read.assumption
