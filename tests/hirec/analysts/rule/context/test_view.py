import pytest

from hirec.analysts.rule.context.view import TableView, best_place, words_of, years_of
from hirec.types import Passage
from indexing.contexts import read_context

ROWS = (
    ("(in millions)", "2019", "2018", "Change %"),
    ("Revenue:", "", "", ""),
    ("Products", "700", "600", "16.7"),
    ("Services", "500", "400", "25.0"),
    ("", "1,200", "1,000", "20.0"),
)


@pytest.fixture
def view() -> TableView:
    passage: Passage = read_context("c1", ROWS, [])[0]
    assert passage.table is not None
    return TableView(passage, passage.table)


def test_years_are_read_in_every_spelling():
    assert years_of("FY19 against fiscal 2018, F17 and 2019") == (2019, 2018, 2017)
    assert years_of("$2,019 or 2019.5") == ()


def test_words_are_folded():
    assert words_of("What were the company's net sales and profits in 2019?") == (
        "net",
        "revenue",
        "earning",
    )


def test_row_and_year_point_at_a_cell(view: TableView):
    place = best_place([view], "services revenue", 2018)
    assert place is not None
    assert (place.row.label, place.cell.text) == ("Services", "400")


def test_a_row_without_label_is_the_total(view: TableView):
    place = best_place([view], "total revenue", 2019)
    assert place is not None
    assert place.cell.text == "1,200"


def test_a_column_of_changes_is_read_only_where_changes_are_asked(view: TableView):
    place = best_place([view], "products", None)
    assert place is not None
    assert place.cell.text == "700"


def test_words_that_no_row_has_point_nowhere(view: TableView):
    assert best_place([view], "goodwill", 2019) is None


def test_across_and_down(view: TableView):
    place = best_place([view], "products", 2019)
    assert place is not None
    assert [p.cell.text for p in view.across(place)] == ["700", "600"]
    assert [p.row.label for p in view.down(place)] == ["Products", "Services"]
