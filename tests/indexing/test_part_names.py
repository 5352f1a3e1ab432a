"""Names of segments, read from headings, tables and prose."""

from decimal import Decimal

from hirec.companies.parts import brands_in, parts_in
from hirec.types import (
    Cell,
    Column,
    Document,
    Form,
    Identity,
    Page,
    Row,
    SourceKind,
    Table,
    TextBlock,
)
from indexing.part_names import brand_names, part_names
from indexing.summary import summarize

PROSE = (
    "Heavy Rims (HR) makes rims. The HR segment grew. Sales of the Spoke Care segment fell.",
    "The Spoke Care segment's costs rose, as did those of the Tyrex segment.",
    "The Services segment was sold. A segment may have several of them, none of which is small.",
    "Our Spoke Care and HR segments sell to Canada. Each Segment reports to the board.",
)
LABELS = (
    "HR (1)",
    "Spoke Care",
    "Canada",
    "Corporate",
    "Net sales",
    "Total segments",
    "Other Deals",
)


def document() -> Document:
    rows = tuple(Row(label, (Cell("5", Decimal(5)),)) for label in LABELS)
    table = Table((Column("2022"),), rows, "Net sales by segment")
    other = Table((Column("2022"),), (Row("Wheels", rows[0].cells),) * 5, "Inventories")
    blocks = (*map(TextBlock, PROSE), table, other)
    pages = tuple(Page(number, blocks) for number in (1, 2, 3))
    return Document("x.pdf", SourceKind.PDF, pages)


def test_what_is_called_a_segment_again_and_again_is_a_part() -> None:
    names = part_names(document())
    assert set(names) == {"HR", "Heavy Rims", "Spoke Care", "Tyrex", "Other Deals"}
    assert names[0] == "Spoke Care"


def test_a_row_that_is_a_name_within_sentences_is_a_brand() -> None:
    prose = (
        "Sales of Zypralex rose as doctors use Zypralex, and the Zypralex trial ended.",
        "Net sales of tires fell. We sell Acme tires; buyers of Acme tires trust Acme.",
    )
    labels = ("Zypralex", "Tires", "Acme", "Canada", "YieldPlus notes")
    rows = tuple(Row(label, (Cell("5", Decimal(5)),)) for label in labels)
    blocks = (*map(TextBlock, prose), Table((Column("2022"),), rows, ""))
    pages = tuple(Page(number, blocks) for number in (1, 2, 3))
    told = Document("x.pdf", SourceKind.PDF, pages)
    assert brand_names(told, ("Acme Inc.",)) == ("Zypralex",)
    cover = summarize(told, Identity("Acme Inc.", Form.ANNUAL, 2022, None))
    assert brands_in(cover) == ("Zypralex",)
    assert parts_in(cover) == ()


def test_a_name_said_once_or_twice_is_none() -> None:
    few = Document("x.pdf", SourceKind.PDF, document().pages[:1])
    assert "Tyrex" not in part_names(few)


def test_the_cover_of_a_periodic_report_lists_them() -> None:
    told = [
        summarize(document(), Identity("Acme Inc.", form, 2022, None))
        for form in (Form.ANNUAL, Form.CURRENT)
    ]
    assert ["Its segments and businesses: Spoke Care; " in one for one in told] == [True, False]
