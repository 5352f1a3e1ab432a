import pytest

from hirec.periods import find_periods


@pytest.mark.parametrize(
    ("question", "year"),
    [
        ("What was Acme's debt at the start of 2016?", 2015),
        ("its cash at the beginning of fiscal 2016", 2015),
        ("How many people worked there at the start of January 2016?", 2015),
        ("inventory at the very beginning of the year 2016", 2015),
        ("Acme beginning goodwill fiscal 2016", 2015),
        ("Acme goodwill, opening balance 2016", 2015),
        ("Acme equity, beginning of 2016", 2015),
        ("Acme stocks, start of year, 2016", 2015),
        ("Acme cash, previous year-end, fiscal 2016", 2015),
        ("Acme inventories entering fiscal 2016", 2015),
    ],
)
def test_a_year_begins_where_the_one_before_closed(question: str, year: int) -> None:
    (ref,) = find_periods(question)
    assert (ref.period.fiscal_year, ref.period.months) == (year, 0)
    assert ref.said.startswith("end of ")


@pytest.mark.parametrize(
    "question",
    [
        "debt at the end of 2016",
        "sales from the beginning of 2016",
        "revenue in 2016",
        "leases beginning in 2016",
        "growth since the beginning of 2016",
        "the fiscal year beginning July 2016",
    ],
)
def test_other_years_stay(question: str) -> None:
    (ref,) = find_periods(question)
    assert ref.period.fiscal_year == 2016


def test_a_quarter_begins_where_the_one_before_closed() -> None:
    (ref,) = find_periods("Acme inventories at the beginning of Q2 2016")
    assert (ref.period.fiscal_year, ref.period.fiscal_quarter, ref.period.months) == (2016, 1, 0)


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("Acme's goodwill at the beginning and end of 2019", ["FY2018", "FY2019"]),
        ("the accrual at the beginning and the end of fiscal year 2019", ["FY2018", "FY2019"]),
        ("its reserve at the beginning and end of Q2 2019", ["Q1 FY2019", "Q2 FY2019"]),
        ("its reserve at the start and end of the first quarter of 2019", ["FY2018", "Q1 FY2019"]),
        ("its cash at the beginning and end of the first half of 2019", ["FY2018", "Q2 FY2019"]),
        ("cash at the end of 2019", ["FY2019"]),
    ],
)
def test_both_ends_of_a_period_are_two_days(question: str, days: list[str]) -> None:
    found = find_periods(question)
    assert [ref.period.label() for ref in found] == days
    if len(days) > 1:
        assert all(ref.period.months == 0 for ref in found)
