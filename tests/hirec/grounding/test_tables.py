from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from hirec.grounding.scale_said import scale_is_said
from hirec.grounding.tables import SUMMARY, calendar_fit, kind_of, scale_for, standing_of
from hirec.lexicon import Kind
from hirec.types import Cell, Column, Period, PeriodRef, Row, Table


@pytest.mark.parametrize(("unit", "said"), [("USD", True), ("", False)])
def test_a_zero_is_money_only_where_something_says_money(unit: str, said: bool) -> None:
    """In a table of basis points a zero fits every scale and is no amount."""
    column = Column("2022", Period(2022, None, date(2022, 12, 31), 12))
    table = Table((column,), (), "Gross margin reconciliation", "", 0, unit)
    assert (
        scale_is_said(Kind.MONEY, Cell("0", Decimal(0)), table, Row("Net", ()), column, 0) is said
    )


def test_more_money_than_any_company_has_was_printed_in_another_scale() -> None:
    column, cells = Column("2023"), (Cell("3,088", Decimal(3088)), Cell("141,330", Decimal(141330)))
    table = Table((column,), tuple(Row("Costs", (cell,)) for cell in cells), "", "(in billions)", 9)
    row = table.rows[0]
    said = [scale_is_said(Kind.MONEY, cells[0], table, row, column, scale) for scale in (9, 6)]
    assert said == [False, True]


def test_shares_in_thousands_are_not_too_many_dollars_in_millions() -> None:
    column = Column("2020")
    sales, shares = (Cell("274,515", Decimal(274515)), Cell("21,000,435", Decimal(21000435)))
    rows = (Row("Total net sales", (sales,)), Row("Basic", (shares,), "Shares used in computing"))
    table = Table((column,), rows, "", "(in millions, except shares in thousands)", 6, "USD")
    assert scale_is_said(Kind.MONEY, sales, table, rows[0], column, 6)
    money = replace(table, rows=(rows[0], Row("Total assets", (shares,))))
    assert not scale_is_said(Kind.MONEY, sales, money, rows[0], column, 6)


def test_a_fiscal_year_is_the_companys_own() -> None:
    period = Period(2022, None, date(2023, 1, 28), 12)
    assert calendar_fit(PeriodRef(Period(2022), "FY2022", fiscal=True), period) == 1.0
    assert calendar_fit(PeriodRef(Period(2023), "FY2023", fiscal=True), period) == 0.0
    assert calendar_fit(PeriodRef(Period(2023), "2023"), period) == 0.7


@pytest.mark.parametrize(
    ("caption", "section"),
    [
        ("Results by quarter", "Item 8 > Note 15 Quarterly Results (unaudited)"),
        ("", "Item 6 Selected Financial Data > Balance sheet data"),
        ("Five-Year Review", ""),
    ],
)
def test_statements_by_quarter_or_by_year_once_more_are_summaries(
    caption: str, section: str
) -> None:
    assert standing_of(Table((), (), caption), section).statement == SUMMARY


def test_a_quarterly_table_of_segments_is_of_parts() -> None:
    assert standing_of(Table((), (), "Quarterly segment results")).statement == "partial"


def test_the_numbered_exhibits_of_a_release_are_its_statements() -> None:
    release = standing_of(Table((), ()), "Exhibit 3 > Condensed Balance Sheets")
    assert (release.statement, release.primary) == ("balance", True)
    assert not standing_of(Table((), ()), "Exhibit 10 > Balance Sheets").primary


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Shares repurchased", Kind.SHARES),
        ("Average number of shares outstanding", Kind.SHARES),
        ("Total cost of shares repurchased", Kind.MONEY),
    ],
)
def test_the_cost_of_shares_is_money(label: str, kind: Kind) -> None:
    cell = Cell("3,504", Decimal(3504))
    assert kind_of(None, Row(label, (cell,)), cell) is kind


def test_things_are_counted_in_the_scale_that_the_heading_above_them_says() -> None:
    cell = Cell("3,504", Decimal(3504))
    row = Row("Total", (cell,), "Daily parcels (in thousands):")
    column = Column("2022")
    table = Table((column,), (row,), "Home", "(in millions)", 6)
    assert scale_for(Kind.COUNT, table, row, column, cell) == 3
    unsaid = replace(row, section="Parcels")
    assert scale_for(Kind.COUNT, table, unsaid, column, cell) == 6
    assert not scale_is_said(Kind.COUNT, cell, table, unsaid, column, 6)
