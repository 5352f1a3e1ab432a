"""What a file is, told by its content: PDF, HTML, text, submissions, and what is refused."""

from pathlib import Path

import pymupdf
import pytest

from hirec.types import ReadError, SourceKind, Table
from indexing.reading import read_document

COVER = (
    "UNITED STATES SECURITIES AND EXCHANGE COMMISSION\nFORM 10-K\n"
    "Exact name of registrant as specified in its charter: ACME CORP.\n"
)


def write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_content_counts_and_the_extension_does_not(tmp_path: Path) -> None:
    html = f"<html><body><p>{COVER}</p></body></html>".encode()
    pdf = pymupdf.open()
    pdf.new_page().insert_text((72, 72), COVER)
    assert read_document(write(tmp_path, "a.pdf", html)).kind is SourceKind.HTML
    assert read_document(write(tmp_path, "b.html", COVER.encode())).kind is SourceKind.TEXT
    assert read_document(write(tmp_path, "c.txt", pdf.tobytes())).kind is SourceKind.PDF
    assert read_document(write(tmp_path, "d", b"\xef\xbb\xbf\n " + html)).kind is SourceKind.HTML
    utf16 = html.decode().encode("utf-16")
    assert "ACME" in read_document(write(tmp_path, "e.htm", utf16)).pages[0].text


def test_full_submission_gives_main_document_press_release_and_header(tmp_path: Path) -> None:
    submission = """-----BEGIN PRIVACY-ENHANCED MESSAGE-----
<SEC-DOCUMENT>0000000001-19-000001.txt : 20190315
CONFORMED SUBMISSION TYPE:	8-K
CONFORMED PERIOD OF REPORT:	20190314
FILED AS OF DATE:		20190315
		COMPANY CONFORMED NAME:			ACME CORP
		CENTRAL INDEX KEY:			0000000001
		IRS NUMBER:				123456789
<DOCUMENT>
<TYPE>8-K
<TEXT>
<html><body><p>FORM 8-K Securities and Exchange Commission</p></body></html>
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>EX-31.1
<TEXT>
<html><body><p>I certify.</p></body></html>
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>EX-99.1
<TEXT>
<html><body><p>Acme sold more anvils.</p></body></html>
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>GRAPHIC
<TEXT>
begin 644 a.jpg
</TEXT>
</DOCUMENT>
"""
    document = read_document(write(tmp_path, "a.txt", submission.encode()))
    assert [page.page_number for page in document.pages] == [1, 2]
    assert document.pages[1].text == "Acme sold more anvils."
    assert document.dei == {
        "DocumentType": "8-K",
        "DocumentPeriodEndDate": "2019-03-14",
        "EntityRegistrantName": "ACME CORP",
        "EntityCentralIndexKey": "0000000001",
        "EntityTaxIdentificationNumber": "12-3456789",
        "FilingDate": "2019-03-15",
    }


def test_units_said_once_for_all_tables_are_inherited(tmp_path: Path) -> None:
    table = (
        "<table><tr><td></td><td>2018</td></tr><tr><td>Sales</td><td>$ 5</td></tr>"
        "<tr><td>Cost</td><td>4</td></tr></table>"
    )
    pages = (
        f"<p>{COVER}</p><p><b>Pay</b></p>{table}<hr style='page-break-after:always'>"
        "<p><b>Notes to Consolidated Financial Statements</b></p>"
        f"<p>(dollars in millions, except per-share amounts)</p><p><b>A</b></p>{table}"
        f"<hr style='page-break-after:always'><p><b>B</b></p>{table}"
    )
    document = read_document(
        write(tmp_path, "a.htm", f"<html><body>{pages}</body></html>".encode())
    )
    scales = [b.scale for page in document.pages for b in page.blocks if isinstance(b, Table)]
    assert scales == [0, 6, 6]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b" \n\t\0\0", "is empty"),
        (b"PK\x03\x04rest", "is a ZIP archive"),
        (b"\x89PNG\r\n\x1a\n", "is a PNG image"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "is an old Office document"),
        (bytes(range(256)) * 10, "is a binary file"),
        (b"#!/bin/sh\necho hello\n", "does not read like a filing"),
        (b'{"json": true}', "does not read like a filing"),
        (b"<?xml version='1.0'?><root><a>1</a></root>", "does not read like a filing"),
        (b"<SEC-DOCUMENT>x\n", "is an EDGAR submission without a document"),
    ],
)
def test_refusals_name_file_and_reason(tmp_path: Path, data: bytes, reason: str) -> None:
    with pytest.raises(ReadError, match=f"thing.html {reason}"):
        read_document(write(tmp_path, "thing.html", data))


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"nowhere\.pdf: cannot be read .*check the path"):
        read_document(tmp_path / "nowhere.pdf")
    with pytest.raises(ReadError, match="cannot be read"):
        read_document(tmp_path)


SGML_TEXT = """ACME CORP
FORM 10-K
Exact name of registrant as specified in its charter: ACME CORP.
<PAGE>
STATEMENTS OF INCOME
<TABLE>
<CAPTION>
                 1996       1995
<S>              <C>        <C>
Sales            $ 41       $ 40
Net income          7          6
</TABLE>
"""


def test_text_with_tables_marked_in_sgml_is_text(tmp_path: Path) -> None:
    document = read_document(write(tmp_path, "acme.txt", SGML_TEXT.encode()))
    assert document.kind is SourceKind.TEXT
    (table,) = [b for page in document.pages for b in page.blocks if isinstance(b, Table)]
    assert [row.label for row in table.rows] == ["Sales", "Net income"]


def test_a_stray_tag_makes_no_html_of_a_text(tmp_path: Path) -> None:
    text = SGML_TEXT.replace("ACME CORP\n", "<b>ACME CORP</b> <a@acme.com>\n" + "line\n" * 150, 1)
    assert read_document(write(tmp_path, "acme.txt", text.encode())).kind is SourceKind.TEXT


def test_tags_without_a_head_are_html(tmp_path: Path) -> None:
    page = "FORM 10-K <p>Exact name of registrant as specified in its charter: ACME</p><p>x</p>"
    assert read_document(write(tmp_path, "acme.txt", page.encode())).kind is SourceKind.HTML
