"""Items, notes and statements followed over pages."""

import pytest

from hirec.types import Page, Table, TextBlock
from indexing.sections import SectionTracker


def follow(*blocks: TextBlock | Table, company: str = "Acme Corp.") -> list[str]:
    return [s.path for s in SectionTracker(company).follow(Page(1, blocks))]


def heading(text: str) -> TextBlock:
    return TextBlock(text, heading=True)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("ITEM 1A. RISK FACTORS", "Item 1A RISK FACTORS"),
        ("Item 5.07 Submission of Matters to a Vote", "Item 5.07 Submission of Matters to a Vote"),
        ("Part II, Item 7. Management's Discussion", "Item 7 Management's Discussion"),
        ("Note 5 — Leases", "Note 5 Leases"),
        ("NOTE 12: DEBT (continued)", "Note 12 DEBT"),
        ("CONSOLIDATED STATEMENTS OF CASH FLOWS", "CONSOLIDATED STATEMENTS OF CASH FLOWS"),
        (
            "Condensed Consolidated Statements of Operations (Unaudited)",
            "Condensed Consolidated Statements of Operations",
        ),
        ("Income Statements", "Income Statements"),
        (
            "Consolidated Statements of Shareowners’ Equity",
            "Consolidated Statements of Shareowners’ Equity",
        ),
        ("EXHIBIT 4.14", "Exhibit 4.14"),
        ("Liquidity and Capital Resources", "Liquidity and Capital Resources"),
    ],
)
def test_headings(text: str, path: str) -> None:
    assert follow(heading(text)) == [path]


@pytest.mark.parametrize(
    "text",
    [
        "Acme Corp.",
        "ACME CORP. AND SUBSIDIARIES",
        "(Continued)",
        "December 31, 2023",
        "PART II",
        "—",
    ],
)
def test_what_is_no_section(text: str) -> None:
    assert follow(heading(text)) == [""]


def test_prose_that_begins_with_an_item_is_no_heading() -> None:
    told = "Item 1A of this report tells of risks. They are many, and the list is long enough, too."
    assert follow(TextBlock(told)) == [""]


def test_title_in_the_next_block_and_items_with_notes() -> None:
    paths = follow(
        heading("Item 8."),
        heading("Financial Statements"),
        heading("1. Basis of Presentation"),
        TextBlock("We present."),
        heading("Estimates"),
        TextBlock("We estimate."),
        heading("Item 9. Changes"),
    )
    assert paths[1] == "Item 8 Financial Statements"
    assert paths[3] == "Item 8 > Note 1 Basis of Presentation"
    assert paths[5] == "Item 8 > Note 1 Basis of Presentation > Estimates"
    assert paths[6] == "Item 9 Changes"


def test_repeated_running_heading_keeps_the_lower_one() -> None:
    paths = follow(heading("Note 5 Leases"), heading("Lease cost"), heading("Note 5 Leases"))
    assert paths[-1] == "Note 5 Leases > Lease cost"


def test_contents_page_opens_no_section() -> None:
    tracker = SectionTracker("Acme Corp.")
    lines = tuple(TextBlock(f"Item {n}. Something {n * 5}") for n in range(1, 12))
    assert {s.path for s in tracker.follow(Page(1, lines))} == {"Table of contents"}
    assert tracker.follow(Page(2, (TextBlock("Prose."),)))[0].path == ""
