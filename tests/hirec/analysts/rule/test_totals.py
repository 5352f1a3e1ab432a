from decimal import Decimal

from hirec.analysts.rule.totals import largest_total
from hirec.types import Operand


def operand(row: str, value: int, unit: str = "USD") -> Operand:
    return Operand("x", Decimal(value), unit, "ACME_2022_10K", 3, "p", f"{value:,}", row=row)


def test_the_largest_of_totals_of_one_name_is_the_whole_in_doubt() -> None:
    found = largest_total([operand("Total backlog", 40), operand("Total backlog", 1000)])
    assert found is not None
    assert found.value == 1000
    assert "40" in found.doubt


def test_other_rows_stay_undecided() -> None:
    assert largest_total([operand("Backlog", 40), operand("Backlog", 100)]) is None
    assert largest_total([operand("Total backlog", 40), operand("Total orders", 100)]) is None
    assert largest_total([operand("Total loss", -40), operand("Total loss", 100)]) is None
    assert largest_total([operand("Total rate", 4, "%"), operand("Total rate", 10, "%")]) is None
    assert largest_total([]) is None
