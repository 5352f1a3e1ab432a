"""Tagged filings of a few made companies that call the same things by different names."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from hirec.types import (
    Cell,
    Column,
    Fact,
    Filing,
    Form,
    Identity,
    Passage,
    PassageKind,
    Period,
    Row,
    Table,
    encode_table,
)
from training.grounding.tagged import TaggedFiling, printed_cells, without_tags

Y22 = Period(2022, None, date(2022, 12, 31), 12)
Y21 = Period(2021, None, date(2021, 12, 31), 12)
Line = tuple[str, str, int, int]
"""Label, concept, figures of both years."""
MakeFiling = Callable[[str, list[Line]], TaggedFiling]


@pytest.fixture
def make_filing() -> MakeFiling:
    def make(company: str, lines: list[Line]) -> TaggedFiling:
        identity = Identity(company, Form.ANNUAL, 2022, None, date(2022, 12, 31))
        name = f"{company.upper()}_2022_10K"
        rows = tuple(
            Row(
                label,
                tuple(
                    Cell(
                        f"{value:,}",
                        Decimal(value),
                        fact=Fact(f"us-gaap:{concept}", Decimal(value).scaleb(6), "USD", period),
                    )
                    for value, period in ((now, Y22), (before, Y21))
                ),
            )
            for label, concept, now, before in lines
        )
        table = Table(
            (Column("2022", replace(Y22, months=None)), Column("2021", replace(Y21, months=None))),
            rows,
            "CONSOLIDATED STATEMENTS OF OPERATIONS",
            "(in millions)",
            6,
            "USD",
        )
        passage = Passage(
            f"{name}#1.1", name, 1, PassageKind.TABLE, "", table.render(), "", encode_table(table)
        )
        filing = Filing(name, identity, company, (), 1, 1, "")
        cells = tuple(printed_cells(passage))
        return TaggedFiling(filing, (without_tags(passage, identity),), cells)

    return make


@pytest.fixture
def filings(make_filing: MakeFiling) -> list[TaggedFiling]:
    """Twelve companies; half of them say turnover for revenue."""
    return [
        make_filing(
            f"maker {number}",
            [
                ("Turnover" if number % 2 else "Net revenue", "Revenues", 900 + number, 700),
                ("Cost of goods", "CostOfRevenue", 400 + number, 300 + number),
                ("Staff costs", "LaborAndRelatedExpense", 200 + number, 150 + number),
                ("Legal fees", "LegalFees", 20 + number, 10 + number),
            ],
        )
        for number in range(12)
    ]
