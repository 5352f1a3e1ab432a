"""Rows that add up to a row below them."""

from decimal import Decimal

import pytest

from hirec.numbers import parse_number
from hirec.sums import Sum, adds_up, sums
from hirec.types import Cell, Column, Row, Table


def column(*texts: str) -> Table:
    cells = [Cell(text, parse_number(text), "%" if "%" in text else None) for text in texts]
    return Table((Column("2022"),), tuple(Row("", (cell,)) for cell in cells))


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (("60", "40", "100"), [Sum((0, 1), 2)]),
        (("60", "40", "100", "6", "3", "9"), [Sum((0, 1), 2), Sum((3, 4), 5)]),
        (
            ("60", "40", "100", "6", "3", "9", "109"),
            [Sum((0, 1), 2), Sum((3, 4), 5), Sum((2, 5), 6)],
        ),
        (("60", "60%", "40", "40%", "100"), [Sum((0, 2), 4)]),
        (("601", "401", "1,003"), [Sum((0, 1), 2)]),  # each is rounded
        (("60", "40", "110"), []),
    ],
)
def test_a_total_stands_below_what_it_adds_up(texts: tuple[str, ...], found: list[Sum]) -> None:
    assert list(sums(column(*texts), 0)) == found


def test_one_part_is_no_sum() -> None:
    assert not adds_up([Decimal(5)], Decimal(5))
    assert adds_up([Decimal(5), None, Decimal(4)], Decimal(9))
