from collections.abc import Callable
from decimal import Decimal

from hirec.grounding.places import Place, read_sheet
from hirec.grounding.stems import stem_set
from hirec.types import Filing, Passage, PassageKind

MakeTable = Callable[..., Passage]


def near(words: str, passage: Passage, filings: dict[str, Filing]) -> list[Place]:
    return list(read_sheet(passage, filings[passage.filing_id]).near(stem_set(words)))


def in_prose(text: str, filings: dict[str, Filing]) -> dict[str, frozenset[int]]:
    passage = Passage("ACME_2022_10K#4.1", "ACME_2022_10K", 4, PassageKind.TEXT, "", text)
    sheet = read_sheet(passage, filings["ACME_2022_10K"])
    return {place.printed: place.years for place in sheet.every()}


def test_every_cell_of_a_row_with_one_of_the_words_is_a_place(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    table = make_table(("Net sales", "10", "9"), ("Inventories", "4", "3"))
    found = near("sales of widgets", table, filings)
    assert [(p.label, p.value, p.years) for p in found] == [
        ("Net sales", Decimal("10E6"), {2022}),
        ("Net sales", Decimal("9E6"), {2021}),
    ]


def test_a_word_of_the_caption_is_beside_every_cell(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    table = make_table(("Europe", "1", "2"), ("Asia", "3", "4"), caption="Sales by region")
    assert len(near("sales", table, filings)) == 4


def test_a_word_of_a_heading_is_beside_its_column(
    make_table: MakeTable, filings: dict[str, Filing]
) -> None:
    table = make_table(("Total", "1", "2"), headings=("Wind", "Water"), periods=(None, None))
    assert [place.printed for place in near("wind power", table, filings)] == ["1"]


def test_amounts_of_a_list_are_of_the_years_of_a_list(filings: dict[str, Filing]) -> None:
    text = "Fees were $ 80 million , $ 83 million and $ 111 million in 2007 , 2006 and 2005 ."
    assert list(in_prose(text, filings).values()) == [{2007}, {2006}, {2005}]


def test_an_amount_alone_is_of_the_year_beside_it(filings: dict[str, Filing]) -> None:
    text = "In 2022 we paid $3.5 million in legal fees, against $9 million in 2021."
    assert in_prose(text, filings) == {"$3.5 million": {2022}, "$9 million": {2021}}


def test_a_sentence_that_says_no_year_leaves_it_open(filings: dict[str, Filing]) -> None:
    assert in_prose("We own 12 stores.", filings) == {"12": frozenset()}


def test_years_among_the_amounts_are_each_of_the_amount_beside_it(
    filings: dict[str, Filing],
) -> None:
    found = in_prose(
        "Such costs were $9.2 billion in 2022, $9.6 billion in 2021 and $8.0 billion in 2020.",
        filings,
    )
    assert found == {"$9.2 billion": {2022}, "$9.6 billion": {2021}, "$8.0 billion": {2020}}


def test_amounts_of_one_unit_take_turns_with_the_years_behind_them(
    filings: dict[str, Filing],
) -> None:
    found = in_prose(
        "Debentures were $53 million, or 0.21% of the plan, in 2022 and about "
        "$68 million of debentures, or 0.30% of the plan, in 2021.",
        filings,
    )
    assert found == {"$53 million": {2022}, "0.21%": {2022}, "$68 million": {2021}, "0.30%": {2021}}
