from datetime import date

import pytest

from hirec.periods import find_dates, find_periods, members, month_of, years_earlier
from hirec.types import Period


def labels(question: str) -> list[str]:
    return [ref.period.label() for ref in find_periods(question)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("the FY2015 ratio", ["FY2015"]),
        ("from FY2015 to FY2016", ["FY2015", "FY2016"]),
        ("the FY2016 - FY2018 average", ["FY2016", "FY2017", "FY2018"]),
        ("from 2016 to 2018", ["FY2016", "FY2017", "FY2018"]),
        ("changed between 2016 and 2018", ["FY2016", "FY2018"]),
        ("2022, 2021 and 2020", ["FY2022", "FY2021", "FY2020"]),
        ("last three years as of 2023", ["FY2021", "FY2022", "FY2023"]),
        ("the past two fiscal years ending 2022", ["FY2021", "FY2022"]),
        ("over the last three years ended FY2023", ["FY2021", "FY2022", "FY2023"]),
        ("3-year average ending FY2018", ["FY2016", "FY2017", "FY2018"]),
        ("between FY20 and FY21", ["FY2020", "FY2021"]),
        ("Q2 of FY2023", ["Q2 FY2023"]),
        ("in Q22023 year over year", ["Q2 FY2023"]),
        ("as of Q2'2023", ["Q2 FY2023"]),
        ("as of FY2023Q1, guidance for FY2023", ["Q1 FY2023", "FY2023"]),
        ("second quarter of fiscal 2023", ["Q2 FY2023"]),
        ("2Q23 against 2Q22", ["Q2 FY2023", "Q2 FY2022"]),
        ("Q1 and Q2 of 2023", ["Q1 FY2023", "Q2 FY2023"]),
        ("the fourth quarter dividend of 2020", ["Q4 FY2020"]),
        ("for FY 2023 occurred in Q4", ["FY2023", "Q4 FY2023"]),
        ("2019-20 growth", ["FY2019", "FY2020"]),
        ("2019 2020 2021", ["FY2019", "FY2020", "FY2021"]),
        ("net income 6 months 2023", ["H1 FY2023"]),
        ("nine-month sales as of March 31, 2017", ["2017-03-31"]),
        ("goodwill mid-2025", ["2025-06-30"]),
        ("hedged debt, end of June quarter 2025", ["2025-06-30"]),
        ("holders of record at end January 2024", ["2024-01-31"]),
        ("Q4 fiscal 2022 income (quarter ended Jan 28, 2023)", ["Q4 FY2022"]),
        ("sales of fiscal 2022 (ended January 28, 2023)", ["FY2022"]),
        ("buybacks in 1H23 against 1H 2022", ["H1 FY2023", "H1 FY2022"]),
        ("cash taxes, 9M23", ["9M FY2023"]),
        ("sales of 3M 2018", ["FY2018"]),
        ("capex in the first quarter of fiscal 2024 (quarter ended July 31, 2023)", ["Q1 FY2024"]),
        ("sales for the June 2025 quarter (Q3 FY25)", ["Q3 FY2025"]),
        ("sales in 2022 (2021)", ["FY2022", "FY2021"]),
        ("between the end of FY22 (January 29, 2023) and July 30, 2023", ["FY2022", "2023-07-30"]),
        ("the effect of ASU 2016-02", []),
        ("the 4% notes due 2029 and the 2028 Notes", []),
        ("more than $2015 million", []),
        ("the 8-K dated 1st July 2022", []),
        ("", []),
    ],
)
def test_find_periods(question: str, expected: list[str]) -> None:
    assert labels(question) == expected


def test_days_close_periods_only_where_said() -> None:
    ended = find_periods("net income for the quarter ended June 30, 2023")
    assert [ref.period for ref in ended] == [Period(end=date(2023, 6, 30), months=3)]
    instant = find_periods("assets as of December 31, 2022")
    assert [ref.period for ref in instant] == [Period(end=date(2022, 12, 31), months=0)]
    closed = find_periods("order backlog at the end of June 2023")
    assert [ref.period for ref in closed] == [Period(end=date(2023, 6, 30), months=0)]


def test_fiscal_is_inherited_along_a_list() -> None:
    assert [ref.fiscal for ref in find_periods("fiscal 2022 and 2021")] == [True, True]
    assert [ref.fiscal for ref in find_periods("in 2022 and 2021")] == [False, False]


def test_said_keeps_the_words() -> None:
    assert find_periods("as oF Q2 of FY2023 close")[0].said == "Q2 of FY2023"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("average for 2017-2019", ["FY2017", "FY2018", "FY2019"]),
        ("for 2017,2018 and 2019", ["FY2017", "FY2018", "FY2019"]),
        ("in 2018/2019 from 2017/18", ["FY2019", "FY2018"]),
        ("at December 31, 2018 and 2019", ["2018-12-31", "2019-12-31"]),
    ],
)
def test_compact_ways_of_writing(question: str, expected: list[str]) -> None:
    assert labels(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("in the first six months of fiscal 2025", Period(2025, 2, None, 6)),
        ("for the first nine months of 2023", Period(2023, 3, None, 9)),
        ("during the first 3 months of FY2024", Period(2024, 1, None, 3)),
    ],
)
def test_first_months_are_a_year_to_date(question: str, expected: Period) -> None:
    (ref,) = find_periods(question)
    assert ref.period == expected
    assert ref.fiscal == ("2023" not in question)


def test_said_holds_the_length_of_the_span() -> None:
    (ref,) = find_periods("net income for the nine months ended June 28, 2025, in millions")
    assert ref.said == "nine months ended June 28, 2025"
    assert ref.period == Period(end=date(2025, 6, 28), months=9)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("cash as of June 30, 2025 compared with December 31, 2024", [(2025, 0), (2024, 0)]),
        (
            "sales for the nine months ended June 30, 2025 versus June 30, 2024",
            [(2025, 9), (2024, 9)],
        ),
        ("what was announced on May 3, 2023 and June 1, 2023", []),
    ],
)
def test_a_day_compared_with_a_closing_day_closes_its_like(
    question: str, expected: list[tuple[int, int]]
) -> None:
    periods = [ref.period for ref in find_periods(question)]
    assert [(p.end and p.end.year, p.months) for p in periods] == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("nine months ended September 30, 2021 and 2020", ["2021-09-30", "2020-09-30"]),
        ("in the March 2017 quarter", ["2017-03-31"]),
        ("the FY ended September 2020", ["2020-09-30"]),
        ("over the five year period ended May 31, 2020", ["2020-05-31"]),
    ],
)
def test_a_day_closes_its_span_and_lends_it_to_the_year_beside_it(
    question: str, expected: list[str]
) -> None:
    assert labels(question) == expected


def test_how_long_a_span_is_that_a_day_closes() -> None:
    said = ("26 weeks ended July 3, 2021", "the March 2017 quarter", "year ended May 31, 2020")
    months = [ref.period.months for question in said for ref in find_periods(question)]
    assert months == [6, 3, 12]


def test_a_length_apart_from_its_day_is_the_length_of_the_span_that_the_day_closes():
    (ref,) = find_periods("nine-month sales as of March 31, 2017")
    assert ref.period.months == 9


def test_the_year_of_a_day_in_figures_may_have_two_digits():
    assert find_dates("the inventory of 9/30/24, and of 12/31/98") == (
        date(2024, 9, 30),
        date(1998, 12, 31),
    )


def test_the_same_period_years_before_is_said_as_it_would_be():
    assert [years_earlier(ref, 2).said for ref in find_periods("fiscal 2023")] == ["fiscal 2021"]
    (leap,) = find_periods("as of February 29, 2020")
    assert years_earlier(leap).period.end == date(2019, 2, 28)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("sales in the third quarter of 2023 compared with the same quarter of 2022", [3, 3]),
        ("Q2 2023 against the corresponding period of fiscal 2022", [2, 2]),
        ("Q2 2023 against the year 2022", [2, None]),
    ],
)
def test_the_same_quarter_of_another_year_is_a_quarter(question: str, expected: list[int]) -> None:
    assert [ref.period.fiscal_quarter for ref in find_periods(question)] == expected


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("sales in the year before fiscal 2024", "FY2023"),
        ("the tax rate three years before 2023", "FY2020"),
        ("revenue two years after 2020", "FY2022"),
        ("revenue in the quarter before Q1 2023", "Q4 FY2022"),
        ("acquired in the years before 2023", "FY2023"),
        ("capex, Jul-Sep 2023 quarter", "2023-09-30"),
        ("revenue from April to June 2023", "2023-06-30"),
    ],
)
def test_a_period_may_be_told_from_another(question: str, label: str) -> None:
    (ref,) = find_periods(question)
    assert ref.period.label() == label


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("debt, March 31 2017 vs July 1 2016", ["2017-03-31", "2016-07-01"]),
        ("bought on March 31 2017 and sold on July 1 2016", []),
        ("from year-end 2022 to March 25, 2023", ["FY2022", "2023-03-25"]),
        ("sales 2016 versus July 1 2017", ["FY2016", "2017-07-01"]),
    ],
)
def test_days_held_against_each_other_are_instants(question: str, days: list[str]) -> None:
    assert [ref.period.label() for ref in find_periods(question)] == days


@pytest.mark.parametrize(
    ("said", "month"), [("May 2025", "May"), ("Nov. 2008", "Nov"), ("2025", ""), ("FY2025", "")]
)
def test_the_month_that_a_year_is_said_with(said: str, month: str) -> None:
    (ref,) = find_periods(f"revenue in {said}")
    assert month_of(ref) == month


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("net sales 2021-2023", ["2021", "2022", "2023"]),
        ("net sales from fiscal 2021 to 2023", ["fiscal 2021", "fiscal 2022", "2023"]),
    ],
)
def test_a_year_that_a_range_implies_is_called_by_its_own_name(
    question: str, said: list[str]
) -> None:
    assert [ref.said for ref in find_periods(question)] == said


def test_members_are_called_by_their_own_names() -> None:
    first, last = find_periods("Q3 2022")[0], find_periods("Q2 2023")[0]
    assert [ref.said for ref in members(first, last)] == [
        "Q3 2022",
        "Q4 FY2022",
        "Q1 FY2023",
        "Q2 2023",
    ]
    assert members(last, last) == (last,)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("net income for 2012 and the year before", ["FY2012", "FY2011"]),
        ("net income in the first half of 2023 and the prior year?", ["H1 FY2023", "H1 FY2022"]),
        ("sales in fiscal 2022, and in the previous fiscal year", ["FY2022", "FY2021"]),
        ("sales in Q2 2022 and the prior year quarter", ["Q2 FY2022"]),
        ("sales in Q2 2022 and a year ago", ["Q2 FY2022", "Q2 FY2021"]),
        ("interest on the notes due May 2031 in 2022", ["FY2022"]),
        ("the notes (due May 2031)", []),
        ("debt due in 2025", ["FY2025"]),
    ],
)
def test_a_year_before_is_asked_for_too_and_one_of_a_name_is_not(
    question: str, expected: list[str]
) -> None:
    assert labels(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("sales in Q3 2022 and nine months", ["Q3 FY2022", "9M FY2022"]),
        ("sales in the third quarter of 2022, and year to date?", ["Q3 FY2022", "9M FY2022"]),
        ("sales Q2 2022 and first half?", ["Q2 FY2022", "H1 FY2022"]),
        ("first-half 2023 growth in sales", ["H1 FY2023"]),
        ("sales in Q3 2022 and six months", ["Q3 FY2022"]),
        ("sales in 2022 and year to date", ["FY2022"]),
        ("sales Q3 2022 and the nine months of 2021", ["Q3 FY2022", "9M FY2021"]),
    ],
)
def test_the_months_up_to_a_quarters_end_are_asked_for_beside_it(
    question: str, expected: list[str]
) -> None:
    assert labels(question) == expected


@pytest.mark.parametrize(
    ("question", "day", "months"),
    [
        ("buybacks in the first half of fiscal year ending Jan 2024", "2023-07-31", 6),
        ("sales, first six months of the fiscal year ended January 31, 2024", "2023-07-31", 6),
        ("sales in Q2 of the fiscal year ending January 2024", "2023-07-31", 3),
        ("sales in the last quarter of the year ending June 2023", "2023-06-30", 3),
        ("nine months of the year ending December 2023", "2023-09-30", 9),
        ("sales in the year ending December 2023", "2023-12-31", 12),
    ],
)
def test_a_part_of_a_year_said_by_its_end(question: str, day: str, months: int) -> None:
    (ref,) = find_periods(question)
    assert (ref.period.label(), ref.period.months) == (day, months)
