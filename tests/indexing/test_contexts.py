import pytest

from hirec.types import Passage, PassageKind, Table
from indexing.contexts import BESIDE, read_context

ROWS = (("Net sales", "1,200", "1,000"), ("Cost of sales", "700", "650"))


def table_of(passages: list[Passage]) -> Table:
    table = passages[0].table
    assert table is not None
    return table


def test_a_context_is_one_page_of_a_filing_of_its_own():
    passages = read_context("c1", [("", "2019", "2018"), *ROWS], ["First.", " ", "Second  one."])
    assert [p.kind for p in passages] == [PassageKind.TABLE, PassageKind.TEXT, PassageKind.TEXT]
    assert {(p.filing_id, p.page_number) for p in passages} == {("c1", 1)}
    assert passages[2].text == "Second one."
    table = table_of(passages)
    assert [row.label for row in table.rows] == ["Net sales", "Cost of sales"]
    assert [column.period and column.period.fiscal_year for column in table.columns] == [2019, 2018]


@pytest.mark.parametrize(
    ("head", "scale"),
    [
        ((("(in thousands)", "2019", "2018"),), 3),
        ((("", "2019", "2018"), ("", "€m", "€m")), 6),
        ((("", "2019", "2018"), ("", "$'000", "$'000")), 3),
        ((("", "2019", "2018"), ("", "RMB’Million", "RMB’Million")), 6),
        ((("", "2019", "2018"),), 0),
    ],
)
def test_headings_say_the_scale(head, scale):
    table = table_of(read_context("c1", [*head, *ROWS], ["Nothing of scales."]))
    assert table.scale == scale
    assert not table.unit_line.startswith(BESIDE)


def test_amounts_that_end_in_zeros_say_no_scale():
    rows = [("", "2019", "2018"), ("Audit fees", "$58,000", "$55,000"), ("Tax fees", "$1", "$2")]
    assert table_of(read_context("c1", rows, [])).scale == 0


def test_a_scale_that_only_a_paragraph_says_is_marked():
    prose = ["Costs were as follows (in thousands):"]
    table = table_of(read_context("c1", [("", "2019", "2018"), *ROWS], prose))
    assert table.scale == 3
    assert table.unit_line.startswith(BESIDE)


def test_a_heading_over_several_columns_holds_for_each():
    rows = [("", "Low", "", "High", ""), ("", "2019", "2018", "2019", "2018")]
    rows.append(("Price", "1.5", "2.5", "3.5", "4.5"))
    labels = [column.label for column in table_of(read_context("c1", rows, [])).columns]
    assert [label.split()[0] for label in labels] == ["Low", "Low", "High", "High"]


def test_no_table_leaves_the_paragraphs():
    passages = read_context("c1", [], ["Only words."])
    assert [p.kind for p in passages] == [PassageKind.TEXT]


def test_amounts_that_the_text_says_again_give_the_scale_away() -> None:
    cells = [["", "Q4"], ["Wireless", "2,493"], ["Capital expenditures", "1,153"]]
    said = ["Capital expenditures of $1,153 million rose."]
    (table,) = [p.table for p in read_context("c", cells, said) if p.table]
    assert table.scale == 6
    (unsaid,) = [p.table for p in read_context("c", cells, ["It rose by $7 million."]) if p.table]
    assert unsaid.scale == 0
