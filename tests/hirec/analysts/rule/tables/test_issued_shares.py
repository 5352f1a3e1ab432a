from datetime import date
from decimal import Decimal

import pytest

from hirec.analysts.rule.tables.issued_shares import find_issued
from hirec.types import (
    Cell,
    Column,
    Figure,
    Passage,
    PassageKind,
    Period,
    PeriodRef,
    Row,
    Table,
    encode_table,
)
from tests.hirec.analysts.rule.tables.test_schedules import ACME, FILINGS

END = {year: date(year, 12, 31) for year in (2022, 2021)}


def sheet(label: str, scale: int = 6) -> Passage:
    days = [Period(None, None, day, 0) for day in END.values()]
    heads = tuple(Column(f"{day.end:%B %-d, %Y}", day) for day in days)
    par = Row(label, (Cell("3", Decimal(3), None), Cell("3", Decimal(3), None)))
    table = Table(heads, (par,), "Consolidated balance sheets", "(in millions)", scale, "USD")
    return Passage(
        "ACME_2022_10K#40.1",
        "ACME_2022_10K",
        40,
        PassageKind.TABLE,
        "",
        table.render(),
        "Item 8",
        encode_table(table),
    )


def shares(words: str, year: int, *tables: Passage) -> Decimal | None:
    period = PeriodRef(Period(None, None, END[year], 0), str(year))
    found = find_issued(Figure(words, company=ACME, period=period), tables, FILINGS)
    return found.value if found else None


@pytest.mark.parametrize(
    "label",
    [
        "Common stock, $0.10 par value: Authorized — 1.0 billion shares; Issued and outstanding — "
        "324,000,000 and 351,000,000 shares, respectively",
        "Common stock, $1 par value; 900 shares authorized; 600 shares issued; 324 and 351 shares "
        "outstanding, respectively",
        "Common stock, par value $1: 900 shares authorized; 600 shares issued and 324 shares "
        "outstanding at December 31, 2022 and 610 shares issued and 351 shares outstanding at "
        "December 31, 2021",
        "Common stock, par value $1; authorized: 900 shares; issued: 600 shares at December 31, "
        "2022 and 610 shares at December 31, 2021; outstanding: 324 shares at December 31, 2022 "
        "and 351 shares at December 31, 2021",
        "Ordinary shares, no par value; outstanding – 324 at December 31, 2022, and 351 at "
        "December 31, 2021 (net of 44 and 42 treasury shares, respectively)",
        "Common stock, $1 par: Issued and outstanding - 324 million and 351 million shares",
    ],
)
def test_a_label_counts_the_shares_of_each_day(label: str) -> None:
    for year, count in ((2022, 324), (2021, 351)):
        assert shares("shares outstanding", year, sheet(label)) == Decimal(count) * 10**6


def test_issued_and_outstanding_are_told_apart() -> None:
    label = "Common stock, $1 par; 610 and 620 shares issued; 324 and 351 shares outstanding"
    assert shares("common shares issued", 2022, sheet(label)) == 610 * 10**6
    assert shares("number of shares outstanding", 2022, sheet(label)) == 324 * 10**6


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("treasury shares outstanding", "Common stock; 324 and 351 shares outstanding"),
        ("shares outstanding", "Class A common stock; 324 and 351 shares outstanding"),
        ("shares outstanding", "Common stock; 324 shares outstanding"),
        ("shares repurchased", "Common stock; 324 and 351 shares outstanding"),
    ],
)
def test_other_shares_and_counts_of_no_day_are_not_told(words: str, label: str) -> None:
    assert shares(words, 2022, sheet(label)) is None


def test_two_sheets_that_differ_say_nothing() -> None:
    one, other = (
        sheet(f"Common stock; {count} and 351 shares outstanding") for count in (324, 325)
    )
    assert shares("shares outstanding", 2022, one, other) is None
