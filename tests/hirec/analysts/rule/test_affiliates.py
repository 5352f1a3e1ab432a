from hirec.analysts.rule.affiliates import tables_of_parts
from tests.hirec.analysts.rule.test_operands import Y21, Y22, passage, table

STATEMENT = table(
    [("Total revenues", ["$ 1,000", "$ 900"]), ("Operating income", ["85", "74"])],
    [Y22, Y21],
    "CONSOLIDATED STATEMENTS OF INCOME",
)


def test_a_table_with_other_sales_than_the_statement_is_a_part_s() -> None:
    division = table(
        [("Revenues", ["$ 58", "$ 102"]), ("EBIT", ["(41)", "(42)"])], [Y22, Y21], "TOYS"
    )
    again = table([("Net revenues", ["$ 1,000", "$ 900"])], [Y22, Y21], "RESULTS")
    given = [passage(STATEMENT, 50), passage(division, 30), passage(again, 31)]
    assert tables_of_parts(given) == {given[1].passage_id}


def test_parts_above_their_total_are_no_table_of_a_part() -> None:
    rows = [
        ("Toys", ["400", "300"]),
        ("Revenues", ["400", "300"]),
        ("Total revenues", ["1,000", "900"]),
    ]
    given = [passage(STATEMENT, 50), passage(table(rows, [Y22, Y21], "BY SEGMENT"), 30)]
    assert tables_of_parts(given) == set()


def test_without_the_statement_nothing_is_known() -> None:
    division = table([("Revenues", ["$ 58", "$ 102"])], [Y22, Y21], "TOYS")
    assert tables_of_parts([passage(division, 30)]) == set()


def test_a_total_that_the_statement_prints_by_parts_decides_nothing() -> None:
    rows: list[tuple[str, list[str | None]]] = [("Revenues", ["880"]), ("Revenues", ["20"])]
    statement = table(rows, [Y22], "CONSOLIDATED STATEMENTS OF INCOME")
    quarters = table([("Revenues", ["900"])], [Y22], "Results of Operations by Quarter")
    assert tables_of_parts([passage(statement, 10), passage(quarters, 30)]) == set()
