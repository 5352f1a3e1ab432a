from decimal import Decimal

import pytest

from hirec.analysts.rule.signs import without_direction
from hirec.types import Figure, Operand

INTEREST = Figure("interest expense", "interest_expense")


@pytest.mark.parametrize(
    ("row", "tagged", "variable"),
    [
        ("Interest expense", None, "abs(x)"),  # deducted, as its statement prints it
        ("Interest expense (income), net", None, "x"),  # its own words say what brackets mean
        ("Interest expense (income), net", Decimal(6), "x"),
        ("Net interest cost", Decimal(6), "abs(x)"),
    ],
)
def test_brackets_mean_what_the_row_says(row: str, tagged: Decimal | None, variable: str) -> None:
    printed = Operand("x", Decimal(-6), "USD", "F", 1, "F#1.1", "(6)", row=row, tagged=tagged)
    assert without_direction(INTEREST, printed) == variable
