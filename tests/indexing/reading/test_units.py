from decimal import Decimal

from hirec.types import Cell, Column, Row, Table
from indexing.reading.units import resolve_unit, unit_across


def table(*labels: str, unit_line: str = "") -> Table:
    cells = tuple(Cell("5", Decimal(5)) for _ in labels)
    return Table(tuple(map(Column, labels)), (Row("Revenues", cells),), "Selected data", unit_line)


def test_a_unit_line_across_the_headings_is_put_together():
    found = unit_across(
        table(
            "Year ended December 31, 2015",
            "Year ended December 31, 2014 (in",
            "Year ended December 31, 2013 thousands, except per",
            "Year ended December 31, 2012 share data)",
        )
    )
    assert found.unit_line == "(in thousands, except per share data)"
    assert found.scale == 3
    assert [column.label[-4:] for column in found.columns] == ["2015", "2014", "2013", "2012"]


def test_a_unit_of_one_column_and_a_printed_unit_line_stay():
    own = table("2015 (in millions)", "2014")
    assert unit_across(own) == own
    said = table("2015 (in", "2014 thousands)", unit_line="(In millions)")
    assert unit_across(said) == said


def test_footnote_marks_behind_years_are_no_unit():
    marked = table("2015 (a)", "2014 (b)")
    assert unit_across(marked) == marked


def test_a_unit_of_the_last_columns_alone_is_not_the_tables():
    some = resolve_unit(table("2015", "2014", "Volume (in billions)", "Price (in billions)"))
    assert (some.unit_line, some.scale) == ("", 0)
    assert some.columns[-1].label == "Price (in billions)"
    every = resolve_unit(table("2015 (in billions)", "2014 (in billions)"))
    assert every.scale == 9
