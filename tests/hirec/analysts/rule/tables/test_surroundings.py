from dataclasses import replace

import pytest

from hirec.analysts.rule.figures.operands import find_operand
from hirec.analysts.rule.requirements.phrases import read_wanted
from hirec.analysts.rule.requirements.requirement import Requirement
from hirec.analysts.rule.requirements.verbatim import as_reported
from hirec.analysts.rule.tables.surroundings import Runs, Surroundings, phrase_fit, surroundings
from hirec.types import Table
from tests.hirec.analysts.rule.figures.test_operands import FY22, Y21, Y22, filing, passage, table

SEGMENTS = ("Segment results", "Note 2 Segment Information")


@pytest.mark.parametrize(
    ("label", "section", "column", "headings", "stated"),
    [
        ("Flow Control", "Net sales:", "", SEGMENTS, True),
        ("Flow Control", "Segment operating income:", "", SEGMENTS, False),
        ("Flow Control", "", "", ("Net sales by segment", ""), True),
        ("Flow Control", "", "", SEGMENTS, False),
        ("Flow Control net sales", "", "", ("", ""), True),
        ("Flow Control operating income", "Net sales:", "", SEGMENTS, False),
        ("Net sales", "", "Flow Control", SEGMENTS, True),
        ("Net sales", "", "Motion", SEGMENTS, False),
        ("Net sales", "Flow Control:", "", SEGMENTS, True),
        ("Net sales", "", "", SEGMENTS, False),
        ("Flow Control", "Net sales:", "Eliminations", SEGMENTS, False),
    ],
)
def test_a_parts_figure(
    label: str, section: str, column: str, headings: tuple[str, str], stated: bool
) -> None:
    wanted = read_wanted("Flow Control segment net sales")
    assert (phrase_fit(wanted, Surroundings(label, section, column, *headings)) >= 0.6) is stated


def test_another_cost_divided_over_lines_is_not_theirs() -> None:
    wanted = read_wanted("services cost of sales")
    row = "Cost of sales: services"
    assert phrase_fit(wanted, Surroundings(row, caption="Costs by kind")) > 0.0
    assert phrase_fit(wanted, Surroundings(row, caption="Share-based compensation expense")) == 0.0


def test_every_word_of_a_free_phrase_is_needed() -> None:
    wanted = read_wanted("number of votes cast ratification independent auditor")
    row = "Ratification of the independent auditor"
    assert phrase_fit(wanted, Surroundings(row, caption="Results of the votes")) >= 0.6
    assert phrase_fit(wanted, Surroundings(row, "", "Against", "Results of the votes")) == 0.0
    assert (
        phrase_fit(wanted, Surroundings("Election of the auditor", caption="Results of the votes"))
        == 0.0
    )


def test_rows_under_another_figures_heading_state_that_one() -> None:
    wanted = read_wanted("profit of Tools segment")
    headings = ("Segment sales", "Segment profit and reconciliations")
    own = Surroundings("Tools", "Profit from reportable segments", "", *headings)
    other = Surroundings("Tools", "Depreciation and amortization from segments", "", *headings)
    assert phrase_fit(wanted, own) > 0.6
    assert phrase_fit(wanted, other) == 0.0


NORTH = ("North", ["60", "50"])
BLOCKS = table(
    [
        ("Net sales", [None, None]),
        NORTH,
        ("South", ["40", "45"]),
        ("Total net sales", ["100", "95"]),
        ("Segment operating income", [None, None]),
        ("North", ["6", "5"]),
        ("South", ["3", "2"]),
        ("Total operating income", ["9", "7"]),
    ],
    [Y22, Y21],
    "Reportable segments",
)
RECONCILED = table(
    [
        NORTH,
        ("South", ["40", "45"]),
        ("Corporate expenses", ["(20)", "(15)"]),
        ("Operating income", ["80", "80"]),
        ("Interest expense", ["(5)", "(6)"]),
    ],
    [Y22, Y21],
    "Note 9",
)


def part(words: str, concept: str, name: str, content: Table) -> str:
    asked = Requirement(words, None, FY22, concept, name)
    found = find_operand(asked, [passage(content)], {"ACME_2022_10K": filing()})
    return found.printed if found else ""


def test_a_heading_row_farther_above_names_the_metric() -> None:
    assert part("North net sales", "net_sales", "North", BLOCKS) == "60"
    assert part("North operating income", "operating_income", "North", BLOCKS) == "6"


def test_the_total_that_rows_add_up_to_names_the_metric() -> None:
    assert part("South operating income", "operating_income", "South", RECONCILED) == "40"
    assert part("South net sales", "net_sales", "South", RECONCILED) == ""


def test_a_total_of_some_of_it_is_trusted_less() -> None:
    content = table(
        [
            NORTH,
            ("South", ["40", "45"]),
            ("Total subscription revenue", ["100", "95"]),
            ("North", ["70", "61"]),
            ("South", ["50", "52"]),
            ("Total revenue", ["120", "113"]),
        ],
        [Y22, Y21],
        "Note 9",
    )
    assert part("North revenue", "revenue", "North", content) == "70"


def test_a_part_may_be_a_column_beside_the_total_row_only() -> None:
    content = table(
        [("Other segment", ["7", "1"]), ("Total net sales", ["60", "40"])],
        [Y22, Y22],
        "Net sales by region",
        labels=["North 2022", "South 2022"],
    )
    assert part("North net sales", "net_sales", "North", content) == "60"


def test_brackets_hold_another_name_of_a_part() -> None:
    content = table([("Net sales", ["60", "50"])], [Y22, Y21], "Northern and Arctic Region (NAR)")
    assert part("NAR net sales", "net_sales", "NAR", content) == "60"
    assert part("Arctic net sales", "net_sales", "Arctic", content) == ""


def test_parts_left_out_are_not_the_part() -> None:
    content = table([("Net sales", ["60", "50"])], [Y22, Y21], "Regions excluding North")
    assert part("North net sales", "net_sales", "North", content) == ""


def test_a_row_stands_above_the_total_that_it_is_a_part_of() -> None:
    assert (
        surroundings(passage(BLOCKS), Runs(BLOCKS), BLOCKS.rows[5], 1).total
        == "Total operating income"
    )


def test_an_amount_comes_before_the_percentage_of_its_name() -> None:
    rows = table([("Ferry fares", ["80", "70"])], [Y22, Y21], "Revenue by kind")
    growth = table([("Ferry fares", ["14 %", "3 %"])], [Y22, Y21], "Of total revenue")
    pages = (passage(rows), passage(growth, 51))
    found = find_operand(
        Requirement(as_reported("ferry fares"), None, FY22), pages, {"ACME_2022_10K": filing()}
    )
    assert found is not None
    assert found.printed == "80"
    rates = table([("Ferry load rate", ["14 %", "3 %"])], [Y22, Y21], "Traffic")
    rate = find_operand(
        Requirement(as_reported("ferry load rate"), None, FY22),
        [passage(rates)],
        {"ACME_2022_10K": filing()},
    )
    assert rate is not None
    assert rate.printed == "14 %"


def test_a_total_of_what_stands_under_several_headings_is_under_none() -> None:
    taxes = table(
        [
            ("Home:", ["", ""]),
            ("Current", ["5", "4"]),
            ("Deferred", ["2", "1"]),
            ("Abroad:", ["", ""]),
            ("Current", ["20", "10"]),
            ("Deferred", ["3", "6"]),
            ("Total provision", ["30", "21"]),
        ],
        [Y22, Y21],
        "Taxes",
    )
    rows = list(taxes.rows)
    for at, heading in ((1, "Home:"), (2, "Home:"), (4, "Abroad:"), (5, "Abroad:"), (6, "Abroad:")):
        rows[at] = replace(rows[at], section=heading)
    taxes = replace(taxes, rows=tuple(rows))
    assert surroundings(passage(taxes), Runs(taxes), taxes.rows[5], 0).section == "Abroad:"
    assert surroundings(passage(taxes), Runs(taxes), taxes.rows[6], 0).section == ""


def test_the_companys_own_name_in_a_parts_name_narrows_nothing() -> None:
    content = table(
        [("Depreciation", ["7", "9", "16"]), ("Capital expenditures", ["60", "30", "90"])],
        [Y22, Y22, Y22],
        "Information about segments",
        labels=["Acme North", "Acme South", "Consolidated"],
    )
    elsewhere = table([("Total North", ["75", "70"])], [Y22, Y21], "Capital expenditures by place")
    asked = Requirement("capital expenditures of North", None, FY22, "capex", "North")
    places = [passage(content, 5), passage(elsewhere, 6)]
    found = find_operand(asked, places, {"ACME_2022_10K": filing()})
    assert found is not None
    assert found.printed == "60"
