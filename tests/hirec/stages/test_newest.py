from datetime import date

import pytest

from hirec.stages.newest import with_newest
from hirec.types import (
    CompanyRef,
    Figure,
    Form,
    Identity,
    Operation,
    ParsedQuestion,
    Period,
    PeriodRef,
    Scope,
)
from tests.hirec.stages.covers import Covers, Held


def filed(
    form: Form, year: int, quarter: int | None = None, name: str = "Corvanta Foods, Inc."
) -> Held:
    end = date(year, 3 * (quarter or 4), 28)
    return Held(Identity(name, form, year, quarter, end, cik=name[:1]))


INDEX = Covers(
    {
        "C_2021": filed(Form.ANNUAL, 2021),
        "C_2022": filed(Form.ANNUAL, 2022),
        "C_2023Q1": filed(Form.QUARTERLY, 2023, 1),
        "H_2021": filed(Form.ANNUAL, 2021, name="Harbor Peak Foods Corp"),
        "E_2022Q3": filed(Form.EARNINGS, 2022, 3, "Elmhurst Retail, Inc."),
        "E_2022": filed(Form.EARNINGS, 2023, None, "Elmhurst Retail, Inc."),
        "T_2022Q2": filed(Form.QUARTERLY, 2022, 2, "Talbridge Rail Co"),
    }
)


def asked(*companies: str, operation: Operation = Operation.VALUE, years: int = 0) -> list[str]:
    return labels(parsed(operation, years), scope(*companies))


def parsed(operation: Operation = Operation.VALUE, years: int = 0) -> ParsedQuestion:
    measures = (Figure("revenue", "revenue", kind="money"),)
    return ParsedQuestion("", operation, measures, years=years, latest=years > 1)


def scope(*names: str, forms: tuple[Form, ...] = (), as_of: date | None = None) -> Scope:
    refs = [ref for name in names for ref in INDEX.companies.find(name)[0]]
    assert len(refs) == len(names)
    return Scope(companies=tuple(refs), forms=forms, as_of=as_of)


def labels(question: ParsedQuestion, about: Scope) -> list[str]:
    dated, over = with_newest(question, about, INDEX)  # type: ignore[arg-type]
    assert dated.periods == over.periods
    assert not dated.latest or not over.periods
    return [ref.period.label() for ref in over.periods]


def test_a_question_without_a_period_is_about_the_newest_year() -> None:
    assert asked("Corvanta Foods") == ["FY2022"]


def test_several_companies_are_compared_in_a_year_that_all_have_reported_on() -> None:
    assert asked("Corvanta Foods", "Harbor Peak Foods") == ["FY2021"]


def test_so_many_years_end_with_the_newest() -> None:
    assert asked("Corvanta Foods", operation=Operation.SERIES, years=3) == [
        "FY2020",
        "FY2021",
        "FY2022",
    ]


def test_of_a_change_the_later_end_is_named() -> None:
    assert asked("Corvanta Foods", operation=Operation.GROWTH, years=2) == ["FY2022"]


def test_where_a_quarter_is_asked_for_it_is_the_newest_one() -> None:
    assert labels(parsed(), scope("Corvanta Foods", forms=(Form.QUARTERLY,))) == ["Q1 FY2023"]


def test_a_release_of_earnings_tells_of_a_quarter_too() -> None:
    assert labels(parsed(), scope("Elmhurst Retail", forms=(Form.QUARTERLY,))) == ["Q3 FY2022"]


def test_a_company_with_quarters_alone_is_asked_about_the_newest_of_them() -> None:
    assert asked("Talbridge Rail") == ["Q2 FY2022"]


def test_what_was_not_filed_by_the_day_asked_is_not_the_newest() -> None:
    assert labels(parsed(), scope("Corvanta Foods", as_of=date(2022, 6, 1))) == ["FY2021"]


@pytest.mark.parametrize(
    "about",
    [
        Scope(),
        Scope(given=True, companies=(CompanyRef("x", "X", "X"),)),
        Scope(companies=(CompanyRef("x", "X", "X"),), event_dates=(date(2022, 1, 1),)),
    ],
)
def test_no_period_is_put_to_a_question_that_is_not_about_companies_and_years(about: Scope) -> None:
    assert with_newest(parsed(), about, INDEX) == (parsed(), about)  # type: ignore[arg-type]


def test_a_period_that_is_said_stays() -> None:
    said = Scope(periods=(PeriodRef(Period(2019), "2019"),), companies=scope("Talbridge").companies)
    assert with_newest(parsed(), said, INDEX) == (parsed(), said)  # type: ignore[arg-type]


def test_a_question_for_words_is_left_open() -> None:
    assert asked("Corvanta Foods", operation=Operation.TEXT) == []
