"""Cells laid out as a grid by where they are placed."""

from indexing.reading.placement import Placed, lay_out
from indexing.reading.tokens import RawCell


def grid(*rows: list[tuple[int, int, str]]) -> list[list[str | None]]:
    sheet = [[Placed(start, end, RawCell(text)) for start, end, text in row] for row in rows]
    return [[cell and cell.text for cell in line] for line in lay_out(sheet, 1_000)]


def test_a_label_that_reaches_under_a_currency_sign_leaves_the_number_its_column() -> None:
    assert grid(
        [(0, 1, "Coal"), (1, 4, "$"), (4, 5, "3,111"), (5, 6, "2,315")],
        [(0, 2, "Metals"), (4, 5, "1,251"), (5, 6, "1,149")],
    ) == [["Coal", "$ 3,111", "2,315"], ["Metals", "1,251", "1,149"]]


def test_a_heading_stands_over_the_column_that_it_covers_most() -> None:
    assert grid(
        [(1, 4, "2023"), (4, 7, "2022"), (7, 9, "2021")],
        [(0, 1, "Sales"), (2, 3, "10"), (3, 5, "$"), (5, 6, "20"), (6, 8, "$"), (8, 9, "30")],
    ) == [["", "2023", "2022", "2021"], ["Sales", "10", "$ 20", "$ 30"]]


def test_a_heading_over_several_columns_spans_them() -> None:
    assert grid(
        [(1, 3, "Revenue"), (3, 4, "Units")],
        [(0, 1, "Coal"), (1, 2, "7"), (2, 3, "8"), (3, 4, "9")],
    ) == [["", "Revenue", None, "Units"], ["Coal", "7", "8", "9"]]


def test_nothing_printed_is_lost() -> None:
    assert grid(
        [(0, 2, "Sales"), (2, 4, "1,000")],
        [(0, 2, "Costs"), (2, 3, "900"), (3, 4, "restated")],
    ) == [["Sales", "1,000"], ["Costs", "900 restated"]]


def test_a_sign_behind_a_year_heads_a_column_of_its_own() -> None:
    assert grid(
        [(0, 1, "(in millions)"), (1, 3, "2023"), (4, 6, "2022"), (7, 9, "%")],
        [(0, 1, "Revenue"), (1, 3, "2,292"), (4, 6, "2,203"), (7, 8, "4.0"), (8, 9, "%")],
    ) == [["(in millions)", "2023", "2022", "%"], ["Revenue", "2,292", "2,203", "4.0%"]]
