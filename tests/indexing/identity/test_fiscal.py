"""Fiscal years and quarters by calendars that are not the year's."""

from datetime import date

import pytest

from indexing.identity.evidence import weigh_field
from indexing.identity.fiscal import annual_findings, quarterly_findings


def year_of(text: str, end: date) -> str | None:
    weighed = weigh_field("fiscal_year", annual_findings(text, end))
    return weighed.candidates[0].value if weighed else None


@pytest.mark.parametrize(
    ("text", "end", "expected"),
    [
        ("", date(2024, 6, 30), "2024"),
        ("", date(2023, 9, 30), "2023"),
        ("", date(2016, 1, 3), "2015"),
        ("In fiscal 2022 we grew. " * 5 + "In fiscal 2021 less. " * 4, date(2023, 1, 28), "2022"),
        ("In fiscal 2023 we grew. " * 5 + "In fiscal 2022 less. " * 4, date(2023, 1, 29), "2023"),
        ('Fiscal 2022 ended on January 28, 2023. "2022" has 52 weeks.', date(2023, 1, 28), "2022"),
        (
            'for the fiscal year ended January 28, 2012 (the "2011 Form 10-K")',
            date(2013, 2, 2),
            "2012",
        ),
        (
            'References to "2012," "2011" and "2010" are references to the fiscal years ended '
            "February 2, 2013, January 28, 2012 and January 29, 2011.",
            date(2013, 2, 2),
            "2012",
        ),
    ],
)
def test_a_fiscal_year_is_called_what_the_company_calls_it(
    text: str, end: date, expected: str
) -> None:
    assert year_of(text, end) == expected


def test_the_first_quarter_is_not_of_the_year_before() -> None:
    text = (
        "annual report for the fiscal year ended January 29, 2023. In fiscal 2023 we sold. "
        * 6
        + "Results for the first quarter of fiscal year 2024 and the first quarter of fiscal year "
        "2023. In the first quarter of fiscal year 2024 we sold more. "
        "Three months ended April 30, 2023."
    )
    heard = list(quarterly_findings(text, date(2023, 4, 30), None))
    year, quarter = weigh_field("fiscal_year", heard), weigh_field("fiscal_quarter", heard)
    assert year is not None
    assert quarter is not None
    assert (year.value, quarter.value) == (2024, 1)


@pytest.mark.parametrize(
    ("end", "quarter"),
    [(date(2023, 9, 30), 1), (date(2023, 12, 31), 2), (date(2024, 3, 31), 3)],
)
def test_a_stated_year_end_counts_the_quarters(end: date, quarter: int) -> None:
    heard = list(quarterly_findings("", end, (6, 30)))
    weighed = weigh_field("fiscal_quarter", heard)
    year = weigh_field("fiscal_year", heard)
    assert weighed is not None
    assert year is not None
    assert (weighed.value, year.value) == (quarter, 2024)


def test_silent_words_tell_no_quarter() -> None:
    assert list(quarterly_findings("nothing", date(2023, 9, 30), None)) == []
