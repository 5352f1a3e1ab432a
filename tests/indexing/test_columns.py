"""Periods of columns whose headings lean on each other."""

from datetime import date

import pytest

from hirec.types import Cell, Column, Form, Identity, Row, Table
from indexing.columns import resolve_table

QUARTER = Identity("Amber Tools, Inc.", Form.QUARTERLY, 2024, 1, date(2023, 7, 31))


def ends(*labels: str) -> list[str]:
    row = Row("Net sales", tuple(Cell("1") for _ in labels))
    table = Table(tuple(map(Column, labels)), (row,), "Statements of Income")
    periods = [column.period for column in resolve_table(table, QUARTER).columns]
    return [f"{period.end} {period.months}" if period else "" for period in periods]


@pytest.mark.parametrize("year", ["2022", "2022 (a)"])
def test_a_year_alone_takes_the_days_of_the_heading_before(year: str) -> None:
    assert ends("Three Months Ended July 31, 2023", year) == ["2023-07-31 3", "2022-07-31 3"]


def test_a_heading_of_another_kind_lends_no_days() -> None:
    assert ends("Three Months Ended July 31, 2023", "% Change")[1] == ""
