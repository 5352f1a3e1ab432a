from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from hirec.analysts.rule.figures.segments import choose_part
from hirec.analysts.rule.retrieval.rewrite import rewrite
from hirec.numbers import parse_number
from hirec.periods import find_periods
from hirec.programs import run, verify
from hirec.settings import SandboxSettings
from hirec.types import (
    CannotAnswer,
    Cell,
    Column,
    CompanyRef,
    Filing,
    Form,
    Identity,
    Passage,
    PassageKind,
    Period,
    Program,
    Query,
    Row,
    Scope,
    Table,
    Verdict,
    encode_table,
)

ACME = CompanyRef("acme", "Acme, Inc.", "Acme")
IDENTITY = Identity("Acme, Inc.", Form.ANNUAL, 2022, None, date(2022, 12, 31))
FILINGS = {"ACME_2022_10K": Filing("ACME_2022_10K", IDENTITY, "acme", (), 100, 10, "")}
Y22 = Period(2022, None, date(2022, 12, 31), 12)
Y21 = Period(2021, None, date(2021, 12, 31), 12)
BY_ROW = (
    ("Tools", "", "$ 700", "$ 400"),
    ("Paint", "", "250", "500"),
    ("Corporate and eliminations", "", "(50)", "(40)"),
    ("Total net sales", "", "$ 900", "$ 860"),
)
UNDER_HEADINGS = (
    ("Net sales", "Tools segment:", "700", "400"),
    ("Operating income", "Tools segment:", "20", "80"),
    ("Net sales", "Paint segment:", "250", "500"),
    ("Operating income", "Paint segment:", "30", "10"),
)


def passage(rows: tuple[tuple[str, ...], ...], caption: str, ordinal: int = 1) -> Passage:
    columns = (Column("2022", Y22), Column("2021", Y21), Column("% Change", None))
    body = tuple(
        Row(
            label,
            (*(Cell(t, parse_number(t), "%" if t.endswith("%") else None) for t in printed), None),
            section,
        )
        for label, section, *printed in rows
    )
    table = Table(columns, body, caption, "(in millions)", 6, "USD")
    return Passage(
        f"ACME_2022_10K#60.{ordinal}",
        "ACME_2022_10K",
        60,
        PassageKind.TABLE,
        "",
        table.render(),
        "Note 9 Segment Information",
        encode_table(table),
    )


def query(question: str) -> Query:
    return rewrite(question, Scope(companies=(ACME,), periods=find_periods(question)))


def chosen(question: str, *passages: Passage) -> Program | None:
    choice = choose_part(query(question), passages, FILINGS, likely=False)
    return choice and choice.program


SALES = passage(BY_ROW, "Net sales by reportable segment are as follows")
NOTE = passage(UNDER_HEADINGS, "The following table shows our segments", 2)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("Which Acme segment had the largest net sales in FY2022?", "Tools"),
        ("Which Acme segment had the largest net sales in FY2021?", "Paint"),
        ("Which segment of Acme had the lowest net sales in FY2022?", "Paint"),
        ("Which of Acme's segments had the highest operating income in FY2022?", "Paint"),
    ],
)
def test_the_part_is_named_and_verified(question: str, part: str) -> None:
    program = chosen(question, SALES, NOTE)
    assert program is not None
    assert run(program, SandboxSettings()).value == part
    assert verify(program, [SALES, NOTE]) == (Verdict.VERIFIED, "")
    assert all(operand.scale == 6 and operand.page_number == 60 for operand in program.operands)


def test_other_questions_are_left_to_others() -> None:
    assert chosen("What were Acme's net sales in FY2022?", SALES) is None
    assert chosen("Which segment drove Acme's growth in FY2022?", SALES) is None
    assert chosen("Which Acme segment has the largest plant?", SALES) is None


def test_rows_that_do_not_add_up_are_no_parts() -> None:
    odd = passage((*BY_ROW[:2], ("Total net sales", "", "990", "990")), "Net sales by segment")
    with pytest.raises(CannotAnswer, match="No table states"):
        chosen("Which Acme segment had the largest net sales in FY2022?", odd)


def test_a_reconciliation_has_no_parts() -> None:
    rows = (
        ("Segment operating income", "", "50", "90"),
        ("Interest expense", "", "(10)", "(10)"),
        ("Total operating income", "", "40", "80"),
    )
    table = passage(rows, "Operating income by segment is reconciled as follows")
    with pytest.raises(CannotAnswer, match="No table states"):
        chosen("Which Acme segment had the highest operating income in FY2022?", table)


def test_tables_that_differ_decide_nothing() -> None:
    turned = (("Tools", "", "250", "400"), ("Paint", "", "700", "500"), *BY_ROW[2:])
    other = passage(turned, "Net sales by segment", 3)
    with pytest.raises(CannotAnswer, match="tables differ"):
        chosen("Which Acme segment had the largest net sales in FY2022?", SALES, other)


def test_another_companys_table_is_not_read() -> None:
    theirs = {"ACME_2022_10K": replace(FILINGS["ACME_2022_10K"], company_key="bolt")}
    with pytest.raises(CannotAnswer):
        choose_part(
            query("Which Acme segment had the largest net sales in FY2022?"), [SALES], theirs
        )


BY_COLUMN = Table(
    (*(Column(name, Y22) for name in ("East", "West", "External sales", "Total")),),
    (
        Row(
            "Total net sales",
            tuple(Cell(t, parse_number(t)) for t in ("$ 300", "600", "900", "$ 900")),
        ),
    ),
    "Net sales by geographic region",
    "(in millions)",
    6,
    "USD",
)


@pytest.mark.parametrize(
    ("question", "part", "value"),
    [
        ("Which segment of Acme grew the most in FY2022?", "Tools", "75"),
        ("Which segment had the steepest sales decline at Acme in FY2022?", "Paint", "-50"),
        ("Which Acme segment shrank in FY2022?", "Paint", "-250E+6"),
        ("Which of Acme's two segments fell the most in FY2022?", "Paint", "-250E+6"),
        ("Which Acme division lost money in FY2022?", "Tools", "-20E+6"),
        ("Which of Acme's business units was the largest in FY2022?", "Tools", "700E+6"),
    ],
)
def test_parts_are_chosen_by_what_they_did(question: str, part: str, value: str) -> None:
    lost = tuple(
        (label, head, f"({now})" if now == "20" else now, before)
        for label, head, now, before in UNDER_HEADINGS
    )
    program = chosen(question, SALES, passage(lost, "The following shows our segments", 2))
    assert program is not None
    assert run(program, SandboxSettings()).value == part
    source = f"{program.source}answer = {_of(program, part)}"
    shown = run(replace(program, source=source), SandboxSettings())
    assert shown.value == Decimal(value)


def _of(program: Program, part: str) -> str:
    return next(working.expression for working in program.workings if working.label == part)


def test_columns_are_parts_where_they_add_up() -> None:
    by_region = replace(SALES, table_json=encode_table(BY_COLUMN), text=BY_COLUMN.render())
    program = chosen("In which region did Acme have the lowest net sales in FY2022?", by_region)
    assert program is not None
    assert run(program, SandboxSettings()).value == "East"
    assert {operand.column for operand in program.operands} == {"East", "West"}


def test_percentages_between_the_rows_do_not_count_as_parts() -> None:
    rows = (BY_ROW[0], ("Percent of total", "", "78%", "47%"), *BY_ROW[1:])
    table = passage(rows, "Net sales by segment")
    program = chosen("Which Acme segment had the lowest net sales in FY2022?", table)
    assert program is not None
    assert run(program, SandboxSettings()).value == "Paint"


def test_what_stands_behind_by_says_what_the_parts_are() -> None:
    by_product = passage(
        (
            ("Nails", "", "600", "1"),
            ("Screws", "", "300", "2"),
            ("Total net sales", "", "900", "3"),
        ),
        "Segment net sales by product category",
        4,
    )
    question = "Which Acme segment had the largest net sales in FY2022?"
    with pytest.raises(CannotAnswer, match="No table states"):
        chosen(question, by_product)
    program = chosen(question.replace("segment", "product line"), SALES, by_product)
    assert program is not None
    assert run(program, SandboxSettings()).value == "Nails"


def test_totals_of_one_part_and_headings_of_two_kinds_are_passed_over() -> None:
    lines = (
        ("Nails", "", "500", "1"),
        ("Bolts", "", "200", "1"),
        ("Net Tools sales", "", "700", "2"),
    )
    question = "Which Acme segment had the lowest net sales in FY2022?"
    with pytest.raises(CannotAnswer, match="No table states"):
        chosen(question, passage(lines, "Net sales by segment"))
    with pytest.raises(CannotAnswer, match="No table states"):
        chosen(question, passage(BY_ROW, "Net sales by segment and geographic region"))


def test_a_heading_with_by_comes_before_a_nearer_one_without() -> None:
    rows = tuple((label, "Product sales:", now, before) for label, _, now, before in BY_ROW)
    table = passage(rows, "Product net sales by segment")
    program = chosen("Which Acme segment had the largest net sales in FY2022?", table)
    assert program is not None
    with pytest.raises(CannotAnswer, match="No table states"):
        chosen("Which Acme product line had the largest net sales in FY2022?", table)


NESTED = (
    ("Hammers", "", "300", "300"),
    ("Saws", "", "{saws}", "100"),
    ("Tools", "", "{tools}", "400"),
    ("Paint", "", "450", "460"),
    ("Total net sales", "", "{total}", "860"),
)


def nested(saws: int) -> Passage:
    values = {"saws": saws, "tools": 300 + saws, "total": 750 + saws}
    rows = tuple(tuple(text.format(**values) for text in row) for row in NESTED)
    return passage(rows, "Net sales by reportable segment are as follows")


def test_a_part_that_is_largest_at_one_level_only_is_left_open() -> None:
    question = "Which Acme segment had the largest net sales in FY2022?"
    with pytest.raises(CannotAnswer, match="tables differ: paint, tools"):
        chosen(question, nested(200))
    program = chosen(question, nested(100))
    assert program is not None
    assert run(program, SandboxSettings()).value == "Paint"


def test_a_total_of_the_kind_leaves_out_what_reconciles_it() -> None:
    rows = (
        ("Tools", "", "20", "80"),
        ("Paint", "", "-30", "10"),
        ("Total segments", "", "-10", "90"),
        ("Pension costs", "", "-40", "-5"),
        ("Consolidated", "", "-50", "85"),
    )
    table = passage(rows, "Operating income by segment")
    program = chosen("Which Acme segment made an operating loss in FY2022?", table)
    assert program is not None
    assert run(program, SandboxSettings()).value == "Paint"


def test_parts_of_less_than_the_companys_total_are_not_its_parts() -> None:
    rows = (("Hammers", "", "70", "80"), ("Saws", "", "30", "10"), ("Total", "", "100", "90"))
    table = passage(rows, "Net sales by product")
    income = passage((("Net sales", "", "900", "860"),), "Consolidated statements of income", 3)
    income = replace(income, section="Item 8 > Consolidated statements of income")
    question = "Which Acme product had the highest net sales in FY2022?"
    alone = chosen(question, table)
    assert alone is not None
    assert not alone.doubt
    said = (*rows[:2], ("Total net sales", "", "100", "90"))
    of_one = chosen(question, replace(passage(said, "North America"), section="7 > Our products"))
    assert of_one is not None
    assert "all parts" in of_one.doubt
    with pytest.raises(CannotAnswer):
        chosen(question, table, income)


def test_what_a_table_does_not_name_may_be_larger() -> None:
    rows = (
        ("Canada", "", "70", "80"),
        ("Mexico", "", "30", "10"),
        ("Other countries", "", "90", "60"),
        ("Total", "", "190", "150"),
    )
    table = passage(rows, "Net sales by country")
    with pytest.raises(CannotAnswer, match="Other countries"):
        chosen("In which country were Acme's net sales the largest in FY2022?", table)


def test_a_geographic_segment_is_a_segment() -> None:
    table = passage(BY_ROW, "Net sales, products and services, for each segment")
    program = chosen("Which geographic segment of Acme had the most net sales in FY2022?", table)
    assert program is not None
    assert run(program, SandboxSettings()).value == "Tools"


def test_net_operating_revenues_by_geography_are_not_those_of_operating_segments() -> None:
    rows = (("Canada", "", "70", "80"), ("Abroad", "", "30", "10"), ("Revenues", "", "100", "90"))
    table = passage(rows, "Our net operating revenues were as follows")
    data = replace(table, section="Note 9 Segment Information > Geographic Data")
    with pytest.raises(CannotAnswer):
        chosen("Which Acme segment had the highest revenue in FY2022?", data)
    program = chosen("In which region did Acme have the highest revenue in FY2022?", data)
    assert program is not None


def test_rows_named_by_part_and_figure_are_called_by_the_part() -> None:
    rows = (
        ("Nails", "Tools", "300", "300"),
        ("Saws", "Tools", "400", "100"),
        ("Net Tools sales", "Tools", "700", "400"),
        ("Oils", "Paint", "150", "260"),
        ("Wax", "Paint", "100", "200"),
        ("Net Paint sales", "Paint", "250", "460"),
        ("Net sales", "", "950", "860"),
    )
    question = "Which segment's sales at Acme fell the most in FY2022?"
    with pytest.raises(CannotAnswer, match="tables differ: oils, paint"):
        chosen(question, passage(rows, "Net sales by segment"))
    told = replace(SALES, table_json="", text="We have two reportable segments: Tools and Paint.")
    choice = choose_part(query(question), [passage(rows, "Net sales by segment", 2), told], FILINGS)
    assert choice is not None
    assert run(choice.program, SandboxSettings()).value == "Paint"
    assert told.passage_id in choice.carriers


def test_what_narrows_the_figure_has_to_be_met() -> None:
    with pytest.raises(CannotAnswer, match="No table states"):
        chosen("Which Acme segment had the highest comparable net sales in FY2022?", SALES)


def test_what_is_earned_by_a_part_is_income() -> None:
    program = chosen("Which Acme segment earned the most in FY2022?", SALES, NOTE)
    assert program is not None
    assert run(program, SandboxSettings()).value == "Paint"
    pretax = tuple(
        (label.replace("Operating income", "Pre-tax earnings"), head, *printed)
        for label, head, *printed in UNDER_HEADINGS
    )
    total = (("Net sales", "Total", "950", "900"), ("Pre-tax earnings", "Total", "50", "90"))
    program = chosen(
        "Which Acme segment earned the most before taxes in FY2022?",
        SALES,
        passage((*pretax, *total), "Results of our segments"),
    )
    assert program is not None
    assert run(program, SandboxSettings()).value == "Paint"


@pytest.mark.parametrize(
    "question",
    ["Acme net sales by segment in 2022", "What were Acme's 2022 net sales by segment?"],
)
def test_a_figure_by_part_lists_every_part_and_the_rest(question: str) -> None:
    program = chosen(question, passage(BY_ROW, "Net sales by segment"))
    assert program is not None
    assert program.listed
    assert [w.label for w in program.workings] == ["Tools", "Paint", "Corporate and eliminations"]
    assert [operand.printed for operand in program.operands] == ["$ 700", "250", "(50)"]


def test_parts_that_tables_list_otherwise_are_not_listed() -> None:
    other = (("Hand tools", "", "600", "300"), ("Coatings", "", "300", "560"), BY_ROW[-1])
    tables = [passage(BY_ROW, "Net sales by segment"), passage(other, "Net sales by segment", 2)]
    with pytest.raises(CannotAnswer, match="tables differ"):
        chosen("Acme net sales by segment in 2022", *tables)
