from datetime import date
from decimal import Decimal

import pytest

from hirec.grounding.tables import calendar_fit, scale_is_said
from hirec.lexicon import Kind
from hirec.types import Cell, Column, Period, PeriodRef, Table


@pytest.mark.parametrize(("unit", "said"), [("USD", True), ("", False)])
def test_a_zero_is_money_only_where_something_says_money(unit: str, said: bool) -> None:
    """In a table of basis points a zero fits every scale and is no amount."""
    column = Column("2022", Period(2022, None, date(2022, 12, 31), 12))
    table = Table((column,), (), "Gross margin reconciliation", "", 0, unit)
    assert scale_is_said(Kind.MONEY, Cell("0", Decimal(0)), table, column, 0) is said


def test_a_fiscal_year_is_the_companys_own() -> None:
    period = Period(2022, None, date(2023, 1, 28), 12)
    assert calendar_fit(PeriodRef(Period(2022), "FY2022", fiscal=True), period) == 1.0
    assert calendar_fit(PeriodRef(Period(2023), "FY2023", fiscal=True), period) == 0.0
    assert calendar_fit(PeriodRef(Period(2023), "2023"), period) == 0.7
