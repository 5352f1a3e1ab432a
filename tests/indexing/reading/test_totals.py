"""Rows that print no name and add up those above them are called total of what they add up."""

from tests.indexing.reading.test_grid import Line, build, line

HEAD = line("", "2021", "2020")


def names(*rows: Line) -> list[str]:
    return [row.label for row in build(HEAD, *rows).rows]


def test_a_sum_is_the_total_of_the_heading_that_it_closes() -> None:
    found = names(
        line("Current:", "", ""),
        line("Federal", "310", "290", level=1),
        line("State", "45", "41", level=1),
        line("", "355", "331"),
        line("Deferred:", "", ""),
        line("Federal", "20", "(6)", level=1),
        line("State", "4", "2", level=1),
        line("", "24", "(4)"),
        line("", "379", "327"),
    )
    assert [found[3], found[7], found[8]] == ["Total Current", "Total Deferred", "Total"]


def test_what_something_is_taken_off_is_gross() -> None:
    found = names(
        line("Property and equipment", "", ""),
        line("Land", "611", "613"),
        line("Buildings", "2,227", "2,220"),
        line("", "2,838", "2,833"),
        line("Less accumulated depreciation", "(838)", "(633)"),
        line("Net property and equipment", "2,000", "2,200"),
    )
    assert found[3] == "Total Property and equipment, gross"


def test_no_sum_keeps_no_name() -> None:
    found = names(
        line("Cash", "1,737", "1,500"), line("Securities", "106", "158"), line("", "1,847", "1,658")
    )
    assert found == ["Cash", "Securities", ""]


def test_words_in_the_place_of_an_amount_are_a_name() -> None:
    table = build(
        line("", "Line item", "2021", "2020"),
        line("Swaps", "Interest", "1,737", "1,500"),
        line("Options", "Interest", "106", "158"),
        line("", "Net of tax", "1,843", "1,658"),
    )
    assert [row.label for row in table.rows] == ["Swaps", "Options", ""]


def test_a_subtotal_within_a_heading_is_not_its_total() -> None:
    found = names(
        line("Current assets", "", ""),
        line("Cash", "1,737", "1,500", level=1),
        line("Securities", "106", "158", level=1),
        line("", "1,843", "1,658", level=1),
        line("Receivables", "1,641", "1,541", level=1),
        line("Total current assets", "3,484", "3,199", level=1),
    )
    assert found[3] == ""


def test_a_sum_below_rows_of_others_keeps_no_name() -> None:
    found = names(
        line("Backlog", "77", "70"),
        line("Mail", "310", "290"),
        line("Parcels", "45", "41"),
        line("", "355", "331"),
        line("Employees", "12", "11"),
    )
    assert found[3] == ""


def test_small_numbers_of_one_column_may_add_up_by_chance() -> None:
    table = build(line("", "2021"), line("Plants", "3"), line("Depots", "4"), line("", "7"))
    assert [row.label for row in table.rows] == ["Plants", "Depots", ""]
