from decimal import Decimal

import pymupdf
import pytest

from hirec.types import Document, ReadError, SourceKind, Table, TextBlock
from indexing.reading.pdf import read_pdf

SIZE = 9.0
Item = tuple[float, str]
"""Where a text starts, or, negative, where it ends; and the text."""


class Sheet:
    """A page on which lines of text are printed at given places."""

    def __init__(self, pdf: pymupdf.Document) -> None:
        self.page = pdf.new_page(width=612, height=792)
        self.top = 60.0

    def print_line(self, *items: Item, step: float = 12) -> None:
        for place, text in items:
            width = pymupdf.get_text_length(text, fontsize=SIZE)
            left = place if place >= 0 else -place - width
            self.page.insert_text((left, self.top), text, fontsize=SIZE)
        self.top += step

    def centre(self, text: str, middle: float = 306, step: float = 12) -> None:
        self.print_line(
            (middle - pymupdf.get_text_length(text, fontsize=SIZE) / 2, text), step=step
        )

    def row(self, label: str, *values: str, left: float = 50, step: float = 12) -> None:
        """A statement's row: label, then right-aligned values at 440 and 540."""
        edges = (-440.0, -540.0)
        items = [(edge, value) for edge, value in zip(edges, values, strict=False)]
        signs = [
            (edge, "$") for edge, v in zip((390.0, 490.0), values, strict=False) if v[0] == "$"
        ]
        items = [(edge, value.removeprefix("$")) for edge, value in items]
        self.print_line(*((left, label),) if label else (), *signs, *items, step=step)


def read(pdf: pymupdf.Document, **options: object) -> Document:
    return read_pdf(pdf.tobytes(**options), "sample.pdf")


def tables(document: Document) -> list[Table]:
    return [b for page in document.pages for b in page.blocks if isinstance(b, Table)]


def statement(sheet: Sheet) -> None:
    sheet.centre("CONSOLIDATED BALANCE SHEETS")
    sheet.centre("(In thousands, except par value)", step=24)
    sheet.print_line((395, "November 27,"), (495, "November 28,"), step=10)
    sheet.print_line((408, "2015"), (508, "2014"), step=14)
    sheet.row("Current assets:")
    sheet.row(
        "Cash and cash equivalents ..............................",
        "$876,560",
        "$1,117,400",
        left=56,
    )
    sheet.row("Trade receivables, net of allowances for doubtful", left=56, step=10)
    sheet.row("accounts of $7,293 and $7,867", "672,006", "591,800", left=60)
    sheet.row("Deferred income taxes", "-", "95,279", left=56)
    sheet.row("Total current assets", "1,548,566", "1,804,479", left=68)
    sheet.row("Accumulated loss", "(169,080)", "(8,094)")


def test_a_statement_is_read_as_an_analyst_reads_it() -> None:
    pdf = pymupdf.open()
    sheet = Sheet(pdf)
    statement(sheet)
    document = read(pdf)
    (table,) = tables(document)
    assert document.kind is SourceKind.PDF
    assert table.caption == "CONSOLIDATED BALANCE SHEETS"
    assert table.unit_line == "(In thousands, except par value)"
    assert (table.scale, table.unit) == (3, "USD")
    assert [c.label for c in table.columns] == ["November 27, 2015", "November 28, 2014"]
    rows = [(r.level, r.label, [c.value if c else None for c in r.cells]) for r in table.rows]
    assert rows == [
        (0, "Current assets:", [None, None]),
        (1, "Cash and cash equivalents", [Decimal(876560), Decimal(1117400)]),
        (
            1,
            "Trade receivables, net of allowances for doubtful accounts of $7,293 and $7,867",
            [Decimal(672006), Decimal(591800)],
        ),
        (1, "Deferred income taxes", [Decimal(0), Decimal(95279)]),
        (2, "Total current assets", [Decimal(1548566), Decimal(1804479)]),
        (0, "Accumulated loss", [Decimal(-169080), Decimal(-8094)]),
    ]
    assert table.rows[1].section == "Current assets:"
    assert table.rows[5].section == ""


def test_cells_keep_their_place() -> None:
    pdf = pymupdf.open()
    statement(Sheet(pdf))
    (table,) = tables(read(pdf))
    cell = table.rows[1].cells[0]
    assert cell is not None
    assert cell.text == "$ 876,560"
    assert cell.box is not None
    assert (round(cell.box.left), round(cell.box.right)) == (390, 440)


def test_spanning_headers_in_front_of_columns_and_several_tables() -> None:
    pdf = pymupdf.open()
    sheet = Sheet(pdf)
    for region in ("Europe", "Asia"):
        sheet.print_line((50, f"The following shows sales in {region}:"), step=20)
        sheet.centre("Three Months Ended", middle=465)
        sheet.print_line((50, "(MILLIONS)"), (-440, "July 2, 2023"), (-540, "July 3, 2022"))
        sheet.row("Products", "$6,185", "$11,222")
        sheet.row("Services", "12", "(45)", step=40)
    first, second = tables(read(pdf))
    labels = ["Three Months Ended July 2, 2023", "Three Months Ended July 3, 2022"]
    assert [c.label for c in first.columns] == [c.label for c in second.columns] == labels
    assert first.caption == "The following shows sales in Europe:"
    assert second.caption == "The following shows sales in Asia:"
    assert first.scale == second.scale == 6


def test_a_table_goes_on_over_the_page() -> None:
    pdf = pymupdf.open()
    statement(Sheet(pdf))
    sheet = Sheet(pdf)
    sheet.row("Trade payables", "93,307", "68,377")
    sheet.row("Accrued expenses", "678,364", "683,866")
    first, second = tables(read(pdf))
    assert (first.continued, second.continued) == (False, True)
    assert second.columns == first.columns
    assert (second.caption, second.scale) == (first.caption, 3)


def test_prose_stays_prose() -> None:
    pdf = pymupdf.open()
    sheet = Sheet(pdf)
    sheet.print_line((300, "Table of Contents"), step=30)
    sheet.print_line((50, "Item 7. Liquidity and Capital Resources"), step=24)
    for _ in range(2):
        sheet.print_line(
            (50, "Cash was $1.2 billion at year end, up 12% from $1.1 billion the year")
        )
        sheet.print_line(
            (50, "before, and we repaid 3 notes of $100 million each in 2021 and 2020."), step=24
        )
    sheet.top = 760
    sheet.centre("41")
    page = read(pdf).pages[0]
    blocks = [block for block in page.blocks if isinstance(block, TextBlock)]
    assert len(blocks) == len(page.blocks) == 3
    assert blocks[0].heading
    assert blocks[0].text == "Item 7. Liquidity and Capital Resources"
    assert blocks[1].text.endswith(
        "the year before, and we repaid 3 notes of $100 million each in 2021 and 2020."
    )
    assert "41" not in page.text.split()
    assert "Table of Contents" not in page.text


def test_pages_are_counted_from_one_and_may_be_empty() -> None:
    pdf = pymupdf.open()
    pdf.new_page()
    Sheet(pdf).print_line((50, "Hello"))
    first, second = read(pdf).pages
    assert (first.page_number, first.blocks) == (1, ())
    assert (second.page_number, second.text) == (2, "Hello")


def test_a_password_is_asked_for_by_name() -> None:
    pdf = pymupdf.open()
    Sheet(pdf).print_line((50, "Secret"))
    with pytest.raises(ReadError, match=r"sample\.pdf is password protected; save a copy"):
        read(pdf, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="user", owner_pw="owner")


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.7\n", b"no pdf at all", b"%PDF-1.7\n" + b"\x00" * 5000]
)
def test_broken_files_say_so(data: bytes) -> None:
    with pytest.raises(ReadError, match=r"sample\.pdf"):
        read_pdf(data, "sample.pdf")


def test_a_page_printed_on_its_side_is_read_upright() -> None:
    """Wide tables stand on turned pages: places are those of the page as shown."""
    pdf = pymupdf.open()
    page = pdf.new_page(width=612, height=792)
    rows = [("Net sales", "1,250", "1,100"), ("Cost of sales", "900", "800")]
    rows += [("Gross profit", "350", "300"), ("Other expenses", "(50)", "(40)")]
    page.insert_text((100, 700), "CONSOLIDATED STATEMENTS OF INCOME", fontsize=SIZE, rotate=90)
    page.insert_text((120, 400), "2022", fontsize=SIZE, rotate=90)
    page.insert_text((120, 300), "2021", fontsize=SIZE, rotate=90)
    for at, texts in enumerate(rows):
        for place, text in zip((700, 400, 300), texts, strict=True):
            page.insert_text((140 + 14 * at, place), text, fontsize=SIZE, rotate=90)
    page.set_rotation(90)
    (table,) = tables(read(pdf))
    assert [column.label for column in table.columns] == ["2022", "2021"]
    assert [row.label for row in table.rows] == [label for label, *_ in rows]
    assert [cell.value for row in table.rows for cell in row.cells if cell][:4] == [
        Decimal(value) for value in (1250, 1100, 900, 800)
    ]


def test_values_printed_a_little_below_their_label_are_its_own() -> None:
    pdf = pymupdf.open()
    sheet = Sheet(pdf)
    sheet.print_line((408, "2015"), (508, "2014"), step=14)
    sheet.row("Cash used in financing activities", "(51)", "(61)")
    sheet.row("Net increase in cash", "12", "11")
    sheet.row("Cash at beginning of period", step=8)
    sheet.row("", "36", "25")
    sheet.row("Cash at end of period", "48", "36")
    sheet.row("Supplemental disclosures:", step=8)
    sheet.row("", "7", "6")
    (table,) = tables(read(pdf))
    assert [(row.label, [c.text if c else "" for c in row.cells]) for row in table.rows][2:] == [
        ("Cash at beginning of period", ["36", "25"]),
        ("Cash at end of period", ["48", "36"]),
        ("Supplemental disclosures:", ["", ""]),
        ("", ["7", "6"]),
    ]


def test_an_exhibits_number_over_a_table_heads_no_column() -> None:
    pdf = pymupdf.open()
    sheet = Sheet(pdf)
    sheet.print_line((-540, "Exhibit 3"), step=20)
    sheet.centre("Consolidated Statements of Cash Flows")
    sheet.print_line((408, "2015"), (508, "2014"), step=14)
    sheet.row("Net income", "12", "11")
    sheet.row("Depreciation", "36", "25")
    (table,) = tables(read(pdf))
    assert [column.label for column in table.columns] == ["2015", "2014"]
    assert table.caption == "Consolidated Statements of Cash Flows"


def test_a_title_beside_the_unit_is_the_caption() -> None:
    pdf = pymupdf.open()
    sheet = Sheet(pdf)
    sheet.print_line((50, "Sales grew because we sold more things to more people."), step=20)
    sheet.print_line((50, "Cost of Revenue (dollars in millions)"), step=14)
    sheet.print_line((408, "2015"), (508, "2014"), step=14)
    sheet.row("Subscription", "12", "11")
    sheet.row("Product", "36", "25")
    (table,) = tables(read(pdf))
    assert (table.caption, table.unit_line) == ("Cost of Revenue", "(dollars in millions)")
    assert table.scale == 6


def test_a_table_is_introduced_at_the_end_of_the_page_before() -> None:
    pdf = pymupdf.open()
    sheet = Sheet(pdf)
    sheet.print_line((50, "We had debt. Its maturities were as follows (in thousands):"))
    sheet = Sheet(pdf)
    sheet.print_line((408, "2015"), (508, "2014"), step=14)
    sheet.row("Notes", "12", "11")
    sheet.row("Loans", "36", "25")
    (table,) = tables(read(pdf))
    assert table.caption == "Its maturities were as follows (in thousands):"
    assert (table.unit_line, table.scale) == ("(in thousands)", 3)


def test_a_column_of_words_may_stand_among_many_numbers() -> None:
    pdf = pymupdf.open()
    sheet = Sheet(pdf)
    sheet.print_line((50, "PRODUCT"), (170, "USED FOR"), (-440, "2023"), (-540, "2022"), step=14)
    for at in range(18):
        use = "paddling on rivers, lakes and along the coast in rough" if at % 2 else "leisure"
        sheet.print_line(
            (50, f"Kayak {at}"), (170, use), (-440, f"{1100 + at:,}"), (-540, f"{1000 + at:,}")
        )
    (table,) = tables(read(pdf))
    assert [column.label for column in table.columns] == ["USED FOR", "2023", "2022"]
    assert [row.label for row in table.rows] == [f"Kayak {at}" for at in range(18)]
