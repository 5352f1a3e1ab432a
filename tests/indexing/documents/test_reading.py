"""Plain text keeps its places; what cannot be read is said without a word of filings."""

from pathlib import Path

import pytest

from hirec.types import ReadError, SourceKind, TextBlock
from indexing.documents.reading import read, read_text


def test_every_line_is_its_place_in_the_text() -> None:
    text = "﻿MUTUAL AGREEMENT\r\n\r\n  1. Purpose \n“Ünïcode” terms.\n"
    (page,) = read_text(text.encode(), "a.txt").pages
    blocks = [block for block in page.blocks if isinstance(block, TextBlock)]
    told = text.removeprefix("\ufeff")
    assert [block.text for block in blocks] == [
        "MUTUAL AGREEMENT",
        "1. Purpose",
        "“Ünïcode” terms.",
    ]
    assert all(block.span and told[slice(*block.span)] == block.text for block in blocks)
    assert [block.heading for block in blocks] == [True, True, False]


def test_pages_end_at_form_feeds_or_by_length() -> None:
    fed = read_text(b"one\n\ftwo\n\fthree", "a.txt").pages
    assert [page.text for page in fed] == ["one", "two", "three"]
    long = read_text(("word " * 20 + "\n").encode() * 100, "a.txt").pages
    assert [page.page_number for page in long] == [1, 2, 3]


def test_html_is_read_though_it_is_no_filing(tmp_path: Path) -> None:
    file = tmp_path / "policy.html"
    file.write_text("<html><body><h1>Privacy Policy</h1><p>We keep nothing.</p></body></html>")
    document = read(file)
    assert document.kind is SourceKind.HTML
    assert "We keep nothing." in document.pages[0].text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b" \n", "a.txt is empty"),
        (b"PK\x03\x04zip", "a.txt is a ZIP archive"),
        (b"%PDF-1.4 torn", "a.txt"),
        (bytes(range(1, 9)) * 50, "a.txt is a binary file"),
    ],
)
def test_what_is_no_document_is_refused_by_name(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "a.txt").write_bytes(content)
    with pytest.raises(ReadError, match=r"a\.txt") as refused:
        read(tmp_path / "a.txt")
    assert said in str(refused.value)
    assert "SEC filing" not in str(refused.value)
