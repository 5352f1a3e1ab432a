from hirec.analysts.rule.questions.vocabulary import Page, years_in
from hirec.types import Form, Identity
from indexing.contexts import read_page

CELLS = [["", "2010", "2009"], ["Trucks owned", "30", "20"], ["Total", "50", "40"]]
PAGE = Page.of(read_page("p", CELLS, ["Vehicles were as follows."], Identity("", Form.OTHER)))


def test_a_page_knows_its_years_from_the_earliest() -> None:
    assert PAGE.years == (2009, 2010)


def test_years_are_found_however_they_are_written() -> None:
    assert years_in("from FY18 to 2020, 2020") == (2020, 2018)
