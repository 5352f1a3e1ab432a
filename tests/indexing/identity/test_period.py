"""Form and last day as a text shows them."""

from datetime import date

from hirec.types import Form
from indexing.identity.period import closing_day, days_printed, own_form


def test_a_text_without_a_cover_tells_its_form_only_by_naming_it_often() -> None:
    assert own_form("This Annual Report on Form 10-K tells. " * 3, None).form is Form.ANNUAL
    assert own_form("This Annual Report on Form 10-K tells. ", None).form is None
    assert own_form("This Form 10-K. This Form 10-Q. " * 3, None).form is None


def test_a_form_that_a_cover_names_is_confirmed_by_one_mention() -> None:
    assert own_form("in this Quarterly Report on", Form.QUARTERLY).form is Form.QUARTERLY
    assert own_form("Item 2.02 Results", Form.CURRENT).form is Form.CURRENT
    assert own_form("nothing", Form.CURRENT).form is None


def test_statements_close_on_the_last_of_the_days_they_name_often() -> None:
    text = "year ended December 31, 2022 and the year ended December 31, 2021. " * 4
    text += "the year ended December 31, 2023 will be better."
    assert closing_day(text, Form.ANNUAL).period_end == date(2022, 12, 31)
    assert closing_day("year ended December 31, 2022", Form.ANNUAL).period_end is None


def test_a_day_is_confirmed_where_it_is_printed_as_often_as_such_days_are() -> None:
    day = date(2022, 12, 31)
    assert list(days_printed("at December 31, 2022. " * 2, Form.ANNUAL, day, None)) == []
    confirmed = list(days_printed("at DECEMBER 31, 2022. " * 3, Form.ANNUAL, day, None))
    assert [found.period_end for found in confirmed] == [day]
