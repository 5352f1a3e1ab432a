import pytest

from hirec.periods import find_periods


@pytest.mark.parametrize(
    ("question", "year"),
    [
        ("What was Acme's debt at the start of 2016?", 2015),
        ("its cash at the beginning of fiscal 2016", 2015),
        ("How many people worked there at the start of January 2016?", 2015),
        ("inventory at the very beginning of the year 2016", 2015),
    ],
)
def test_a_year_begins_where_the_one_before_closed(question: str, year: int) -> None:
    (ref,) = find_periods(question)
    assert (ref.period.fiscal_year, ref.period.months) == (year, 0)
    assert ref.said.startswith("end of ")


@pytest.mark.parametrize(
    "question", ["debt at the end of 2016", "sales from the beginning of 2016", "revenue in 2016"]
)
def test_other_years_stay(question: str) -> None:
    (ref,) = find_periods(question)
    assert ref.period.fiscal_year == 2016
