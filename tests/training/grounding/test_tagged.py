from collections.abc import Callable

from hirec.types import Row
from training.grounding.tagged import TaggedFiling, in_words, seen_labels, spoken_label

MakeFiling = Callable[..., TaggedFiling]


def test_the_view_to_learn_from_shows_no_tags(make_filing: MakeFiling) -> None:
    tagged = make_filing("maker", [("Turnover", "Revenues", 9, 7)])
    table = tagged.passages[0].table
    assert table is not None
    assert all(cell is None or cell.fact is None for row in table.rows for cell in row.cells)
    assert [column.period and column.period.fiscal_year for column in table.columns] == [2022, 2021]
    assert {cell.fact.concept for cell in tagged.printed} == {"us-gaap:Revenues"}


def test_a_filing_teaches_its_labels_and_the_names_of_its_tags(make_filing: MakeFiling) -> None:
    tagged = make_filing("maker", [("Turnover", "CostOfRevenue", 9, 7)])
    assert {seen.label for seen in seen_labels(tagged)} == {"turnover", "cost of revenue"}


def test_a_tag_is_read_as_words() -> None:
    assert in_words("OtherNonoperatingIncomeUSD") == "other nonoperating income usd"


def test_a_label_is_said_without_notes_and_with_its_heading_where_it_says_little() -> None:
    assert spoken_label(Row("Inventories (Note 4)", ())) == "inventories"
    assert spoken_label(Row("Diluted", (), "Earnings per share:")) == "diluted earnings per share"
    assert spoken_label(Row("Total", ())) == ""
