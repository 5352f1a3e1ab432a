"""What names a row beside its label, and what rows of that label do not state."""

from dataclasses import replace
from decimal import Decimal

import pytest

from hirec.types import Reach, ScaleSource, Table
from tests.hirec.analysts.rule.figures.test_operands import (
    D21,
    D22,
    FY21,
    FY22,
    Y21,
    Y22,
    find,
    passage,
    table,
)

TAXES = table(
    [
        ("Deferred income taxes:", []),
        ("Federal", ["(12)", "(10)"]),
        ("Foreign", ["28", "21"]),
        ("Current income taxes:", []),
        ("Federal", ["140", "57"]),
        ("Foreign", ["69", "50"]),
    ],
    [Y22, Y21],
    "The tax expense consists of the following",
)
LEASES = table(
    [
        ("Weighted average remaining lease term (in years):", []),
        ("Operating leases", ["13.3", "13.8"]),
        ("Finance leases", ["20.3", "20.5"]),
        ("Weighted average discount rate:", []),
        ("Operating leases", ["4.5 %", "4.6 %"]),
        ("Finance leases", ["5.6 %", "6.7 %"]),
    ],
    [D22, D21],
    "Other information on leases (in millions)",
)


def test_what_grew_below_a_heading_is_no_share_of_it() -> None:
    rows = [("Same store sales increase:", []), ("Kettles", ["7.4 %", "7.6 %"])]
    content = table(rows, [D22, D21], "The shops segment, sales")
    assert find("% of shops segment sales kettles", FY22, passage(content)) is None
    assert find("% of kettles same store sales increase", FY22, passage(content)) is not None


@pytest.mark.parametrize(
    ("words", "content", "printed", "value", "unit"),
    [
        ("current foreign taxes", TAXES, "69", "69000000", "USD"),
        ("deferred foreign taxes", TAXES, "28", "28000000", "USD"),
        ("remaining lease term operating leases", LEASES, "13.3", "13.3", ""),
        ("discount rate finance leases", LEASES, "5.6 %", "5.6", "%"),
    ],
)
def test_the_heading_above_a_row_is_part_of_its_name(
    words: str, content: Table, printed: str, value: str, unit: str
) -> None:
    operand = find(words, FY22, passage(content))
    assert operand is not None
    assert (operand.printed, operand.value, operand.unit) == (printed, Decimal(value), unit)


DEFERRED_TAXES = table(
    [
        ("Deferred tax assets:", []),
        ("Net carryforwards", ["133", "120"]),
        ("Lease liability", ["(338)", "(310)"]),
    ],
    [D22, D21],
    "Net deferred tax assets (liabilities) consisted of",
)


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("as reported lease liability", None),
        ("lease liability", None),
        ("net carryforwards deferred tax asset", "133"),
    ],
)
def test_the_tax_deferred_on_a_thing_is_not_the_thing(words: str, printed: str | None) -> None:
    operand = find(words, FY22, passage(DEFERRED_TAXES))
    assert (operand and operand.printed) == printed


def test_what_is_printed_to_the_cent_is_in_dollars_where_the_table_says_no_scale() -> None:
    inferred = replace(
        table(
            [("Customer transactions", ["1,637", "1,621"]), ("Average ticket", ["$89.31", "$90"])],
            [Y22, Y21],
            "Selected sales data",
        ),
        unit_line="",
        scale_source=ScaleSource(Reach.INFERRED, "", 1),
    )
    operand = find("average ticket", FY22, passage(inferred))
    assert operand is not None
    assert (operand.value, operand.unit, operand.doubt) == (Decimal("89.31"), "USD", "")
    assert find("average ticket", FY21, passage(inferred)) is None


def test_a_row_that_says_how_something_moved_does_not_state_it() -> None:
    moves = table([("Declines from tools", ["(7)", "(9)"])], [Y22, Y21], "Revenue from tools")
    assert find("revenue from tools", FY22, passage(moves)) is None
    assert find("revenue declines from tools", FY22, passage(moves)) is not None
