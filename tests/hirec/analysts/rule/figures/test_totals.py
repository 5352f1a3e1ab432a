"""The total that is asked for in place of what it adds up."""

from decimal import Decimal

import pytest

from hirec.analysts.rule.figures.totals import of_total
from hirec.grounding.cells import TableCell
from hirec.types import Figure, Operand, Passage
from tests.hirec.analysts.rule.figures.test_operands import Y21, Y22, passage, table

NAMED = passage(
    table(
        [
            ("Impairments", ["94", "394"]),
            ("Other costs", ["27", "34"]),
            ("Total other costs", ["121", "428"]),
        ],
        [Y22, Y21],
        "Costs",
    )
)
NAMELESS = passage(
    table(
        [
            ("Severance and related costs", ["72", "78"]),
            ("Evaluation", ["13", "22"]),
            ("", ["85", "100"]),
        ],
        [Y22, Y21],
        "Restructuring",
    )
)


def cell(found: Passage, at: int) -> Operand:
    shown = found.table
    assert shown is not None
    printed = shown.rows[at].cells[0]
    assert printed is not None
    return TableCell(found, shown, shown.rows[at], shown.columns[0], printed).operand("x")


@pytest.mark.parametrize(
    ("words", "place", "at", "value", "doubted"),
    [
        ("total other costs", NAMED, 1, 121, False),
        ("other costs", NAMED, 1, 27, False),
        ("total other costs", NAMED, 2, 121, False),
        ("total costs incurred", NAMELESS, 0, 85, True),
        ("total severance and related costs", NAMELESS, 0, 72, False),
        ("severance costs", NAMELESS, 0, 72, False),
    ],
)
def test_an_addend_is_not_the_total(
    words: str, place: Passage, at: int, value: int, doubted: bool
) -> None:
    found = of_total(Figure(words), cell(place, at), [place])
    assert (found.value, bool(found.doubt)) == (Decimal(value * 10**6), doubted)
