"""Parts where no table proves that it has them all: the likeliest, in doubt."""

from dataclasses import replace

import pytest

from hirec.analysts.rule.figures.segments import choose_part
from hirec.analysts.rule.tables.axes import leaves
from hirec.numbers import parse_number
from hirec.programs import run
from hirec.settings import SandboxSettings
from hirec.sums import Sum
from hirec.types import CannotAnswer, Cell, Column, Passage, PassageKind, Row, Table, encode_table
from tests.hirec.analysts.rule.figures.test_segments import FILINGS, Y21, Y22, query


def passage(
    rows: tuple[tuple[str, ...], ...], heads: tuple[Column, ...], caption: str, unit: str = "USD"
) -> Passage:
    body = tuple(
        Row(
            label,
            tuple(
                Cell(text, parse_number(text), "%" if text.endswith("%") else None)
                for text in printed
            ),
            section,
        )
        for label, section, *printed in rows
    )
    table = Table(heads, body, caption, "(in millions)" if unit else "", 6 if unit else 0, unit)
    return Passage(
        "ACME_2022_10K#30.1",
        "ACME_2022_10K",
        30,
        PassageKind.TABLE,
        "",
        table.render(),
        "Management's Discussion",
        encode_table(table),
    )


def named(question: str, table: Passage) -> tuple[object, str]:
    choice = choose_part(query(question), [table], FILINGS)
    assert choice is not None
    return run(choice.program, SandboxSettings()).value, choice.program.doubt


YEARS = (Column("2022", Y22), Column("2021", Y21))
FREIGHT = (
    ("Coal", "", "311", "231"),
    ("Chemicals", "General goods:", "124", "117"),
    ("Automotive", "General goods:", "83", "99"),
    ("General goods", "General goods:", "207", "216"),
    ("Total", "", "518", "447"),
)
SHOPS = (
    ("Ohio", "", "$ 704", "660"),
    ("Texas", "", "614", "672"),
    ("Subtotal (Top Two States)", "", "1,318", "1,332"),
    ("Other", "", "353", "493"),
)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("Which commodity group brought Acme the most revenue in 2022?", "Coal"),
        ("Which commodity group had the steepest revenue decline at Acme in 2022?", "Automotive"),
    ],
)
def test_rows_of_a_kind_that_no_heading_names(question: str, part: str) -> None:
    table = passage(FREIGHT, YEARS, "Railway revenue for three years is as follows")
    value, doubt = named(question, table)
    assert value == part
    assert doubt


def test_a_column_that_is_called_by_the_figure_is_of_the_reports_own_year() -> None:
    heads = (Column("Operating Revenues"), Column("Number of Shops"))
    table = passage(SHOPS, heads, "Our shops and revenues by state")
    assert named("Which state had the most shops at Acme in 2022?", table)[0] == "Texas"
    assert named("Which state had the most revenue at Acme in 2022?", table)[0] == "Ohio"


def test_a_share_is_asked_for_where_only_shares_are_printed() -> None:
    rows = (
        ("Cosmetics", "", "40%", "42%"),
        ("Haircare", "", "21%", "20%"),
        ("Total", "", "100%", "100%"),
    )
    table = passage(rows, YEARS, "Net sales by category are as follows", "")
    assert named("Which category had the largest share of Acme's net sales in 2022?", table)[0] == (
        "Cosmetics"
    )
    with pytest.raises(CannotAnswer):
        named("Which category had the largest net sales at Acme in 2022?", table)


@pytest.mark.parametrize(
    ("rows", "caption"),
    [
        ((("Tools", "", "3", "2"), ("Paint", "", "4", "1")), "Advertising costs are as follows"),
        ((("Acquisitions", "", "3", "2"), ("Impairments", "", "4", "1")), "Changes in net sales"),
        ((("Parent Guarantor", "", "3", "2"), ("Subsidiary Issuer", "", "4", "1")), "Net sales"),
        ((("Business", "", "3", "2"), ("Tools", "", "4", "1")), "Net sales"),
    ],
)
def test_other_figures_and_what_is_no_part_are_not_taken(
    rows: tuple[tuple[str, ...], ...], caption: str
) -> None:
    with pytest.raises(CannotAnswer):
        named(
            "Which Acme segment had the largest net sales in 2022?", passage(rows, YEARS, caption)
        )


def test_numbers_that_add_up_by_chance_are_each_a_leaf_once() -> None:
    """Of 80 ones and twos nearly every row is a sum of those above it."""
    runs = {at: Sum((at - 1, at - 2), at) for at in range(2, 80)}
    assert [*leaves(runs[79], runs)] == [1, 0]


def test_a_choice_among_many_parts_is_a_short_program() -> None:
    rows = tuple((f"Kite {at}", "", str(at), "1") for at in range(1, 60))
    table = passage(rows, YEARS, "Net sales by product are as follows")
    assert named("Which Acme product had the largest net sales in 2022?", table)[0] == "Kite 59"


def alone(title: str, members: str, margin: str) -> Passage:
    rows = (
        ("Paid net kite additions (losses)", "", members, "1"),
        ("Contribution margin", "", margin, "1 %"),
    )
    found = passage(rows, YEARS, title, unit="")
    return replace(found, passage_id=f"{found.passage_id}.{title}")


KITES = [
    alone("Toy Kites Segment", "(919)", "34 %"),
    alone("Stunt Kites Segment", "1,738", "9 %"),
    alone("Fishing Kites Segment", "5,391", "58 %"),
]


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("Which Acme segment had the highest contribution margin in 2022?", "Fishing Kites"),
        ("Which Acme segment had the lowest contribution margin in 2022?", "Stunt Kites"),
        ("Which Acme segment had the fewest paid net kite additions in 2022?", "Toy Kites"),
    ],
)
def test_each_part_may_have_a_table_called_by_it(question: str, part: str) -> None:
    choice = choose_part(query(question), KITES, FILINGS)
    assert choice is not None
    assert run(choice.program, SandboxSettings()).value == part
    assert choice.program.doubt


def test_tables_of_sentences_are_no_parts() -> None:
    told = [
        replace(one, table_json=encode_table(replace(one.table, caption="The following are ours")))
        for one in KITES
        if one.table
    ]
    with pytest.raises(CannotAnswer):
        choose_part(
            query("Which Acme segment had the highest contribution margin in 2022?"), told, FILINGS
        )


def test_a_column_that_is_called_as_what_is_asked_is_no_change() -> None:
    heads = (
        Column("% Change 2022 Impact of volume", Y22),
        Column("% Change 2022 Impact of net pricing", Y22),
    )
    rows = (("Kites", "", "1 %", "16 %"), ("Drums", "", "9 %", "31 %"))
    table = passage(rows, heads, "Growth by segment", unit="")
    found, _ = named("Which Acme segment had the highest net pricing in 2022?", table)
    assert found == "Drums"


def test_an_amount_is_the_name_of_no_part() -> None:
    heads = (Column("2022 $ 2,343", Y22), Column("2022 $ 782", Y22))
    table = passage((("Sales", "", "1,561", "782"),), heads, "Sales by product")
    with pytest.raises(CannotAnswer):
        named("Which Acme product had the highest sales in 2022?", table)


def test_a_column_keeps_the_signs_in_its_name() -> None:
    heads = (Column("2022 Net sales", Y22), Column("2022 Earnings/(Loss) Before Income Taxes", Y22))
    rows = (("Kites", "", "90", "9"), ("Drums", "", "80", "20"), ("Corporate", "", "1", "(5)"))
    table = passage(rows, heads, "Segment results")
    question = "Which Acme segment had the highest earnings before income taxes in 2022?"
    assert named(question, table)[0] == "Drums"
