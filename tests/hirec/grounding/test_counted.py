import pytest

from hirec.grounding.counted import count_fits, counted_in, counts_only
from hirec.grounding.nouns import count_pattern, read_noun
from hirec.types import Column, Figure, Passage, PassageKind, Row, Table, encode_table


def passage(text: str, table: Table | None = None) -> Passage:
    kind = PassageKind.TABLE if table else PassageKind.TEXT
    return Passage("F#1.1", "F", 1, kind, "", text, "", encode_table(table) if table else "")


STORES = Figure("stores", "stores", kind="count", counted="stores did operate")


def test_passages_with_a_number_of_such_things_come_first() -> None:
    rows = (Row("Total outlets", (None,)),)
    table = Table((Column("2022", None),), rows, "Systemwide count")
    sentence = passage("The chain had 1,355 well-kept shops in May.")
    silent = passage("Stores are our business; we opened in 1922.")
    fits = count_fits([STORES], [sentence, passage(table.render(), table), silent])
    assert fits == [1.0, 0.5, 0.0]


def test_amounts_count_nothing() -> None:
    assert counted_in(Figure("net sales", "net_sales")) == ""
    assert count_fits([Figure("net sales", "net_sales")], [passage("40 stores")]) == []


def test_words_that_compare_are_no_part_of_what_is_counted() -> None:
    counted = read_noun("more employees did have than")
    assert counted is not None
    assert counted.words == frozenset()
    assert count_pattern(counted).search("some 36,000 full-time associates")
    assert not count_pattern(counted).search("$36,000 of employee costs")


@pytest.mark.parametrize(
    "text",
    [
        "covered by the Act of 1974 and covers most employees",
        "after December 31, 2017 for employees in Band 50",
        "Section 6.1 Notification. Section 6.3 Newly Eligible Employees",
        "of 12 plans for employees",
    ],
)
def test_years_and_sections_count_nobody(text: str) -> None:
    counted = read_noun("employees")
    assert counted is not None
    assert not count_pattern(counted).search(text)


def test_where_only_counts_are_asked_for() -> None:
    assert counts_only([STORES])
    assert not counts_only([STORES, Figure("net sales", "net_sales")])
    assert not counts_only([])
