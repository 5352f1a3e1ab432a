"""Dividends per share that a row of the statement of equity says in brackets."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from hirec.analysts.rule.tables.asides import RESTATED, find_aside, find_taken_off
from hirec.programs.verify import verify
from hirec.types import (
    Cell,
    Column,
    CompanyRef,
    Figure,
    Filing,
    Form,
    Identity,
    Passage,
    PassageKind,
    Period,
    PeriodRef,
    Program,
    Row,
    Table,
    Verdict,
    encode_table,
)

ACME = CompanyRef("acme", "Acme, Inc.", "Acme")
FILINGS = {
    f"ACME_{year}_10K": Filing(
        f"ACME_{year}_10K",
        Identity("Acme, Inc.", Form.ANNUAL, year, None, date(year, 12, 31)),
        "acme",
        (),
        9,
        9,
        "",
    )
    for year in (2022, 2023)
}


def equity(filed: int, *rows: tuple[str, int]) -> Passage:
    body = tuple(
        Row(label, (Cell("(57)", None),), period=Period(year, None, date(year, 12, 31), 12))
        for label, year in rows
    )
    columns = (Column("Retained earnings", None),)
    table = Table(columns, body, "Statements of equity", "(in millions)", 6, "USD")
    filing_id = f"ACME_{filed}_10K"
    place = (f"{filing_id}#5.1", filing_id, 5, PassageKind.TABLE, "")
    return Passage(*place, table.render(), "Item 8", encode_table(table))


PLAIN = equity(
    2022,
    ("Dividends declared and paid ($4.69 per share)", 2022),
    ("Dividends on preferred stock ($0.10 per share)", 2022),
    ("Dividends declared and paid ($4.21 per share)", 2021),
)


def asked(year: int, words: str = "dividends per share") -> Figure:
    return Figure(words, company=ACME, period=PeriodRef(Period(year), str(year)))


@pytest.mark.parametrize(("year", "printed"), [(2022, "$4.69"), (2021, "$4.21")])
def test_the_label_says_it_of_its_year(year: int, printed: str) -> None:
    found = find_aside(asked(year), [PLAIN], FILINGS)
    assert found is not None
    operand, doubt = found
    assert (operand.printed, operand.unit, doubt) == (printed, "USD/shares", "")
    program = Program("answer = dividends", (replace(operand, name="dividends"),), "USD/shares")
    assert verify(program, [PLAIN])[0] is Verdict.VERIFIED
    wrong = replace(operand, name="dividends", printed="$9.99")
    assert verify(replace(program, operands=(wrong,)), [PLAIN])[0] is Verdict.UNVERIFIED


def test_what_differs_after_a_split_is_in_doubt() -> None:
    split = equity(2023, ("Dividends declared ($0.469 per common share)", 2022))
    found = find_aside(asked(2022), [PLAIN, split], FILINGS)
    assert found is not None
    assert (found[0].printed, found[1]) == ("$0.469", RESTATED)


@pytest.mark.parametrize("figure", [asked(2019), asked(2022, "dividends"), asked(2022, "sales")])
def test_other_figures_and_years_have_none(figure: Figure) -> None:
    assert find_aside(figure, [PLAIN], FILINGS) is None


def balance(label: str) -> Passage:
    columns = tuple(
        Column(f"December 31, {year}", Period(year, None, date(year, 12, 31), 0))
        for year in (2022, 2021)
    )
    row = Row(label, (Cell("5,539", Decimal(5539)), Cell("5,611", Decimal(5611))))
    table = Table(columns, (row,), "Balance sheets", "(in millions)", 6, "USD")
    place = ("ACME_2022_10K#7.1", "ACME_2022_10K", 7, PassageKind.TABLE, "")
    return Passage(*place, table.render(), "Item 8", encode_table(table))


@pytest.mark.parametrize(
    "label",
    [
        "Trade (net of allowance for doubtful receivables - 2022: $105; 2021: $110)",
        "Receivables, net of allowance for doubtful receivables of $105 and $110, respectively",
        "Receivables (less allowance for doubtful receivables of $105 in 2022 and $110 in 2021)",
    ],
)
@pytest.mark.parametrize(("year", "value"), [(2022, 105_000_000), (2021, 110_000_000)])
def test_what_was_taken_off_is_said_in_the_name_of_the_row(
    label: str, year: int, value: int
) -> None:
    need = asked(year, "allowance for doubtful receivables")
    found = find_taken_off(need, [balance(label)], FILINGS)
    assert found is not None
    assert (found.value, found.unit) == (value, "USD")
    assert label in found.doubt


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("receivables", "Receivables, net of allowance of $105 and $110"),
        ("allowance for returns", "Receivables, net of allowance for bad debt of $105 and $110"),
        ("allowance", "Receivables, net of allowance"),
    ],
)
def test_other_figures_are_not_what_was_taken_off(words: str, label: str) -> None:
    assert find_taken_off(asked(2022, words), [balance(label)], FILINGS) is None
