"""Tables of contents told from tables of numbers."""

from indexing.reading.contents import is_contents


def test_items_with_rising_pages_are_contents() -> None:
    rows = [
        ["PART I", "Page"],
        ["Item 1.", "Business", "4"],
        ["Item 1A.", "Risk Factors", "11"],
        ["Item 7.", "Management's Discussion", "24"],
        ["Item 8.", "Financial Statements", "F-1"],
    ]
    assert is_contents(rows)


def test_counts_and_money_are_not() -> None:
    stores = [["Stores opened", "5"], ["Stores moved", "6"], ["Stores kept", "7"], ["All", "18"]]
    assert not is_contents(stores)
    notes = [["Note 1", "$ 5"], ["Note 2", "$ 6"], ["Note 3", "$ 7"], ["Note 4", "$ 8"]]
    assert not is_contents(notes)
