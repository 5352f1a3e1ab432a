"""Columns that are parts, and columns that only stand beside them."""

from dataclasses import replace

import pytest

from hirec.numbers import parse_number
from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.types import CannotAnswer, Cell, Column, Passage, Row, Table, encode_table
from tests.hirec.analysts.rule.figures.test_segments import (
    BY_COLUMN,
    BY_ROW,
    SALES,
    Y22,
    chosen,
    passage,
)


def test_shares_beside_the_amounts_and_what_the_parts_lie_within_are_no_parts() -> None:
    columns = (Column("2022 Net sales", Y22), Column("2022 % of net sales", Y22))
    printed = {
        "Nails": ("600", "67%"),
        "Screws": ("300", "33%"),
        "Total net sales": ("900", "100%"),
    }
    body = tuple(
        Row(label, (Cell(sale, parse_number(sale)), Cell(share, parse_number(share), "%")))
        for label, (sale, share) in printed.items()
    )
    caption = "Net sales by product line (and services) within our Tools segment"
    table = Table(columns, body, caption, "(in millions)", 6, "USD")
    one = replace(SALES, table_json=encode_table(table), text=table.render())
    program = chosen("Which Acme product line had the highest sales in FY2022?", one)
    assert program is not None
    assert run(program, SandboxSettings()).value == "Nails"


def by_columns(
    names: tuple[str, ...],
    caption: str = BY_COLUMN.caption,
    label: str = "Net sales",
    printed: tuple[str, ...] = ("300", "600", "900"),
) -> Passage:
    """A row with a column for each part and their total."""
    row = Row(label, tuple(Cell(text, parse_number(text)) for text in printed))
    columns = tuple(Column(name, Y22) for name in names)
    table = replace(BY_COLUMN, columns=columns, rows=(row,), caption=caption)
    return replace(SALES, table_json=encode_table(table), text=table.render())


def test_columns_may_miss_their_total_by_rounding() -> None:
    one = by_columns(("East", "West", "Total"), printed=("300", "599", "900"))
    program = chosen("Which region of Acme had the highest net sales in FY2022?", one)
    assert program is not None
    assert run(program, SandboxSettings()).value == "West"


def test_the_whole_is_no_part_whatever_it_is_called() -> None:
    rows = (*BY_ROW[:3], ("Consolidated", "", "$ 900", "$ 860"))
    under = tuple((label, "Net sales by segment", *cells) for label, _, *cells in rows)
    program = chosen("Which Acme segment had the largest net sales in FY2022?", passage(under, ""))
    assert program is not None
    assert run(program, SandboxSettings()).value == "Tools"


def test_parts_below_a_heading_that_names_kind_and_figure_need_no_total() -> None:
    rows = (
        ("Tools", "Segment Adjusted EBITDA:", "700", "400"),
        ("Paint", "Segment Adjusted EBITDA:", "250", "500"),
        ("General corporate expenses", "Segment Adjusted EBITDA:", "(50)", "(40)"),
        ("Depreciation", "Segment Adjusted EBITDA:", "(10)", "(10)"),
        ("Operating income", "", "890", "850"),
    )
    question = "Which Acme segment had the highest adjusted EBITDA in FY2022?"
    program = chosen(question, passage(rows, ""))
    assert program is not None
    assert run(program, SandboxSettings()).value == "Tools"
    assert {one.row for one in program.operands} == {"Tools", "Paint"}


def test_what_is_not_adjusted_chooses_nothing_that_is() -> None:
    caption = "Reconciliation of operating income to adjusted operating income by region"
    one = by_columns(("East", "West", "Total"), caption, "Operating income")
    question = "Which region of Acme had the highest adjusted operating income in FY2022?"
    with pytest.raises(CannotAnswer):
        chosen(question, one)


@pytest.mark.parametrize(
    ("asked", "names", "found"),
    [
        ("region", ("Americas", "EMEA", "Total"), "EMEA"),
        ("country", ("Americas", "EMEA", "Total"), ""),
        ("country", ("U.S.", "China (1)", "Total"), "China"),
    ],
)
def test_parts_that_are_places_are_regions_whatever_heads_them(
    asked: str, names: tuple[str, ...], found: str
) -> None:
    one = by_columns(names, "Net sales by segment")
    question = f"Which {asked} had the highest net sales for Acme in FY2022?"
    if not found:
        with pytest.raises(CannotAnswer):
            chosen(question, one)
        return
    program = chosen(question, one)
    assert program is not None
    assert str(run(program, SandboxSettings()).value).startswith(found)


def test_segments_by_region_are_no_regions() -> None:
    one = by_columns(("Tools", "Paint", "Total"), "Segment net sales by geographic region")
    with pytest.raises(CannotAnswer):
        chosen("Which region had the highest net sales for Acme in FY2022?", one)


def test_the_same_rows_under_another_heading_say_what_kind_of_parts_they_are() -> None:
    rows = (
        ("Tools", "Net sales:", "700", "400"),
        ("Paint", "Net sales:", "300", "500"),
        ("Tools", "Segment profit:", "70", "40"),
        ("Paint", "Segment profit:", "90", "50"),
    )
    question = "Which Acme segment had the largest net sales in FY2022?"
    program = chosen(question, passage(rows, ""))
    assert program is not None
    assert run(program, SandboxSettings()).value == "Tools"
    alone = (*rows[:2], ("Depreciation", "Other:", "70", "40"))
    with pytest.raises(CannotAnswer):
        chosen(question, passage(alone, ""))


def test_a_heading_in_the_table_tells_what_a_caption_by_something_else_does_not() -> None:
    rows = (
        ("Tools", "Profit from reportable segments:", "70", "40"),
        ("Paint", "Profit from reportable segments:", "90", "50"),
        ("Total profit from reportable segments", "", "160", "90"),
    )
    caption = "Sales by end user application, and reconciliation of profit"
    question = "Which Acme segment had the largest profit in FY2022?"
    program = chosen(question, passage(rows, caption))
    assert program is not None
    assert run(program, SandboxSettings()).value == "Paint"


def test_what_is_only_called_other_may_have_grown_most() -> None:
    rows = (
        ("Canada", "", "110", "100"),
        ("Mexico", "", "50", "50"),
        ("Other international", "", "90", "50"),
        ("Total net sales", "", "250", "200"),
    )
    table = passage(rows, "Net sales by geographic area")
    with pytest.raises(CannotAnswer, match="Other international"):
        chosen("Which region of Acme grew net sales fastest in FY2022?", table)


def test_a_company_s_own_name_in_front_of_a_row_says_nothing_and_corp_is_no_part() -> None:
    one = by_columns(
        ("East", "West", "Corp.", "Total"),
        label="Acme Inc. net sales",
        printed=("300", "599", "(800)", "99"),
    )
    one = replace(one, title="Acme Inc. · 10-K · FY2022")
    program = chosen("Which region of Acme had the lowest net sales in FY2022?", one)
    assert program is not None
    assert run(program, SandboxSettings()).value == "East"


def test_countries_are_regions_in_doubt_and_behind_a_company_s_own() -> None:
    countries = by_columns(("Canada", "Foreign countries", "Total"), printed=("300", "600", "900"))
    asked = "Which region of Acme had the highest net sales in FY2022?"
    alone = chosen(asked, countries)
    assert alone is None or "countries" in alone.doubt
    own = by_columns(("Americas", "Europe", "Total"), printed=("500", "400", "900"))
    both = chosen(asked, countries, replace(own, passage_id="ACME_2022_10K#61.1"))
    assert both is not None
    assert run(both, SandboxSettings()).value == "Americas"
    assert "countries" not in both.doubt


@pytest.mark.parametrize(
    ("names", "printed", "found"),
    [
        (("U.S.", "China", "Rest of Asia", "Total"), ("300", "600", "200", "1,100"), "China"),
        (("U.S.", "China", "Rest of Asia", "Total"), ("300", "600", "700", "1,600"), ""),
    ],
)
def test_a_region_beside_countries_may_hide_a_larger_one(
    names: tuple[str, ...], printed: tuple[str, ...], found: str
) -> None:
    one = by_columns(names, "Net sales by geography", printed=printed)
    question = "Which country had the highest net sales for Acme in FY2022?"
    if not found:
        with pytest.raises(CannotAnswer, match="Rest of Asia"):
            chosen(question, one)
        return
    program = chosen(question, one)
    assert program is not None
    assert run(program, SandboxSettings()).value == found


def test_parts_of_a_kind_of_the_companys_own_may_be_called_as_figures_are() -> None:
    rows = (("Sales", "", "$ 300"), ("Service", "", "600"), ("Total", "", "$ 900"))
    body = tuple((label, above, text, text) for label, above, text in rows)
    one = passage(body, "Net sales of subscriptions by service offering")
    question = "Which service offering of Acme had the highest net sales in FY2022?"
    program = chosen(question, one)
    assert program is not None
    assert run(program, SandboxSettings()).value == "Service"
    assert {operand.row for operand in program.operands} == {"Sales", "Service"}


def test_of_several_columns_of_a_year_the_total_is_that_of_the_parts() -> None:
    names = ("Net sales Home 2022", "Net sales Abroad 2022", "Net sales Total 2022")
    printed = {
        "Tools": ("100", "500", "600"),
        "Paint": ("200", "100", "300"),
        "Total net sales": ("300", "600", "900"),
    }
    body = tuple(
        Row(label, tuple(Cell(text, parse_number(text)) for text in texts))
        for label, texts in printed.items()
    )
    columns = tuple(Column(name, Y22) for name in names)
    table = Table(columns, body, "Net sales by segment", "(in millions)", 6, "USD")
    one = replace(SALES, table_json=encode_table(table), text=table.render())
    program = chosen("Which Acme segment had the highest net sales in FY2022?", one)
    assert program is not None
    assert run(program, SandboxSettings()).value == "Tools"


def test_money_counts_no_things() -> None:
    rows = (("Rents", "", "$ 300", "$ 200"), ("Fees", "", "600", "500"))
    one = passage(rows, "Income from kiosks by segment")
    with pytest.raises(CannotAnswer):
        chosen("Which segment of Acme had the most kiosks in FY2022?", one)


def test_a_country_is_no_state() -> None:
    one = by_columns(("United States", "China", "Total"), "Net sales by geography")
    with pytest.raises(CannotAnswer):
        chosen("Which state had the highest net sales for Acme in FY2022?", one)
    states = by_columns(("Texas", "Ohio", "Total"), "Net sales by geography")
    program = chosen("Which state had the highest net sales for Acme in FY2022?", states)
    assert program is not None
    assert run(program, SandboxSettings()).value == "Ohio"


def test_one_amount_of_money_makes_all_beside_it_money() -> None:
    rows = (("Tools", "", "$ 700", "$ 400"), ("Paint", "", "250", "500"), ("Glue", "", "9", "8"))
    told = passage(rows, "Sales by segment at the same customer count")
    question = "Which Acme segment had the most customers in FY2022?"
    with pytest.raises(CannotAnswer):
        chosen(question, told)


def test_what_one_business_spent_is_divided_into_no_segments() -> None:
    rows = (
        ("Pipes", "", "$ 700", "$ 400"),
        ("Pumps", "", "250", "500"),
        ("Total", "", "950", "900"),
    )
    question = "Which Acme segment had the highest capital expenditures in FY2022?"
    caption = "Capital expenditures we incurred in our segments"
    program = chosen(question, passage(rows, caption))
    assert program is not None
    with pytest.raises(CannotAnswer):
        chosen(question, passage(rows, f"{caption} in the Tools & Paint business in 2022"))


def test_a_kind_of_parts_with_a_name_of_its_own_is_not_the_kind_it_is_named_after() -> None:
    rows = (("Nails", "", "$ 600", "$ 9"), ("Glue", "", "300", "8"), ("Total", "", "900", "17"))
    by_product = passage(rows, "Net sales by product")
    question = "Which product platform had the highest net sales for Acme in FY2022?"
    with pytest.raises(CannotAnswer):
        chosen(question, by_product)
    program = chosen(question, passage(rows, "Net sales by product platform"))
    assert program is not None
    assert run(program, SandboxSettings()).value == "Nails"
