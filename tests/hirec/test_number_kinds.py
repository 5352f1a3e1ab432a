"""What a number counts, by the words around it."""

import pytest

from hirec.number_kinds import evidence, kind_of_number
from hirec.number_signs import NumberKind
from hirec.numbers import parse_number
from hirec.types import Cell, Column, Row, Table


def kind(text: str, label: str, *columns: str, section: str = "", caption: str = "") -> NumberKind:
    """Kind of the number in the first column."""
    cell = Cell(text, parse_number(text), "%" if "%" in text else None)
    heads = tuple(map(Column, columns or ("2023",)))
    row = Row(label, (cell, *(None for _ in heads[1:])), section)
    table = Table(heads, (row,), caption, "(In millions)", scale=6, unit="USD")
    return kind_of_number(table, row, heads[0], cell)


@pytest.mark.parametrize(
    ("text", "label", "column", "section", "expected"),
    [
        ("$ 173", "Granted", "Weighted-average exercise price", "", NumberKind.PER_SHARE),
        ("$ 449", "Vested", "Grant price (per unit)", "", NumberKind.PER_SHARE),
        ("$ 2.25", "Income per common share", "Charges for impairment", "", NumberKind.PER_SHARE),
        ("$ 1.79", "Net income", "2023", "Earnings per common share:", NumberKind.PER_SHARE),
        ("$ 41.08", "Fair value of options granted", "2023", "", NumberKind.PER_SHARE),
        ("457.1", "Shares used to compute earnings per share", "2023", "", NumberKind.SHARES),
        ("2.1", "Shares issuable on exercise at average price", "2023", "", NumberKind.SHARES),
        ("1,364", "Average shares outstanding", "2023", "Earnings per share", NumberKind.SHARES),
        ("7", "Common shares, par value $0.01; 20 authorized", "2023", "", NumberKind.MONEY),
        ("(28)", "Shares repurchased", "Amount", "", NumberKind.MONEY),
        ("4.3", "Interest rate", "Derivative assets", "", NumberKind.MONEY),
        ("42.5", "Settlement of interest rate swaps", "2023", "", NumberKind.MONEY),
        ("97", "90-100%", "Number of securities", "", NumberKind.COUNT),
        ("$ 12", "Margin", "Change %", "", NumberKind.MONEY),
        ("12.5%", "Sales", "Amount", "", NumberKind.PERCENT),
    ],
)
def test_the_strongest_words_say_what_a_number_counts(
    text: str, label: str, column: str, section: str, expected: NumberKind
) -> None:
    assert kind(text, label, column, section=section) is expected


def test_beside_a_column_of_shares_the_others_are_money() -> None:
    assert kind("(8)", "Shares withheld", "Treasury", "Common Shares") is NumberKind.MONEY
    assert kind("(8)", "Shares withheld", "Common Shares", "Treasury") is NumberKind.SHARES


def test_a_kind_comes_with_its_reasons() -> None:
    cell = Cell("2.31", parse_number("2.31"))
    row = Row("Diluted earnings per share", (cell,))
    table = Table((Column("2023"),), (row,))
    reasons = {found.kind: found.reason for found in evidence(table, row, table.columns[0], cell)}
    assert "per share" in reasons[NumberKind.PER_SHARE]


def reconciliation(*rows: tuple[str, str]) -> list[NumberKind]:
    """Kinds of the one column of a table in millions."""
    made = tuple(Row(label, (Cell(text, parse_number(text)),)) for label, text in rows)
    table = Table((Column("2023"),), made, "", "(In millions)", scale=6, unit="USD")
    return [kind_of_number(table, row, table.columns[0], row.cells[0]) for row in made]


def test_items_between_earnings_per_share_are_per_share() -> None:
    kinds = reconciliation(
        ("Diluted earnings per share, as reported", "3.42"),
        ("Restructuring charges", "0.24"),
        ("Gain on sale of assets", "(2.08)"),
        ("Diluted earnings per share, adjusted", "1.58"),
    )
    assert kinds == [NumberKind.PER_SHARE] * 4


def test_a_column_with_amounts_is_no_column_of_prices() -> None:
    kinds = reconciliation(
        ("Net income", "1,204.50"),
        ("Restructuring charges", "0.24"),
        ("Earnings per share", "3.42"),
    )
    assert kinds == [NumberKind.MONEY, NumberKind.MONEY, NumberKind.PER_SHARE]


def test_cents_below_whole_amounts_are_per_share_where_some_are_said_to_be() -> None:
    rows = tuple(
        Row(label, (Cell(text, parse_number(text)),))
        for label, text in (("Revenues", "$ 900"), ("Costs", "700"), ("Net income", "$ 0.41"))
    )
    heads = (Column("2023"),)
    cell = rows[2].cells[0]
    assert cell is not None
    for line, expected in (
        ("(MILLIONS, EXCEPT PER SHARE DATA)", NumberKind.PER_SHARE),
        ("(MILLIONS)", NumberKind.MONEY),
    ):
        table = Table(heads, rows, "INCOME", line, scale=6, unit="USD")
        assert kind_of_number(table, rows[2], heads[0], cell) is expected


def test_a_statement_of_cash_flows_counts_no_shares() -> None:
    caption = "Consolidated Statements of Cash Flows"
    assert kind("(283)", "Common shares repurchased", caption=caption) is NumberKind.MONEY
    supplement = "Supplemental information"
    found = kind("283", "Common shares", caption=caption, section=supplement)
    assert found is NumberKind.SHARES


def test_a_section_prints_the_sign_of_its_percentages_once() -> None:
    printed = (("Tools", "21.4%", "Margin"), ("Paint", "18.4", "Margin"), ("Tools", "3.5", "Costs"))
    rows = tuple(
        Row(name, (Cell(text, parse_number(text), "%" if "%" in text else None),), section)
        for name, text, section in printed
    )
    table = Table((Column("2023"),), rows, "", "(In millions)", scale=6, unit="USD")
    cells = [row.cells[0] for row in rows]
    kinds = [
        kind_of_number(table, row, table.columns[0], cell)
        for row, cell in zip(rows, cells, strict=True)
        if cell is not None
    ]
    assert kinds == [NumberKind.PERCENT, NumberKind.PERCENT, NumberKind.MONEY]


@pytest.mark.parametrize(
    ("label", "caption", "text", "expected"),
    [
        ("Commercial", "Medical membership as of December 31, 2023", "3,258", NumberKind.COUNT),
        ("Total members", "", "9,145", NumberKind.COUNT),
        ("Total wireless lines", "Residential Customer Metrics", "5,984", NumberKind.COUNT),
        ("Total members", "", "$ 9,145", NumberKind.MONEY),
        ("Customer deposits", "", "9,145", NumberKind.MONEY),
        ("Store and club remodels", "", "5,792", NumberKind.MONEY),
    ],
)
def test_a_table_without_a_currency_may_count_people_or_things(
    label: str, caption: str, text: str, expected: NumberKind
) -> None:
    cell = Cell(text, parse_number(text))
    row = Row(label, (cell,))
    table = Table((Column("2023"),), (row,), caption, "In thousands", scale=3)
    assert kind_of_number(table, row, table.columns[0], cell) is expected
