"""Lists printed side by side are one list."""

import pytest

from tests.indexing.reading.test_grid import Line, build, line, values

STATES = (
    line("Alabama", "28", "Kentucky", "14"),
    line("Alaska", "7", "Louisiana", "30"),
    line("Arizona", "59", "Maine", "11"),
    line("Arkansas", "14", "Total", "163"),
)


@pytest.mark.parametrize(
    "head", [line("U.S.", "Stores", "U.S.", "Stores"), line("", "", "", "U.S. Stores")]
)
def test_panels_with_one_heading_stand_below_one_another(head: Line) -> None:
    table = build(head, *STATES)
    names = "Alabama Alaska Arizona Arkansas Kentucky Louisiana Maine Total"
    assert [row.label for row in table.rows if row.label] == names.split()
    assert [one[0] for one in values(table)] == [28, 7, 59, 14, 14, 30, 11, 163]
    assert [column.label for column in table.columns] == [table.columns[0].label]
    assert table.columns[0].label.endswith("Stores")


def test_columns_that_say_different_things_stay_side_by_side() -> None:
    head = line("Name", "Age", "Position", "Years with us")
    people = (line(f"Ada {letter}", "56", "Chair of Acme", "3") for letter in "BCDE")
    table = build(head, *people)
    assert len(table.columns) == 3
    assert len(table.rows) == 4


def test_a_rate_that_is_marked_in_the_first_row_holds_for_its_column() -> None:
    table = build(
        line("Note", "Interest rate", "Principal"),
        line("2023 notes", "3.25 %", "1,000"),
        line("2028 notes", "3.70", "1,500"),
        line("2031 notes", "1.95", "1,500"),
    )
    assert [row.cells[0].unit for row in table.rows if row.cells[0]] == ["%", "%", "%"]
    assert [row.cells[1].unit for row in table.rows if row.cells[1]] == [None, None, None]
