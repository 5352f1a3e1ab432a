"""Rows and columns of one name: which of them is the part, and which the whole."""

from dataclasses import replace

import pytest

from hirec.types import Column
from tests.hirec.analysts.rule.figures.test_operands import (
    FY22,
    INCOME,
    Y21,
    Y22,
    find,
    passage,
    table,
)


def test_a_segment_goes_before_its_line_of_the_same_name() -> None:
    rows = [
        ("Oils", ["30", "20"]),
        ("Paint and Coatings", ["40", "50"]),
        ("Paint & Coatings", ["70", "70"]),
        ("Tools", ["10", "10"]),
        ("Total", ["80", "80"]),
    ]
    content = table(rows, [Y22, Y21], "Net sales by segment and business")
    found = find("Paint & Coatings net sales", FY22, passage(content))
    assert found is not None
    assert found.printed == "70"


def test_a_line_is_no_namesake_of_a_total_that_means_nearly_the_same() -> None:
    rows = [("Net sales", ["60", "50"]), ("Fees", ["4", "4"]), ("Total revenues", ["64", "54"])]
    found = find("net_sales", FY22, passage(table(rows, [Y22, Y21], INCOME.caption)))
    assert found is not None
    assert found.printed == "60"


@pytest.mark.parametrize(
    ("heads", "printed"),
    [("ACME COMPANY AND SUBSIDIARIES", "$ 1,000"), ("ACME EUROPE", None)],
)
def test_the_group_over_its_columns_is_no_part(heads: str, printed: str | None) -> None:
    labels = [f"Year Ended December 31, {heads} {year}" for year in (2022, 2021)]
    content = replace(
        INCOME,
        columns=tuple(map(Column, labels, (Y22, Y21))),
    )
    found = find("net_sales", FY22, passage(content))
    assert (found and found.printed) == printed


def test_the_heading_of_a_share_of_a_market_says_so() -> None:
    rows = [("United States", ["900", "16.2%"]), ("Canada", ["90", "9.1%"])]
    labels = ["2022 Vehicles", "2022 Market Share"]
    content = table(rows, [Y22, Y22], "Vehicle sales by region", "", labels)
    found = find("US market share", FY22, passage(content))
    assert found is not None
    assert found.printed == "16.2%"


def test_a_parts_total_is_the_row_that_bears_its_name() -> None:
    rows = [
        ("Gear sales", ["70", "60"]),
        ("Gear leasing revenue", ["30", "20"]),
        ("Total gear revenues", ["100", "80"]),
        ("Net sales", ["90", "80"]),
        ("Membership income", ["10", "5"]),
        ("Total revenues", ["100", "85"]),
    ]
    content = passage(table(rows, [Y22, Y21], "Gear"))
    gears = find("gear revenue", FY22, content)
    assert gears is not None
    assert gears.row == "Total gear revenues"
