from decimal import Decimal

import pytest

from hirec.analysts.rule.given import ground_page
from hirec.types import Figure, Form, Identity, Passage, Period, PeriodRef
from indexing.contexts import read_page

NOWHERE = Identity("", Form.OTHER)


def in_year(words: str, year: int) -> Figure:
    return Figure(words, period=PeriodRef(Period(year), str(year)))


def value(figure: Figure, page: list[Passage]) -> Decimal | None:
    found = ground_page([figure], page, frozenset()).operands
    return found[figure].value if figure in found else None


def test_a_figure_stands_in_the_row_of_its_name_and_the_column_of_its_year() -> None:
    cells = [["", "2010", "2009"], ["Rental income", "30", "20"], ["Rental costs", "9", "8"]]
    page = read_page("p", cells, [], NOWHERE)
    assert value(in_year("rental income", 2009), page) == 20
    assert value(in_year("rental costs", 2010), page) == 9


def test_what_the_page_does_not_say_is_not_found() -> None:
    cells = [["", "2010", "2009"], ["Rental income", "30", "20"]]
    assert value(in_year("legal settlements", 2009), read_page("p", cells, [], NOWHERE)) is None


def test_amounts_listed_with_as_many_years_are_each_of_its_own() -> None:
    said = "Rent expense was $29 million, $24 million and $21 million in 2017, 2016 and 2015."
    page = read_page("p", [], [said], NOWHERE)
    found = [value(in_year("rent expense", year), page) for year in (2015, 2016, 2017)]
    assert found == [21_000_000, 24_000_000, 29_000_000]


def test_the_whole_of_a_share_is_the_total_and_not_the_part_itself() -> None:
    cells = [["", "2010"], ["Trucks", "30"], ["Vans", "20"], ["Total", "50"]]
    page = read_page("p", cells, ["Vehicles owned by the company were as follows."], NOWHERE)
    part = Figure("vehicles owned trucks", part="trucks")
    whole = Figure("vehicles owned")
    found = ground_page([part, whole], page, frozenset({(part, whole)})).operands
    assert [found[figure].value for figure in (part, whole)] == [30, 50]


@pytest.mark.parametrize("heading", ["2009", "December 31, 2009", "Year ended 2009"])
def test_a_year_is_met_however_a_heading_says_it(heading: str) -> None:
    cells = [["", "2010", heading], ["Rental income", "30", "20"]]
    assert value(in_year("rental income", 2009), read_page("p", cells, [], NOWHERE)) == 20


def test_a_year_that_a_number_stands_in_is_no_reason_to_fail() -> None:
    said = "Rent expense fell in the quarter ended June 30, 2017 2.5 million; none before."
    page = read_page("p", [], [said, "In 2017-18 rent expense was 2017 thousand."], NOWHERE)
    ground_page([Figure("rent expense")], page, frozenset())
