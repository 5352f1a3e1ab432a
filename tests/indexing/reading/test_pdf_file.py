"""Damaged PDFs: what their pages can still be found by is read, and what is lost is said."""

import random
import re

import pymupdf
import pytest

from hirec.types import Document, ReadError
from indexing.reading.pdf import read_figures, read_pdf
from indexing.reading.pdf_file import listed

COUNT = 5


def whole_file(**options: object) -> bytes:
    """Five pages, each with its number in words."""
    pdf = pymupdf.open()
    random_digits = random.Random(1)
    for number in range(1, COUNT + 1):
        page = pdf.new_page(width=612, height=792)
        lines = [f"page {number}: {random_digits.getrandbits(200)}" for _ in range(40)]
        page.insert_text((50, 60), lines)
    return bytes(pdf.tobytes(**options))


def read(data: bytes) -> Document:
    return read_pdf(data, "sample.pdf")


def read_pages(document: Document) -> list[int]:
    return [page.page_number for page in document.pages if f"page {page.page_number}" in page.text]


def content_of(data: bytes, number: int) -> tuple[int, int]:
    """Where the content stream of a page begins and ends."""
    with pymupdf.open(stream=data) as pdf:
        (xref,) = pdf[number - 1].get_contents()
    found = re.search(rb"(?<!\d)%d 0 obj.*?stream\r?\n(.*?)endstream" % xref, data, re.DOTALL)
    assert found
    return found.span(1)


def test_a_whole_file_has_no_notes() -> None:
    assert read(whole_file()).notes == ()


def test_a_broken_cross_reference_table_costs_no_page() -> None:
    data = whole_file()
    start, table = data.rfind(b"startxref"), data.rfind(b"xref\n", 0, data.rfind(b"startxref"))
    broken = [
        data[:start] + b"startxref\n99\n%%EOF\n",
        data[:start],
        data[: (table + start) // 2],
        data + b"\0 something else" * 500,
    ]
    for damaged in broken:
        document = read(damaged)
        assert read_pages(document) == [1, 2, 3, 4, 5]
        assert document.notes == (
            "the file's cross-reference table is broken; all 5 pages were read",
        )


def test_pages_are_found_though_their_list_is_lost() -> None:
    damaged = re.sub(rb"/Pages \d+ 0 R", b"/Pages null", whole_file())
    document = read(damaged)
    assert read_pages(document) == [1, 2, 3, 4, 5]
    assert document.notes == ("the file's list of its pages is broken; 5 pages found and read",)


def test_a_page_whose_content_is_gone_is_named_and_the_others_are_read() -> None:
    data = whole_file(deflate=True)
    start, end = content_of(data, 3)
    document = read(data[:start] + b"\0" * (end - start) + data[end:])
    assert len(document.pages) == COUNT
    assert read_pages(document) == [1, 2, 4, 5]
    assert document.notes == ("the file is damaged: 4 of 5 pages were read, page 3 could not be",)


def test_a_page_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    data = whole_file(deflate=True)
    start, end = content_of(data, 2)
    middle = (start + end) // 2
    document = read(data[:middle] + b"\0" * (end - middle) + data[end:])
    assert read_pages(document) == [1, 2, 3, 4, 5]
    assert document.notes == ("page 2 read in part: the file is damaged there",)


def test_what_holds_no_readable_page_is_refused() -> None:
    data = whole_file(deflate=True)
    first, _ = content_of(data, 1)
    with pytest.raises(ReadError, match="of which no page can be read; download it again"):
        read(data[:first])
    with pytest.raises(ReadError, match="no page of it can be found; download it again"):
        read(b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n")


def test_an_encrypted_file_that_lost_its_key_is_refused_and_not_called_empty() -> None:
    data = whole_file(deflate=True, encryption=pymupdf.PDF_ENCRYPT_RC4_128, owner_pw="owner")
    with pytest.raises(ReadError, match="download it again"):
        read(data[: data.rfind(b"trailer")])


def test_figures_of_a_damaged_file_are_those_of_its_readable_pages() -> None:
    data = whole_file(deflate=True)
    start, end = content_of(data, 3)
    damaged = data[:start] + b"\0" * (end - start) + data[end:]
    assert read_figures(damaged, "sample.pdf", 3, 10_000) == ([], 0)


def test_many_pages_are_listed_in_short() -> None:
    assert listed([7]) == "page 7"
    assert listed([2, 7]) == "2 pages (2, 7)"
    assert listed(range(1, 15)) == "14 pages (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more)"
