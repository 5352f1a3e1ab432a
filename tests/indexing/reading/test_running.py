"""Running heads and feet."""

from hirec.types import Page, TextBlock
from indexing.reading.running import is_running, running_lines, without_running_blocks


def test_lines_on_many_pages_are_running_whatever_their_number() -> None:
    pages = [[f"Harbor Peak Foods Corporation {n}", f"Text of page {n * 7} only"] for n in range(9)]
    pages = [[head, f"{body} {'abcdefghi'[at]}"] for at, (head, body) in enumerate(pages)]
    patterns = running_lines(pages)
    assert is_running("Harbor Peak Foods Corporation 12", patterns)
    assert not is_running("Text of page 7 only a", patterns)


def test_titles_of_notes_and_unit_lines_are_never_running() -> None:
    pages = [["NOTES TO CONSOLIDATED FINANCIAL STATEMENTS", "(Dollars in millions)"]] * 9
    assert running_lines(pages) == frozenset()


def test_three_pages_are_too_few() -> None:
    assert not running_lines([["Acme 1"], ["Acme 2"], ["Acme 3"]])


def test_blocks_go_but_covers_and_empty_pages_stay() -> None:
    def page(number: int, *texts: str) -> Page:
        return Page(number, tuple(TextBlock(text) for text in texts))

    pages = [
        page(1, "Acme Inc. 1", "(Exact name of registrant as specified in its charter)"),
        page(2, "Sales rose.", "Acme Inc. 2"),
        page(3, "Costs fell.", "Acme Inc. 3"),
        page(4, "Acme Inc. 4"),
        page(5, "Margins held.", "Acme Inc. 5"),
    ]
    said = [[block.text for block in done.blocks] for done in without_running_blocks(pages)]
    assert said == [
        ["Acme Inc. 1", "(Exact name of registrant as specified in its charter)"],
        ["Sales rose."],
        ["Costs fell."],
        ["Acme Inc. 4"],
        ["Margins held."],
    ]
