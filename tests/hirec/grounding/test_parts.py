"""Which passages state a figure by part."""

from collections.abc import Callable

from hirec.grounding.parts import parts_fits
from hirec.types import Passage

MakeTable = Callable[..., Passage]


def test_a_table_of_segments_with_the_figure_fits_best(make_table: MakeTable) -> None:
    rows = (("Tools", "5", "4"), ("Paint", "3", "2"), ("Home", "1", "1"))
    named = make_table(*rows, caption="Operating profit by division")
    of_other = make_table(*rows, caption="Assets by division")
    statement = make_table(("Operating profit", "9", "7"), caption="Statements of income")
    found = parts_fits("operating profit", ("segment", "division"), [named, of_other, statement])
    assert found[0] == 1.0
    assert found[1] < 1.0
    assert found[2] == 0.0


def test_parts_that_nothing_calls_so_count_where_no_other_table_has_the_figure(
    make_table: MakeTable,
) -> None:
    rows = (("Tools", "5", "4"), ("Paint", "3", "2"), ("Home", "1", "1"))
    uncalled = make_table(*rows, caption="Inventories were as follows")
    alone = parts_fits("inventories", ("segment", "division"), [uncalled])
    assert 0 < alone[0] < 1
    named = make_table(*rows, caption="Inventories by division")
    assert parts_fits("inventories", ("segment", "division"), [uncalled, named]) == [0.0, 1.0]
