from dataclasses import replace
from datetime import date

from hirec.index import Index
from hirec.settings import RetrievalSettings
from hirec.stages.documents import DocumentStage, newest_first
from hirec.types import CompanyRef, Form, Period, PeriodRef, Scope

A, B = CompanyRef("a", "A", "A"), CompanyRef("b", "B", "B")


def ref(year: int, quarter: int | None = None, end: date | None = None) -> PeriodRef:
    return PeriodRef(Period(year, quarter, end), f"{year}")


def test_slots_go_from_the_newest_period_back_and_by_company_within_one():
    scope = Scope(companies=(B, A), periods=(ref(2021), ref(2022)))
    assert [(s.period.period.fiscal_year, s.company.name) for s in newest_first(scope)] == [
        (2022, "B"),
        (2022, "A"),
        (2021, "B"),
        (2021, "A"),
    ]


def test_a_quarter_comes_before_its_year():
    scope = Scope(periods=(ref(2023), ref(2023, 1), ref(2022, 4)))
    found = [
        (s.period.period.fiscal_year, s.period.period.fiscal_quarter) for s in newest_first(scope)
    ]
    assert found == [(2023, 1), (2023, None), (2022, 4)]


def test_an_open_scope_has_one_open_slot():
    slots = newest_first(Scope())
    assert [(slot.company, slot.period) for slot in slots] == [(None, None)]


def test_where_no_form_is_said_the_usual_one_gains(hashed_index, query, encoder):
    index = Index.open(hashed_index)

    def forms(scope, weight):
        asked = replace(query, core="Which acquisition was announced?", scope=scope)
        settings = RetrievalSettings(documents=10, form_weight=weight)
        ranked = DocumentStage(index, encoder, settings).rank(asked)
        return [index.filings[filing.filing_id].identity.form for filing in ranked]

    assert forms(Scope(), 1.0).index(Form.CURRENT) < forms(Scope(), 0.0).index(Form.CURRENT)
    said = Scope(forms=(Form.ANNUAL,))
    assert forms(said, 1.0) == forms(said, 0.0)


def test_where_any_filing_may_tell_a_period_orders_and_rules_out_none(hashed_index, query, encoder):
    index = Index.open(hashed_index)
    company = next(iter(index.companies.find("Harbor Peak Foods")[0]))
    said = PeriodRef(Period(2021), "2021")

    def found(scope):
        ranked = DocumentStage(index, encoder, RetrievalSettings()).rank(
            replace(query, scope=scope)
        )
        return [filing.filing_id for filing in ranked]

    scope = Scope(companies=(company,), periods=(said,))
    narrow, wide = found(scope), found(scope.widened)
    assert wide[0] == narrow[0]
    assert set(wide) == set(index.companies.filings(company.company_key)) > set(narrow)
    never = replace(scope, periods=(PeriodRef(Period(1998), "1998"),))
    assert not found(never)
    assert set(found(never.widened)) == set(wide)


def test_a_wider_scope_keeps_what_was_said_alone():
    own = Scope(
        companies=(A,),
        periods=(PeriodRef(Period(2023), ""), ref(2021)),
        unknown_companies=("Zed",),
        own_filings=True,
    )
    assert own.widened == Scope(companies=(A,), periods=(ref(2021),), any_filing=True)
