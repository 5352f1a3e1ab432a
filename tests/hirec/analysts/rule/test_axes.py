"""Columns that are parts, and columns that only stand beside them."""

from dataclasses import replace

from hirec.numbers import parse_number
from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.types import Cell, Column, Row, Table, encode_table
from tests.hirec.analysts.rule.test_segments import BY_COLUMN, BY_ROW, SALES, Y22, chosen, passage


def test_shares_beside_the_amounts_and_what_the_parts_lie_within_are_no_parts() -> None:
    columns = (Column("2022 Net sales", Y22), Column("2022 % of net sales", Y22))
    printed = {
        "Nails": ("600", "67%"),
        "Screws": ("300", "33%"),
        "Total net sales": ("900", "100%"),
    }
    body = tuple(
        Row(label, (Cell(sale, parse_number(sale)), Cell(share, parse_number(share), "%")))
        for label, (sale, share) in printed.items()
    )
    caption = "Net sales by product line (and services) within our Tools segment"
    table = Table(columns, body, caption, "(in millions)", 6, "USD")
    one = replace(SALES, table_json=encode_table(table), text=table.render())
    program = chosen("Which Acme product line had the highest sales in FY2022?", one)
    assert program is not None
    assert run(program, SandboxSettings()).value == "Nails"


def test_columns_may_miss_their_total_by_rounding() -> None:
    row = Row("Net sales", tuple(Cell(t, parse_number(t)) for t in ("300", "599", "900")))
    columns = tuple(Column(name, Y22) for name in ("East", "West", "Total"))
    table = replace(BY_COLUMN, columns=columns, rows=(row,))
    one = replace(SALES, table_json=encode_table(table), text=table.render())
    program = chosen("Which region of Acme had the highest net sales in FY2022?", one)
    assert program is not None
    assert run(program, SandboxSettings()).value == "West"


def test_the_whole_is_no_part_whatever_it_is_called() -> None:
    rows = (*BY_ROW[:3], ("Consolidated", "", "$ 900", "$ 860"))
    under = tuple((label, "Net sales by segment", *cells) for label, _, *cells in rows)
    program = chosen("Which Acme segment had the largest net sales in FY2022?", passage(under, ""))
    assert program is not None
    assert run(program, SandboxSettings()).value == "Tools"
