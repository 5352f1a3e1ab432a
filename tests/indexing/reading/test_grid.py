from decimal import Decimal

from hirec.types import Table
from indexing.reading.grid import RawCell, clean_label, is_unit_line, split_grid, table_from_grid

Line = list[RawCell | None]


def line(*texts: str | None, level: int = 0) -> Line:
    """Cells of one row; None stays None (spanned), the level goes to the first."""
    cells: Line = [None if text is None else RawCell(text) for text in texts]
    first = cells[0]
    if first is not None and level:
        cells[0] = RawCell(first.text, level=level)
    return cells


def build(*lines: Line, caption: str = "", unit_line: str = "") -> Table:
    table = table_from_grid(lines, caption, unit_line)
    assert table is not None
    return table


def values(table: Table) -> list[list[Decimal | None]]:
    return [[cell.value if cell else None for cell in row.cells] for row in table.rows]


def test_signs_in_cells_of_their_own_join_their_number() -> None:
    table = build(
        line("", "2022", None, None, "", "2021", None, None),
        line("Net sales", "$", "1,200", "", "", "$", "1,100", ""),
        line("Loss", "", "(45", ")", "", "", "—", ""),
        line("Margin", "", "12.5", "%", "", "", "11", "%"),
    )
    assert [column.label for column in table.columns] == ["2022", "2021"]
    assert values(table) == [
        [Decimal(1200), Decimal(1100)],
        [Decimal(-45), Decimal(0)],
        [Decimal("12.5"), Decimal(11)],
    ]
    assert [cell.text for cell in table.rows[1].cells if cell] == ["(45)", "—"]
    assert [cell.unit for cell in table.rows[0].cells if cell] == ["USD", "USD"]
    assert [cell.unit for cell in table.rows[2].cells if cell] == ["%", "%"]
    assert table.unit == "USD"


def test_numbers_spanning_the_sign_column_are_one_column_with_the_others() -> None:
    table = build(
        line("", "2022", None),
        line("Cash", "$", "10"),
        line("Debt", "7", None),
    )
    assert values(table) == [[Decimal(10)], [Decimal(7)]]


def test_spanning_headers_stand_in_front_of_each_column() -> None:
    table = build(
        line("", "Three Months Ended", None, "Six Months Ended", None),
        line("(In millions)", "July 2, 2023", "July 3, 2022", "July 2, 2023", "July 3, 2022"),
        line("Revenues", "1", "2", "3", "4"),
    )
    assert [column.label for column in table.columns] == [
        "Three Months Ended July 2, 2023",
        "Three Months Ended July 3, 2022",
        "Six Months Ended July 2, 2023",
        "Six Months Ended July 3, 2022",
    ]
    assert (table.unit_line, table.scale) == ("(In millions)", 6)


def test_a_corner_gives_unit_line_and_shared_period() -> None:
    table = build(
        line("Year Ended December 31 (Millions, except per share amounts)", "2022", "2021"),
        line("Revenues", "5", "4"),
    )
    assert table.unit_line == "(Millions, except per share amounts)"
    assert [c.label for c in table.columns] == [
        "Year Ended December 31 2022",
        "Year Ended December 31 2021",
    ]


def test_sections_follow_indentation() -> None:
    table = build(
        line("", "2022", "2021"),
        line("Revenue:", "", ""),
        line("Products", "1", "2", level=1),
        line("Total revenue", "1", "2", level=2),
        line("Gross profit", "3", "4"),
    )
    assert [(row.label, row.section) for row in table.rows] == [
        ("Revenue:", ""),
        ("Products", "Revenue:"),
        ("Total revenue", "Revenue:"),
        ("Gross profit", ""),
    ]


def test_sections_without_indentation_end_after_their_total() -> None:
    table = build(
        line("", "2022"),
        line("Current assets:", ""),
        line("Cash", "1"),
        line("Total current assets", "1"),
        line("Goodwill", "9"),
    )
    assert [row.section for row in table.rows] == ["", "Current assets:", "Current assets:", ""]


def test_commitments_head_nothing() -> None:
    table = build(
        line("", "2022"),
        line("Debt", "1"),
        line("Commitments and contingencies (Note 5)", ""),
        line("Common stock", "3"),
    )
    assert table.rows[2].section == ""


def test_years_in_the_body_are_values_not_a_header() -> None:
    table = build(line("Fiscal", "Amount"), line("2023", "10"), line("2024", "2022"))
    assert [row.label for row in table.rows] == ["2023", "2024"]
    assert values(table) == [[Decimal(10)], [Decimal(2022)]]


def test_a_percent_column_says_so_in_its_cells() -> None:
    table = build(line("", "2022", "% Change"), line("Sales", "50", "(4)"))
    assert [cell.unit for cell in table.rows[0].cells if cell] == [None, "%"]


def test_text_without_numbers_is_no_table() -> None:
    assert table_from_grid([line("•", "We sell paper"), line("•", "We sell ink")], "", "") is None
    assert table_from_grid([], "", "") is None
    assert table_from_grid([line("", "")], "", "") is None


def test_text_cells_are_kept_without_a_value() -> None:
    table = build(line("", "2022", "Change"), line("Sales", "50", "NM"), line("Cost", "40", "5"))
    cell = table.rows[0].cells[1]
    assert cell is not None
    assert (cell.text, cell.value) == ("NM", None)


def test_a_second_header_of_years_starts_a_new_table() -> None:
    pieces = split_grid(
        [
            line("", "2022", "2021"),
            line("Sales", "1", "2"),
            line("December 31,", "2020", "2019"),
            line("Sales", "3", "4"),
        ]
    )
    assert [len(piece) for piece in pieces] == [2, 2]


def test_hostile_cells_are_text() -> None:
    table = build(line("", "2022"), line("Cost", "4"), line("Sales", "1e999"))
    assert values(table) == [[Decimal(4)], [None]]


def test_unit_lines_and_labels() -> None:
    assert is_unit_line("(In millions, except per share data)")
    assert is_unit_line("$ and shares in millions")
    assert is_unit_line("(MILLIONS)")
    assert not is_unit_line("Net sales grew by three million dollars in the year")
    assert not is_unit_line("Revenue")
    assert clean_label("Cash . . . . . . .  and   equivalents......") == "Cash and equivalents"


def test_rows_that_go_on_with_years_stand_under_who_is_named_once() -> None:
    table = build(
        line("Name", "Year", "Salary", "Total"),
        line("Ann Arbor", "2023", "1,000", "1,500"),
        line("", "2022", "900", "1,400"),
        line("", "2021", "800", "1,300"),
        line("Bob Cat", "2023", "700", "1,200"),
        line("", "2022", "600", "1,100"),
        line("", "", "4,000", "6,500"),
    )
    assert [(row.label, row.section) for row in table.rows] == [
        ("Ann Arbor", ""),
        ("", "Ann Arbor"),
        ("", "Ann Arbor"),
        ("Bob Cat", ""),
        ("", "Bob Cat"),
        ("Total", ""),
    ]


def test_two_values_in_one_cell_are_no_heading() -> None:
    table = build(
        line("Name", "Contributions", "Earnings", "Balance"),
        line("Ann Arbor", "— 5,000", "13,200 —", "2,500 1,000"),
        line("Bob Cat", "100", "200", "300"),
    )
    assert [row.label for row in table.rows] == ["Ann Arbor", "Bob Cat"]
    assert [column.label for column in table.columns] == ["Contributions", "Earnings", "Balance"]
    assert values(table)[0] == [None, None, None]


def test_a_corner_that_names_the_labels_is_no_period_of_the_columns() -> None:
    table = build(line("Year (a)", "Pay", "Return"), line("2023", "12", "135"))
    assert [column.label for column in table.columns] == ["Pay", "Return"]
    table = build(line("Fiscal Year", "2023", "2022"), line("Sales", "12", "11"))
    assert [column.label for column in table.columns] == ["Fiscal Year 2023", "Fiscal Year 2022"]


def test_years_beside_a_column_of_percentages_are_a_header() -> None:
    table = build(
        line("", "Three Months Ended June 30,", None, "Change"),
        line("(in millions)", "2023", "2022", "%"),
        line("Revenue", "2,292", "2,203", "4.0%"),
    )
    assert [column.label for column in table.columns] == [
        "Three Months Ended June 30, 2023",
        "Three Months Ended June 30, 2022",
        "Change %",
    ]
    assert (table.unit_line, table.scale) == ("(in millions)", 6)
    assert [row.label for row in table.rows] == ["Revenue"]


def test_a_mark_behind_a_year_stays_with_it() -> None:
    table = build(
        line("", "2023", "(a)", "2022", "*"),
        line("Revenue", "2,292", "", "2,203", ""),
    )
    assert [column.label for column in table.columns] == ["2023(a)", "2022*"]


def test_columns_of_footnote_marks_are_no_amounts() -> None:
    table = build(
        line("", "Additions", "", "Balance"),
        line("Returns", "213", "(2)", "109"),
        line("Allowances", "162", "(3)", "1,552"),
    )
    assert [column.label for column in table.columns] == ["Additions", "Balance"]
    assert values(table) == [[Decimal(213), Decimal(109)], [Decimal(162), Decimal(1552)]]


def test_losses_of_one_digit_below_a_heading_stay() -> None:
    table = build(line("", "2022", "2021"), line("Tools", "213", "(2)"), line("Paint", "9", "(3)"))
    assert len(table.columns) == 2
