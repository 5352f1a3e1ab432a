from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from hirec.analysts.rule.tables.schedules import find_due, scheduled
from hirec.grounding.schedules import due_fits, places_of_year
from hirec.numbers import parse_number
from hirec.types import (
    Cell,
    Column,
    CompanyRef,
    Figure,
    Filing,
    Form,
    Identity,
    Operation,
    ParsedQuestion,
    Passage,
    PassageKind,
    Period,
    PeriodRef,
    Row,
    Table,
    encode_table,
)

ACME = CompanyRef("acme", "Acme, Inc.", "Acme")


def filing(year: int, form: Form = Form.ANNUAL) -> Filing:
    identity = Identity("Acme, Inc.", form, year, None, date(year, 12, 31))
    return Filing(f"ACME_{year}_10K", identity, "acme", (), 100, 10, "")


FILINGS = {f"ACME_{year}_10K": filing(year) for year in (2021, 2022)}


def passage(
    rows: list[tuple[str, ...]], columns: tuple[str, ...], caption: str, year: int = 2022
) -> Passage:
    body = tuple(
        Row(label, tuple(Cell(t, parse_number(t), None) if t else None for t in printed))
        for label, *printed in rows
    )
    heads = tuple(Column(label, None) for label in columns)
    table = Table(heads, body, caption, "(in millions)", 6, "USD")
    return Passage(
        f"ACME_{year}_10K#60.{len(caption)}",
        f"ACME_{year}_10K",
        60,
        PassageKind.TABLE,
        "",
        table.render(),
        "Item 8 > Note 9 Commitments",
        encode_table(table),
    )


def figure(words: str, year: int, **more: object) -> Figure:
    period = PeriodRef(Period(year), str(year))
    return replace(Figure(words, company=ACME, period=period), **more)  # type: ignore[arg-type]


def leases(year: int, amounts: tuple[str, str, str]) -> Passage:
    one, two, three = amounts
    rows = [
        (str(year + 1), one, "10", "100"),
        (str(year + 2), two, "20", "200"),
        (str(year + 3), three, "30", "300"),
        ("Thereafter", "9", "9", "9"),
        ("Less: imputed interest", "1", "1", "1"),
    ]
    columns = ("Operating", "Finance", "Total (1)")
    return passage(rows, columns, "Maturities of lease liabilities", year)


NEW, OLD = leases(2022, ("90", "80", "70")), leases(2021, ("95", "85", "75"))
DEBT = passage(
    [("Debt maturities", "400", "500", "600")],
    tuple(f"Fiscal years ending June 30, {year}" for year in (2023, 2024, 2025)),
    "Maturities in the next years",
)


@pytest.mark.parametrize(
    ("words", "year", "millions"),
    [
        ("operating lease payments due", 2024, 80),
        ("finance lease payments", 2025, 30),
        ("lease payments coming due", 2023, 100),
        ("debt maturing", 2024, 500),
        ("lease payments due 2024", 2022, 200),
    ],
)
def test_what_the_newest_schedule_has_for_a_year(words: str, year: int, millions: int) -> None:
    found = find_due(figure(words, year), [OLD, NEW, DEBT], FILINGS)
    assert found is not None
    assert (found.value, found.unit) == (Decimal(millions) * 10**6, "USD")
    assert found.filing_id == "ACME_2022_10K"
    assert scheduled(found, FILINGS) == "It is what was scheduled on December 31, 2022."


def test_a_question_may_say_as_of_when() -> None:
    then = PeriodRef(Period(None, None, date(2021, 12, 31), 0), "December 31, 2021")
    found = find_due(figure("operating lease payments due", 2024, told=then), [OLD, NEW], FILINGS)
    assert found is not None
    assert (found.printed, found.filing_id) == ("75", "ACME_2021_10K")


@pytest.mark.parametrize(
    ("words", "year"),
    [
        ("sublease income due", 2024),
        ("lease payments due", 2030),
        ("payments due", 2024),
        ("purchase obligations due", 2024),
    ],
)
def test_what_no_schedule_says_is_not_found(words: str, year: int) -> None:
    assert find_due(figure(words, year), [NEW, DEBT], FILINGS) is None


def test_where_the_year_is_reported_only_what_was_due_is_scheduled() -> None:
    known = {**FILINGS, "ACME_2024_10K": filing(2024)}
    assert find_due(figure("operating lease payments", 2024), [NEW], known) is None
    assert find_due(figure("operating lease payments due", 2024), [NEW], known) is not None


def test_two_columns_that_may_both_be_meant_decide_nothing() -> None:
    rows = [("2023", "90", "10"), ("2024", "80", "20")]
    split = passage(rows, ("Operating", "Finance"), "Maturities of lease liabilities")
    assert find_due(figure("lease payments due", 2024), [split], FILINGS) is None


def test_years_beside_each_other_that_do_not_follow_are_no_schedule() -> None:
    compared = passage([("2024", "1"), ("2020", "2")], ("",), "Leases")
    table = compared.table
    assert table is not None
    assert not list(places_of_year(table, 2024))


def test_passages_that_schedule_what_is_asked_come_first() -> None:
    parsed = ParsedQuestion("", Operation.VALUE, (figure("operating lease payments due", 2024),))
    prose = replace(NEW, table_json="", text="Lease payments in 2024 were lower.")
    of_lease, of_debt, of_text = due_fits(parsed, [NEW, DEBT, prose])
    assert of_lease > of_debt > of_text == 0


@pytest.mark.parametrize(
    "first", ["Remainder of 2022", "2022 (excluding the first half of fiscal year 2022)"]
)
def test_a_quarter_schedules_what_is_left_of_its_year(first: str) -> None:
    rest = passage(
        [(first, "40"), ("2023", "90"), ("2024", "80")], ("Rent",), "Rent payments due", 2022
    )
    told = PeriodRef(Period(2022), "2022")
    found = find_due(figure("rent payments due", 2022, told=told), [rest], FILINGS)
    assert found is not None
    assert found.value == Decimal(40) * 10**6
    assert find_due(figure("rent payments due", 2022), [rest], FILINGS) is None
