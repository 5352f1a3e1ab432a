"""Real small HTML filings: pages, tags, tables, layout, hostile input."""

from datetime import date
from decimal import Decimal

import pytest

from hirec.types import Document, Fact, Page, ReadError, Table, TextBlock
from indexing.reading import read_html

HEADER = """
<div style="display:none"><ix:header><ix:hidden>
<ix:nonNumeric contextRef="c1" name="dei:DocumentFiscalYearFocus">2023</ix:nonNumeric>
</ix:hidden><ix:resources>
<xbrli:context id="c1"><xbrli:entity><xbrli:identifier scheme="x">0000000001</xbrli:identifier>
</xbrli:entity><xbrli:period><xbrli:startDate>2022-01-30</xbrli:startDate>
<xbrli:endDate>2023-01-28</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id="q1"><xbrli:entity><xbrli:identifier scheme="x">0000000001</xbrli:identifier>
<xbrli:segment><xbrldi:explicitMember dimension="us-gaap:StatementBusinessSegmentsAxis">\
abc:RetailMember</xbrldi:explicitMember></xbrli:segment></xbrli:entity>
<xbrli:period><xbrli:startDate>2022-10-30</xbrli:startDate>
<xbrli:endDate>2023-01-28</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id="i1"><xbrli:entity><xbrli:identifier scheme="x">0000000001</xbrli:identifier>
</xbrli:entity><xbrli:period><xbrli:instant>2023-01-28</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="eps"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure>
</xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure>
</xbrli:unitDenominator></xbrli:divide></xbrli:unit>
</ix:resources></ix:header></div>
"""

COVER = """
<p><b>FORM <ix:nonNumeric contextRef="c1" name="dei:DocumentType">10-K</ix:nonNumeric></b></p>
<p>For the year ended <ix:nonNumeric contextRef="c1" name="dei:DocumentPeriodEndDate"
 format="ixt:date-month-name-day-year-en">January&#160;28, 2023</ix:nonNumeric></p>
<p><ix:nonNumeric contextRef="c1" name="dei:EntityRegistrantName">Acme Corp.</ix:nonNumeric></p>
"""

INCOME = """
<p style="font-weight:bold">CONSOLIDATED STATEMENTS OF INCOME</p>
<p>(In millions, except per share data)</p>
<table>
<tr><td></td><td></td><td colspan="3"><b>2023</b></td><td></td><td colspan="3"><b>2022</b></td></tr>
<tr><td>Revenue</td><td></td><td>$</td><td>
<ix:nonFraction contextRef="c1" unitRef="usd" name="us-gaap:Revenues" scale="6" decimals="-6"
 format="ixt:num-dot-decimal">1,234</ix:nonFraction></td><td></td><td></td>
<td>$</td><td>1,100</td><td></td></tr>
<tr><td style="padding-left:12pt">Other loss</td><td></td><td></td><td>(<ix:nonFraction
 contextRef="q1" unitRef="usd" name="us-gaap:OtherIncome" scale="6" sign="-" decimals="-6">56\
</ix:nonFraction></td><td>)</td><td></td><td></td><td>&#8212;</td><td></td></tr>
<tr><td>Diluted<sup>(1)</sup></td><td></td><td>$</td><td><ix:nonFraction contextRef="c1"
 unitRef="eps" name="us-gaap:EarningsPerShareDiluted" decimals="2">4.56</ix:nonFraction></td>
<td></td><td></td><td>$</td><td>4.10</td><td></td></tr>
</table>
"""


def filing(body: str, head: str = HEADER) -> bytes:
    return f"<html><head><title>x</title></head><body>{head}{body}</body></html>".encode()


def tables(document: Document) -> list[Table]:
    return [b for page in document.pages for b in page.blocks if isinstance(b, Table)]


def texts(page: Page) -> list[str]:
    return [block.text for block in page.blocks if isinstance(block, TextBlock)]


def test_tags_become_facts_in_their_cells() -> None:
    document = read_html(filing(COVER + INCOME), "a.htm")
    (table,) = tables(document)
    assert [column.label for column in table.columns] == ["2023", "2022"]
    assert (table.caption, table.scale) == ("CONSOLIDATED STATEMENTS OF INCOME", 6)
    revenue, loss, diluted = table.rows
    assert revenue.cells[0] is not None
    assert revenue.cells[0].value == Decimal(1234)
    fact = revenue.cells[0].fact
    assert isinstance(fact, Fact)
    assert (fact.concept, fact.value, fact.unit) == ("us-gaap:Revenues", 1_234_000_000, "USD")
    assert (fact.period.end, fact.period.months) == (date(2023, 1, 28), 12)
    assert loss.cells[0] is not None
    assert loss.cells[0].text.replace(" ", "") == "(56)"
    assert loss.cells[0].value == -56
    assert loss.cells[0].fact is not None
    assert loss.cells[0].fact.value == -56_000_000
    assert loss.cells[0].fact.period.months == 3
    assert loss.cells[0].fact.dimensions == (
        ("us-gaap:StatementBusinessSegmentsAxis", "abc:RetailMember"),
    )
    assert loss.cells[1] is not None
    assert loss.cells[1].value == 0
    assert loss.level == 1
    assert diluted.label == "Diluted(1)" or diluted.label == "Diluted (1)"
    assert diluted.cells[0] is not None
    assert diluted.cells[0].fact is not None
    assert diluted.cells[0].fact.unit == "USD/shares"


def test_dei_is_read_from_text_and_from_the_hidden_header() -> None:
    document = read_html(filing(COVER), "a.htm")
    assert document.dei["DocumentType"] == "10-K"
    assert document.dei["DocumentPeriodEndDate"] == "2023-01-28"
    assert document.dei["EntityRegistrantName"] == "Acme Corp."
    assert document.dei["DocumentFiscalYearFocus"] == "2023"
    assert "0000000001" not in document.pages[0].text
    assert "2023\n" not in document.pages[0].text.split("FORM")[0]


def test_common_stock_wins_over_bonds() -> None:
    member = '<xbrldi:explicitMember dimension="us-gaap:StatementClassOfStockAxis">{}'
    context = (
        '<xbrli:context id="{}"><xbrli:segment>'
        + member
        + (
            "</xbrldi:explicitMember></xbrli:segment><xbrli:period><xbrli:instant>2023-01-28"
            "</xbrli:instant></xbrli:period></xbrli:context>"
        )
    )
    head = (
        "<div style='display:none'><ix:header>"
        + context.format("bond", "abc:NotesDue2030Member")
        + context.format("common", "us-gaap:CommonStockMember")
        + "</ix:header></div>"
    )
    body = (
        '<p><ix:nonNumeric contextRef="bond" name="dei:TradingSymbol">ACM30</ix:nonNumeric></p>'
        '<p><ix:nonNumeric contextRef="common" name="dei:TradingSymbol">ACM</ix:nonNumeric></p>'
    )
    assert read_html(filing(body, head), "a.htm").dei["TradingSymbol"] == "ACM"


@pytest.mark.parametrize(
    "mark",
    [
        '<hr style="page-break-after:always"/>',
        "<p style='page-break-before: always'></p>",
        '<div style="break-after:page"></div>',
        '<hr style="PAGE-BREAK-AFTER: Always">',
        "<PAGE>",
        '<hr style="page-break-after:always"><div style="page-break-before:always"></div>',
    ],
)
def test_pages_follow_breaks(mark: str) -> None:
    body = mark.join(f"<p>This is page {number}.</p>" for number in (1, 2, 3))
    document = read_html(filing(COVER + body), "a.htm")
    assert [page.page_number for page in document.pages] == [1, 2, 3]
    assert texts(document.pages[2]) == ["This is page 3."]


def test_long_file_without_breaks_is_cut_and_short_one_is_not() -> None:
    long = "".join(f"<p>{number} {'word ' * 100}</p>" for number in range(100))
    pages = read_html(filing(COVER + long), "a.htm").pages
    assert len(pages) > 5
    assert all(len(page.text) < 6000 for page in pages)
    assert len(read_html(filing(COVER), "a.htm").pages) == 1


def test_rowspan_colspan_and_group_headings() -> None:
    body = (
        "<table><tr><td rowspan=2></td><td colspan=4>Three Months Ended June 30,</td>"
        "<td colspan=4>Six Months Ended June 30,</td></tr>"
        "<tr><td colspan=2>2023</td><td colspan=2>2022</td><td colspan=2>2023</td>"
        "<td colspan=2>2022</td></tr>"
        "<tr><td>Sales</td><td>$</td><td>1</td><td>$</td><td>2</td><td>$</td><td>3</td><td>$</td>"
        "<td>4</td></tr><tr><td>Cost</td><td colspan=2>5</td><td colspan=2>6</td>"
        "<td colspan=2>7</td><td colspan=2>8</td></tr></table>"
    )
    (table,) = tables(read_html(filing(COVER + body), "a.htm"))
    assert [column.label for column in table.columns] == [
        "Three Months Ended June 30, 2023",
        "Three Months Ended June 30, 2022",
        "Six Months Ended June 30, 2023",
        "Six Months Ended June 30, 2022",
    ]
    assert [[cell and cell.value for cell in row.cells] for row in table.rows] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
    ]


def test_layout_tables_become_text() -> None:
    body = (
        "<table><tr><td>&bull;</td><td>We sell anvils.</td></tr></table>"
        "<table><tr><td>Item 7.</td><td>Management's Discussion</td></tr></table>"
        "<table><tr><td>Acme Corp.</td><td>Form 10-K</td><td>28</td></tr></table>"
        "<table><tr><td><p>A page in a cell.</p><table><tr><td>Sales</td><td>5</td></tr>"
        "<tr><td>Cost</td><td>4</td></tr></table></td></tr></table>"
    )
    document = read_html(filing(COVER + body), "a.htm")
    said = texts(document.pages[0])
    assert "• We sell anvils." in said
    assert "Item 7. Management's Discussion" in said
    assert "Acme Corp. | Form 10-K | 28" in said
    assert "A page in a cell." in said
    assert [row.label for row in tables(document)[0].rows] == ["Sales", "Cost"]


def test_second_header_halfway_gives_a_second_table_with_its_groups() -> None:
    half = (
        "<tr><td></td><td>{0}, 2018</td><td>{0}, 2017</td><td>{0}, 2018</td><td>{0}, 2017</td></tr>"
        "<tr><td>Net income</td><td>75</td><td>74</td><td>15</td><td>16</td></tr>"
    )
    body = (
        "<table><tr><td></td><td colspan=2>Parent</td><td colspan=2>Noncontrolling</td></tr>"
        + half.format("Quarter ended June 30")
        + half.format("Six months ended June 30")
        + "</table>"
    )
    first, second = tables(read_html(filing(COVER + body), "a.htm"))
    assert first.columns[2].label == "Noncontrolling Quarter ended June 30, 2018"
    assert second.columns[0].label == "Parent Six months ended June 30, 2018"


def test_captions_and_unit_lines() -> None:
    row = "<table><tr><td></td><td>2023</td></tr><tr><td>A</td><td>5</td></tr></table>"
    body = (
        "<p>We lease stores. The following table shows lease cost (in thousands):</p>"
        + row
        + "<p><b>Inventories</b></p>"
        + row.replace("2023", "2023<br>(in millions)")
    )
    lease, inventory = tables(read_html(filing(COVER + body), "a.htm"))
    assert lease.caption == "The following table shows lease cost"
    assert (lease.unit_line, lease.scale) == ("(in thousands)", 3)
    assert inventory.caption == "Inventories"
    assert inventory.columns[0].label == "2023"
    assert inventory.scale == 6


def test_headless_table_at_a_page_top_goes_on_with_the_last_header() -> None:
    body = (
        "<p><b>Segments</b></p><table><tr><td></td><td>2023</td><td>2022</td></tr>"
        "<tr><td>A</td><td>5</td><td>6</td></tr></table><p>12</p>"
        "<hr style='page-break-after:always'><p>Table of Contents</p>"
        "<table><tr><td>B</td><td>7</td><td>8</td></tr><tr><td>C</td><td>9</td><td>1</td></tr></table>"
    )
    _, rest = tables(read_html(filing(COVER + body), "a.htm"))
    assert rest.continued
    assert rest.caption == "Segments"
    assert [column.label for column in rest.columns] == ["2023", "2022"]


def test_tags_correct_a_missing_unit_line() -> None:
    body = INCOME.replace("<p>(In millions, except per share data)</p>", "")
    (table,) = tables(read_html(filing(COVER + body), "a.htm"))
    assert (table.scale, table.unit_line) == (6, "(In millions)")


def test_untagged_old_filing_passes() -> None:
    data = (
        b"<HTML><BODY><P>SECURITIES AND EXCHANGE COMMISSION<P>FORM 10-K<P>"
        b"(Exact name of registrant as specified in its charter)</BODY></HTML>"
    )
    document = read_html(data, "old.htm")
    assert dict(document.dei) == {}
    assert "FORM 10-K" in document.pages[0].text


@pytest.mark.parametrize(
    "data",
    [
        b"<html><body></body></html>",
        b"<html><body><p>Welcome to my holiday pictures.</p></body></html>",
        b"<html><head><script>var x = 'FORM 10-K';</script></head><body><p>Hi</p></body></html>",
        b"<html><body><p style='display:none'>Exact name of registrant</p></body></html>",
    ],
)
def test_other_pages_are_refused_by_name(data: bytes) -> None:
    with pytest.raises(ReadError, match=r"page\.htm .*expected an SEC filing"):
        read_html(data, "page.htm")


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("windows-1252", ""),
        ("windows-1252", "utf-8"),
        ("utf-8", "ascii"),
        ("iso8859-2", "iso-8859-2"),
    ],
)
def test_encodings(encoding: str, declared: str) -> None:
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={declared}">'
    body = "<p>Société Générale, commission file number 1-2</p>".replace("é", "é")
    data = f"<html><head>{meta if declared else ''}</head><body>{body}</body></html>"
    document = read_html(data.encode(encoding), "a.htm")
    assert "Société Générale" in document.pages[0].text


def test_null_bytes_and_unclosed_tags_are_survived() -> None:
    data = filing(COVER + INCOME).replace(b"</tr>", b"").replace(b"Revenue<", b"Reve\0nue<")
    assert tables(read_html(data, "a.htm"))[0].rows[0].label == "Revenue"


def test_nesting_is_read_whole_or_refused() -> None:
    def nested(depth: int) -> bytes:
        return filing(COVER + "<div>" * depth + "bottom" + "</div>" * depth + "<p>after</p>")

    assert texts(read_html(nested(1000), "a.htm").pages[0])[-2:] == ["bottom", "after"]
    with pytest.raises(ReadError, match=r"a\.htm is nested too deeply"):
        read_html(nested(20_000), "a.htm")


def test_absurd_spans_end_quickly() -> None:
    wide = "<table>" + "<tr><td colspan=99999 rowspan=99999>1</td><td>2</td></tr>" * 50 + "</table>"
    assert read_html(filing(COVER + wide), "a.htm").dei["DocumentType"] == "10-K"


def test_table_too_wide_to_be_one_is_kept_as_text() -> None:
    cells = "".join(f"<td>{number}</td>" for number in range(2000))
    (page,) = read_html(filing(COVER + f"<table><tr>{cells}</tr></table>"), "a.htm").pages
    assert "1998 1999" in page.text


def test_entity_bombs_do_not_expand() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "' + b"a" * 1000 + b'">]>'
    document = read_html(bomb + filing(COVER + "<p>&a;&a;</p>"), "a.htm")
    assert len(document.pages[0].text) < 500


def test_too_large_is_refused_before_parsing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("indexing.reading.html.MAX_BYTES", 1000)
    with pytest.raises(ReadError, match=r"big\.htm is 0 MB of HTML, over the limit"):
        read_html(b"<html>" + b" " * 1000, "big.htm")


def votes(*items: str) -> list[str]:
    """Captions of tables that each stand below an item of a list."""
    row = "<tr><td>Votes</td><td>1,000</td><td>2,000</td></tr>"
    head = "<tr><td></td><td>For</td><td>Against</td></tr>"
    body = "".join(f"<p>{item}</p><table>{head}{row}{row}</table>" for item in items)
    document = read_html(f"<html><body>{body}</body></html>".encode(), "a.htm", exhibit=True)
    blocks = [block for page in document.pages for block in page.blocks]
    return [block.caption for block in blocks if isinstance(block, Table)]


def test_an_item_of_a_list_is_the_caption_of_its_table() -> None:
    assert votes(
        "1. The stockholders ratified the appointment of Acme LLP. It serves us well.",
        "2. The stockholders approved the plan.",
    ) == [
        "The stockholders ratified the appointment of Acme LLP.",
        "The stockholders approved the plan.",
    ]


def test_a_label_over_several_rows_stands_with_its_values() -> None:
    rows = "".join(
        f"<tr><td>{label}</td><td>{value}</td></tr>"
        for label, value in (
            ("", "2016"),
            ("Equity:", ""),
            ("Shares, no par; 900 authorised;", ""),
            ("88 issued and outstanding", "88"),
            ("Other", "12"),
        )
    )
    (table,) = tables(read_html(filing(f"<table>{rows}</table>"), "acme.html"))
    assert [row.label for row in table.rows] == [
        "Equity:",
        "Shares, no par; 900 authorised; 88 issued and outstanding",
        "Other",
    ]
