"""Plain-text filings: pages, paragraphs, headings, tables kept by blanks."""

import pytest

from hirec.types import ReadError, SourceKind, Table, TextBlock
from indexing.reading import read_text
from indexing.reading.text import text_blocks

FILING = """<DOCUMENT>
<TYPE>10-K
<TEXT>
                 SECURITIES AND EXCHANGE COMMISSION
                     FORM 10-K

Exact name of registrant as specified in its charter: ACME CORP.

The company sells anvils to a very particular kind of customer in
the desert.
<PAGE>
                    CONSOLIDATED BALANCE SHEETS
                      (In thousands)

                                        1995           1994
                                       -------        -------
Current assets:
  Cash . . . . . . . . . . . . . .     $ 1,234        $   987
  Receivables ....................       5,678          4,321
  Inventories                              (12)            --
                                       -------        -------
     Total current assets              $ 6,900        $ 5,308
                                       =======        =======

The notes are part of these statements.
</TEXT>
</DOCUMENT>
"""


def test_pages_and_aligned_table() -> None:
    document = read_text(FILING.encode(), "acme.txt")
    assert document.kind is SourceKind.TEXT
    assert len(document.pages) == 2
    (table,) = [b for b in document.pages[1].blocks if isinstance(b, Table)]
    assert table.caption == "CONSOLIDATED BALANCE SHEETS"
    assert table.scale == 3
    assert [column.label for column in table.columns] == ["1995", "1994"]
    values = {row.label: [c and c.value for c in row.cells] for row in table.rows if any(row.cells)}
    assert values == {
        "Cash": [1234, 987],
        "Receivables": [5678, 4321],
        "Inventories": [-12, 0],
        "Total current assets": [6900, 5308],
    }
    last = document.pages[1].blocks[-1]
    assert isinstance(last, TextBlock)
    assert last.text == "The notes are part of these statements."


def test_wrapped_lines_are_one_paragraph() -> None:
    document = read_text(FILING.encode(), "acme.txt")
    said = [b.text for b in document.pages[0].blocks if isinstance(b, TextBlock)]
    assert any("kind of customer in the desert." in text for text in said)
    assert not any("<TYPE>" in text for text in said)


def test_marked_table_with_wrapped_heading() -> None:
    text = """FORM 10-K  SECURITIES AND EXCHANGE COMMISSION
<TABLE>
<CAPTION>
                         Shares       Percent
    Name                 Owned        Owned
<S>                      <C>          <C>
Ann Smith                1,000        5.0%

Bob Jones                  500        2.5%
</TABLE>
"""
    (page,) = read_text(text.encode(), "x.txt").pages
    (table,) = [b for b in page.blocks if isinstance(b, Table)]
    assert [c.label for c in table.columns] == ["Shares Owned", "Percent Owned"]
    assert [row.label for row in table.rows] == ["Ann Smith", "Bob Jones"]
    assert table.rows[1].cells[1] is not None
    assert table.rows[1].cells[1].unit == "%"


def test_text_without_breaks_is_cut_about_every_sixty_lines() -> None:
    lines = ["Commission file number 1-2", ""]
    for number in range(100):
        lines += [f"Paragraph {number} of a filing that goes on.", ""]
    pages = read_text("\n".join(lines).encode(), "x.txt").pages
    assert len(pages) == 4
    assert "Paragraph 99" in pages[-1].text


@pytest.mark.parametrize("text", ["import os\nprint(os.name)\n", "Dear diary, today I was ill."])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ReadError, match=r"notes\.txt does not read like a filing"):
        read_text(text.encode(), "notes.txt")


def table_of(lines: str) -> Table:
    """The table of one page of text."""
    (table,) = [block for block in text_blocks(lines) if isinstance(block, Table)]
    return table


def test_indented_labels_share_one_column() -> None:
    table = table_of(
        """<TABLE>
<CAPTION>
May 31 (In millions)             1993      1992
- ---------------------------------------------
<S>                              <C>       <C>
ACME
   Goodwill                     $  71     $  87
   Due to lenders
      (mostly abroad)              58        45
                                -----     -----
                                  129       132
NET                                (2)       --
<FN>
(a) Goodwill of $11 million was written off in 1993 and 1992.
</TABLE>
"""
    )
    read = [(row.label, [c and c.text for c in row.cells]) for row in table.rows]
    assert read == [
        ("ACME", [None, None]),
        ("Goodwill", ["$ 71", "$ 87"]),
        ("Due to lenders (mostly abroad)", ["58", "45"]),
        ("Total ACME", ["129", "132"]),
        ("NET", ["(2)", "--"]),
    ]
    assert table.scale == 6


def test_notes_of_a_table_are_no_rows() -> None:
    blocks = text_blocks("<TABLE>\n<S> <C>\nCash   $ 12\nDebt      9\n<FN>\n(a) A note.\n</TABLE>")
    assert [type(block) for block in blocks] == [Table, TextBlock]


def test_dashes_escaped_for_mail_are_plain_again() -> None:
    table = table_of("<TABLE>\n<S>  <C>\nNumber of shares\n- - basic     12\nOther    9\n</TABLE>")
    assert [row.label for row in table.rows] == ["Number of shares - basic", "Other"]


def test_a_title_in_capitals_is_the_caption_and_no_heading() -> None:
    blocks = text_blocks(
        """
                       ACME INC.
                STATEMENTS OF OPERATIONS

                               YEAR ENDED
                               MAY 31,
                            2007        2006
                           ------------------
Revenues                  $   44     $    75
Other costs                   12          13
Net loss                  $  (32)    $   (62)
"""
    )
    (table,) = [block for block in blocks if isinstance(block, Table)]
    assert table.caption == "ACME INC. STATEMENTS OF OPERATIONS"
    assert all("ACME" not in column.label for column in table.columns)
