from datetime import date

import pytest

from hirec.datasets.wording import ASKED_MONTHS, bare_label, company_names, possessive, when
from hirec.types import Period

YEAR = Period(2024, None, date(2024, 5, 31), 12)
YEAR_END = Period(2024, None, date(2024, 5, 31), 0)


@pytest.mark.parametrize(
    ("period", "said"),
    [
        (YEAR_END, "at the end of fiscal 2024"),
        (YEAR_END, "as of May 31, 2024"),
        (YEAR, "for the fiscal year ended May 31, 2024"),
        (Period(2024, 2, date(2023, 11, 30), 0), "at the end of Q2 FY2024"),
        (Period(2024, 2, date(2023, 11, 30), 3), "in the second quarter of fiscal 2024"),
        (Period(2024, 2, date(2023, 11, 30), 6), "in the first six months of fiscal 2024"),
        (Period(2024, None, date(2024, 12, 31), 12), "in 2024"),
    ],
)
def test_when(period: Period, said: str) -> None:
    assert said in when(period)


def test_a_calendar_year_is_only_said_where_it_is_the_fiscal_year() -> None:
    assert "in 2024" not in when(YEAR)
    with pytest.raises(ValueError, match="no year"):
        when(Period(months=12))


def test_companies_and_owners() -> None:
    assert company_names("NIKE, Inc.", ("NKE", "nike"))[:2] == ("NIKE", "NIKE, Inc.")
    assert company_names("The Home Depot, Inc.", ())[0] == "Home Depot"
    assert possessive("NIKE") == "NIKE's"
    assert possessive("Harbor Pike Foods") == "Harbor Pike Foods'"


@pytest.mark.parametrize(
    ("label", "bare"),
    [("Less: treasury stock", "treasury stock"), ("Total debt:* –", "Total debt"), ("Net", "Net")],
)
def test_a_label_is_bare_of_what_leads_to_it(label: str, bare: str) -> None:
    assert bare_label(label) == bare


@pytest.mark.parametrize("months", ASKED_MONTHS)
def test_all_that_is_asked_can_be_said(months: int) -> None:
    assert when(Period(2024, 2, date(2023, 11, 30), months))
