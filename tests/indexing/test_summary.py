from datetime import date

from hirec.types import Document, Form, Identity, Page, SourceKind, TextBlock
from indexing.covers import embedded_part
from indexing.summary import summarize


def document(*pages: str) -> Document:
    made = tuple(Page(n, (TextBlock(text),)) for n, text in enumerate(pages, start=1))
    return Document("x.pdf", SourceKind.PDF, made)


def test_quarterly_summary_spells_the_period_in_several_ways() -> None:
    identity = Identity(
        "APPLE INC.",
        Form.QUARTERLY,
        2023,
        3,
        date(2023, 7, 1),
        ticker="AAPL",
        file_number="001-36743",
    )
    first, *rest = summarize(document("nothing"), identity).split("\n")
    assert first == "APPLE INC. · 10-Q · Q3 FY2023"
    text = " ".join(rest)
    for words in ("third quarter of fiscal 2023", "2023Q3", "AAPL", "July 1, 2023", "001-36743"):
        assert words in text


def test_event_summary_carries_its_items_and_stays_short() -> None:
    cover = "Item 8.01 Other Events.\nOn May 26, 2023, PepsiCo terminated the credit agreement."
    body = "word " * 500
    identity = Identity("PepsiCo, Inc.", Form.CURRENT, 2023, None, date(2023, 5, 26))
    summary = summarize(document(cover, body), identity)
    assert summary.startswith("PepsiCo, Inc. · 8-K · 2023-05-26\n")
    assert "Item 8.01 Other Events.: On May 26, 2023, PepsiCo terminated" in summary
    assert len(summary.split()) < 220


def test_what_is_embedded_names_the_filing_and_what_it_reports_without_numbers() -> None:
    cover = "Item 8.01 Other Events.\nOn May 26, 2023, PepsiCo terminated the credit agreement."
    identity = Identity(
        "PepsiCo, Inc.", Form.CURRENT, 2023, None, date(2023, 5, 26), file_number="1-1183"
    )
    summary = summarize(document(cover, "word " * 500), identity)
    head, _, rest = summary.partition("\n\n")
    assert embedded_part(summary) == head
    assert len(head.split()) == 48
    assert "Item 8.01 Other Events.: On May 26, 2023, PepsiCo terminated" in head
    assert rest.startswith("Commission file number 1-1183.\nword word")


def test_a_cover_of_one_paragraph_is_embedded_whole() -> None:
    assert embedded_part("Supply agreement\nParties: A, B.") == "Supply agreement\nParties: A, B."
