from dataclasses import replace
from datetime import date

from hirec.stages.identity_match import identity_score
from hirec.types import Form, Identity, Period, PeriodRef, Scope, Slot


def annual(year: int) -> Identity:
    return Identity("Nike", Form.ANNUAL, year, None, date(year, 5, 31))


def slot(year: int, quarter: int | None = None) -> Slot:
    return Slot(None, PeriodRef(Period(year, quarter), f"FY{year}", fiscal=True))


def test_the_year_asked_for_leads_later_filings_with_comparatives_follow():
    scores = [identity_score(annual(year), slot(2021), Scope()) for year in (2021, 2022, 2023)]
    assert scores[0] > scores[1] > scores[2] > 0


def test_a_filing_made_before_the_year_cannot_help():
    assert identity_score(annual(2020), slot(2021), Scope()) == 0


def test_a_filing_of_unknown_period_may_help_behind_all_that_say_theirs():
    unknown = identity_score(Identity("Nike", Form.UNKNOWN), slot(2021), Scope())
    assert 0 < unknown < identity_score(annual(2023), slot(2021), Scope())


def test_a_quarter_wants_its_own_quarterly_report():
    report = Identity("Nike", Form.QUARTERLY, 2021, 2, date(2020, 11, 30))
    other = Identity("Nike", Form.QUARTERLY, 2021, 3, date(2021, 2, 28))
    asked = slot(2021, 2)
    assert identity_score(report, asked, Scope()) > identity_score(annual(2021), asked, Scope())
    assert identity_score(other, asked, Scope()) == 0


def test_a_current_report_is_found_by_its_day():
    scope = Scope(forms=(Form.CURRENT,), event_dates=(date(2023, 5, 3),))
    on_the_day = Identity("P", Form.CURRENT, 2023, None, date(2023, 5, 3))
    a_month_off = Identity("P", Form.CURRENT, 2023, None, date(2023, 5, 30))
    a_year_off = Identity("P", Form.CURRENT, 2022, None, date(2022, 5, 4))
    scores = [
        identity_score(identity, Slot(None, None), scope)
        for identity in (on_the_day, a_month_off, a_year_off)
    ]
    assert scores[0] > scores[1] > scores[2] == 0


def test_the_form_said_in_the_question_is_preferred():
    scope = Scope(forms=(Form.PROXY,))
    proxy = Identity("Nike", Form.PROXY, 2021, None, None)
    assert identity_score(proxy, Slot(None, None), scope) > identity_score(
        annual(2021), Slot(None, None), scope
    )


def test_a_filing_that_restates_a_year_leads_the_original():
    later = Identity("Nike", Form.ANNUAL, 2022, None, date(2022, 5, 31), restated_years=(2021,))
    assert identity_score(later, slot(2021), Scope()) > identity_score(
        annual(2021), slot(2021), Scope()
    )


def test_a_quarterly_report_also_states_months_since_the_year_began_and_its_last_close():
    report = Identity("Nike", Form.QUARTERLY, 2021, 2, date(2020, 11, 30))
    half = Slot(None, PeriodRef(Period(end=date(2020, 11, 30), months=6), "six months"))
    opened = Slot(None, PeriodRef(Period(end=date(2020, 5, 31)), "May 31, 2020"))
    assert identity_score(report, half, Scope()) > 0
    assert identity_score(report, opened, Scope()) > 0


def test_a_proxy_is_asked_for_by_the_year_it_tells_of():
    scope = Scope(forms=(Form.PROXY, Form.ANNUAL))
    proxy = Identity("Nike", Form.PROXY, 2022, None, date(2022, 9, 9))
    assert identity_score(proxy, slot(2021), scope) > identity_score(
        annual(2021), slot(2021), scope
    )


def test_what_was_known_on_a_day_stands_behind_what_states_it():
    asked = Slot(None, PeriodRef(Period(end=date(2023, 5, 31), months=0), "May 31, 2023"))
    closes, newest, older = (
        Identity("N", Form.ANNUAL, day.year, None, day, filing_date=day)
        for day in (date(2023, 5, 31), date(2023, 3, 31), date(2022, 6, 30))
    )
    later = Identity("N", Form.CURRENT, 2023, None, date(2023, 8, 1))
    stale = Identity("N", Form.CURRENT, 2021, None, date(2021, 8, 1))
    scores = [identity_score(i, asked, Scope()) for i in (closes, newest, older, later, stale)]
    assert scores[0] > 2 * scores[1]
    assert scores[1] > scores[2] > scores[3] == scores[4] == 0


def test_a_day_between_the_end_of_a_year_and_its_report_is_told_of_there() -> None:
    asked = Slot(None, PeriodRef(Period(end=date(2021, 7, 9), months=0), "July 9, 2021"))
    filed = replace(annual(2021), filing_date=date(2021, 7, 20))
    early = replace(annual(2021), filing_date=date(2021, 7, 1))
    scores = [identity_score(i, asked, Scope()) for i in (filed, annual(2021), early, annual(2022))]
    assert scores[0] == scores[1] > scores[2] > scores[3] == 0


def test_a_month_in_which_a_report_was_filed_is_told_of_there() -> None:
    asked = Slot(None, PeriodRef(Period(2022), "February 2022"))
    early = Identity("Nike", Form.ANNUAL, 2021, None, date(2021, 12, 31))
    filed = [replace(early, filing_date=date(2022, *day)) for day in ((1, 30), (2, 20))]
    scores = [identity_score(one, asked, Scope()) for one in filed]
    assert scores[1] > scores[0] == 0


def test_an_annual_report_may_state_quarters_of_its_year_and_of_the_year_before():
    own, before, earlier = (
        identity_score(annual(2021), slot(year, 2), Scope()) for year in (2021, 2020, 2019)
    )
    assert own > before > earlier == 0


def test_a_quarter_named_by_its_last_day_lies_in_the_year_of_an_annual_report():
    day = PeriodRef(Period(end=date(2020, 11, 30), months=3), "quarter ended November 30, 2020")
    assert identity_score(annual(2021), Slot(None, day), Scope()) > 0
    assert identity_score(annual(2023), Slot(None, day), Scope()) == 0


def test_where_each_filing_speaks_for_itself_none_stands_in_for_another():
    own = Scope(own_filings=True)
    assert identity_score(annual(2021), slot(2021), own) > 0
    assert identity_score(annual(2022), slot(2021), own) == 0  # it has 2021 beside its own year
    quarterly = Identity("Nike", Form.QUARTERLY, 2021, 2, date(2020, 11, 30))
    assert identity_score(quarterly, slot(2021, 2), own) > 0
    assert identity_score(quarterly, slot(2021), own) == 0
    assert identity_score(annual(2021), slot(2021, 4), own) == 0
    assert identity_score(Identity("Nike", Form.UNKNOWN), slot(2021), own) == 0


def test_a_proxy_tells_of_the_year_before_it():
    proxy = Identity("Nike", Form.PROXY, 2022, None, date(2022, 3, 9))
    later, before, earlier = (identity_score(proxy, slot(y), Scope()) for y in (2022, 2021, 2019))
    assert later > before > earlier == 0
