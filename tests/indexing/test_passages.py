"""Cutting: sections, sizes, repeated headers, periods, ids."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from hirec.settings import IndexSettings
from hirec.types import (
    Box,
    Cell,
    Column,
    Document,
    Fact,
    Form,
    Identity,
    Page,
    Passage,
    PassageKind,
    Period,
    Row,
    SourceKind,
    Table,
    TextBlock,
)
from indexing.passages import cut

ACME = Identity("ACME CORP.", Form.ANNUAL, fiscal_year=2022, period_end=date(2023, 1, 28))


def heading(text: str) -> TextBlock:
    return TextBlock(text, heading=True)


def cut_pages(
    *pages: tuple[TextBlock | Table, ...], settings: IndexSettings | None = None
) -> list[Passage]:
    document = Document(
        "a.htm", SourceKind.HTML, tuple(Page(n, blocks) for n, blocks in enumerate(pages, start=1))
    )
    return cut(document, "ACME_2022_10K", ACME, settings or IndexSettings())


def cell(value: int, fact: Fact | None = None) -> Cell:
    return Cell(str(value), Decimal(value), fact=fact)


def balance_sheet(rows: int) -> Table:
    return Table(
        columns=(Column("January 28, 2023"), Column("January 29, 2022")),
        rows=(
            Row("Current assets:", (None, None)),
            *(
                Row(f"Asset number {n}", (cell(n), cell(n + 1)), section="Current assets:", level=1)
                for n in range(rows)
            ),
        ),
        caption="CONSOLIDATED BALANCE SHEETS",
        unit_line="(In millions)",
        scale=6,
    )


def test_ids_titles_and_order_on_the_page() -> None:
    passages = cut_pages(
        (heading("Item 7. Management's Discussion"), TextBlock("We sold anvils. " * 10)),
        (heading("Liquidity"), TextBlock("Cash was fine. " * 10), balance_sheet(2)),
    )
    assert [p.passage_id for p in passages] == [
        "ACME_2022_10K#1.1",
        "ACME_2022_10K#2.1",
        "ACME_2022_10K#2.2",
    ]
    assert passages[0].title == "ACME CORP. · 10-K · FY2022 · Item 7 Management's Discussion"
    assert passages[1].section == "Item 7 Management's Discussion > Liquidity"
    assert passages[2].kind is PassageKind.TABLE
    assert passages[2].section == "Item 7 > CONSOLIDATED BALANCE SHEETS"


def test_text_is_split_within_its_page_and_size() -> None:
    sentence = "The company sells anvils to customers in the desert. "
    passages = cut_pages((TextBlock(sentence * 60),), (TextBlock(sentence),))
    assert {p.page_number for p in passages} == {1, 2}
    assert all(len(p.text) <= 1024 for p in passages)
    joined = " ".join(p.text for p in passages if p.page_number == 1)
    assert joined.count("anvils") >= 60


def test_table_pieces_repeat_caption_unit_header_and_section_row() -> None:
    passages = cut_pages((balance_sheet(60),), settings=IndexSettings(table_size=600))
    assert len(passages) > 2
    for passage in passages:
        lines = passage.text.splitlines()
        assert lines[:4] == [
            "CONSOLIDATED BALANCE SHEETS",
            "(In millions)",
            "| January 28, 2023 | January 29, 2022",
            "Current assets:",
        ]
        assert len(passage.text) <= 600
        assert passage.table is not None
        assert passage.table.scale == 6
    labels = [line for p in passages for line in p.text.splitlines() if line.startswith("Asset")]
    assert labels == [f"Asset number {n} | {n} | {n + 1}" for n in range(60)]


def test_columns_get_periods_in_the_companys_calendar() -> None:
    (passage,) = cut_pages((balance_sheet(2),))
    assert passage.table is not None
    assert [c.period for c in passage.table.columns] == [
        Period(2022, None, date(2023, 1, 28), 0),
        Period(2021, None, date(2022, 1, 29), 0),
    ]


def test_tags_decide_the_period_of_an_unclear_column() -> None:
    fact = Fact("us-gaap:Revenues", Decimal(5), "USD", Period(end=date(2023, 1, 28), months=12))
    table = Table((Column("Total"),), (Row("Revenue", (cell(5, fact),)), Row("x", (cell(1),))))
    (passage,) = cut_pages((table,))
    assert passage.table is not None
    assert passage.table.columns[0].period == Period(2022, None, date(2023, 1, 28), 12)
    told = passage.table.rows[0].cells[0]
    assert told is not None
    assert told.fact is not None
    assert told.fact.period.fiscal_year == 2022


def test_page_with_only_a_heading_or_number_has_a_passage() -> None:
    passages = cut_pages((heading("PART II"),), (TextBlock("12"),), ())
    assert [(p.page_number, p.text) for p in passages] == [(1, "PART II"), (2, "12")]


def test_running_lines_stay_out_of_passages() -> None:
    (passage,) = cut_pages((TextBlock("Table of Contents"), TextBlock("We sell."), TextBlock("7")))
    assert passage.text == "We sell."


def test_boxes_cover_what_the_passage_says() -> None:
    blocks = (
        TextBlock("First.", box=Box(10, 10, 50, 20)),
        TextBlock("Second.", box=Box(12, 30, 90, 40)),
    )
    (passage,) = cut_pages(blocks)
    assert passage.box == Box(10, 10, 90, 40)


def test_a_row_longer_than_a_piece_is_kept_whole() -> None:
    long = replace(balance_sheet(1), rows=(Row("word " * 500, (cell(1), cell(2))),))
    (passage,) = cut_pages((long,), settings=IndexSettings(table_size=256))
    assert passage.text.count("word") == 500
