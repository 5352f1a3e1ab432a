"""Where tables of a page begin and end."""

from indexing.reading.lines import Word, make_lines
from indexing.reading.regions import find_regions


def words(top: float, *said: tuple[float, str]) -> list[Word]:
    """Words of one line, each at its left edge, six points a letter."""
    return [
        (left, top, left + 6.0 * len(text), top + 9, text, 0, 0, at)
        for at, (left, text) in enumerate(said)
    ]


def test_a_mark_explained_below_the_last_row_is_no_label() -> None:
    lines = make_lines(
        [
            *words(100, (300, "2016"), (400, "2015")),
            *words(112, (50, "Sales"), (300, "1,204"), (400, "1,103")),
            *words(124, (50, "Costs"), (300, "1,104"), (400, "1,003")),
            *words(136, (50, "Profit"), (300, "1,100"), (400, "n/m")),
            *words(148, (50, "n/m"), (72, "Not"), (94, "meaningful")),
        ]
    )
    (region,) = find_regions(lines)
    assert lines[region.end - 1].text == "Profit 1,100 n/m"
