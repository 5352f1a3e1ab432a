from collections import Counter
from itertools import islice

from generator.history import drafts, history, reported_years
from generator.market import companies
from hirec.types import Form, SourceKind


def test_two_thirds_are_current_reports_and_every_year_is_reported_once() -> None:
    forms: Counter[Form] = Counter()
    for company in islice(companies(), 6):
        made = list(drafts(company, SourceKind.TEXT))
        assert len(made) == len(history(company)) == len({draft.filing_id for draft in made})
        forms.update(draft.identity.form for draft in made)
        annual = [d.identity for d in made if d.identity.form is Form.ANNUAL]
        years = [identity.fiscal_year for identity in annual if not identity.amendment]
        assert years == list(reported_years(company))
    total = sum(forms.values())
    assert 0.5 < forms[Form.CURRENT] / total < 0.7
    assert forms[Form.QUARTERLY] == 3 * forms[Form.PROXY]


def test_a_restating_company_publishes_a_year_twice() -> None:
    company = next(each for each in companies() if each.restated)
    year = company.restated or 0
    texts = {
        draft.filing_id: "\n".join(draft.pages.texts())
        for draft in drafts(company, SourceKind.TEXT)
        if draft.identity.form is Form.ANNUAL
    }
    told = [name for name, text in texts.items() if "(As Restated)" in text]
    assert told == [f"{company.ticker}_{year + 1}_10K"]


def test_a_moved_year_is_explained_and_its_quarters_follow() -> None:
    company = next(each for each in companies() if each.calendar.changed_in)
    calendar, year = company.calendar, company.calendar.changed_in or 0
    assert calendar.year_end(year - 1).month != calendar.year_end(year).month
    assert calendar.year_end(year - 1) < calendar.year_start(year)
    ends = [calendar.quarter_end(year, quarter) for quarter in (1, 2, 3, 4)]
    assert ends == sorted(ends)
    assert ends[-1] == calendar.year_end(year)
    report = next(
        draft
        for draft in drafts(company, SourceKind.TEXT)
        if draft.filing_id == f"{company.ticker}_{year}_10K"
    )
    assert "We changed our fiscal year end from" in "\n".join(report.pages.texts())
