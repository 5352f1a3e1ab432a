from decimal import Decimal

import pytest

from hirec.stages.formatting import express
from hirec.types import Program


@pytest.mark.parametrize(
    ("value", "unit", "scale", "decimals", "words"),
    [
        (Decimal("3.625"), "%", 0, None, "3.625%"),
        (Decimal("3.6257"), "%", 0, None, "3.63%"),
        (Decimal("1832000000"), "USD", 6, 2, "$1,832.00 million"),
        (Decimal("-1561000000"), "USD", 6, 0, "-$1,561 million"),
        (Decimal("65.386"), "%", 0, 1, "65.4%"),
        (Decimal("-3.0"), "percentage points", 0, 1, "-3.0 percentage points"),
        (Decimal("42.69"), "days", 0, None, "42.69 days"),
        (Decimal("0.6649"), "ratio", 0, 2, "0.66"),
        (Decimal("12.345"), "USD/shares", 0, None, "$12.35"),
        (Decimal("2"), "USD/shares", 0, None, "$2.00"),
        (Decimal("0.016"), "USD/shares", 0, None, "$0.016"),
        (Decimal("0.0833333333"), "USD/shares", 0, None, "$0.08"),
        (Decimal("9068000000"), "USD", 0, None, "$9,068 million"),
        (Decimal("17606000000"), "USD", 0, None, "$17.61 billion"),
        (Decimal("-4700000000"), "EUR", 9, None, "-€4.70 billion"),
        (Decimal("12500000"), "CAD", 0, None, "CAD 12.50 million"),
        (Decimal("969"), "", 0, None, "969"),
        (Decimal("13.30"), "", 0, None, "13.3"),
        (Decimal("1200.50"), "", 0, None, "1,200.5"),
        (True, "", 0, None, "Yes"),
        ("Walmart", "", 0, None, "Walmart"),
    ],
)
def test_numbers_are_written_as_the_question_asks(value, unit, scale, decimals, words):
    assert express(value, Program("", (), unit, scale, decimals)) == words
