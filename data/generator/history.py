"""What a registrant files over its life, in order: the unit of collections of any size.

LOFin holds 10-K, 10-Q and 8-K filings of 516 companies from October 2001 to April 2025 (HiREC,
section 3.1), 145,897 in all. It does not say how many of each, but that many companies cannot have
filed more than a third of them as annual and quarterly reports: two thirds are current reports,
and so they are here.
"""

from collections.abc import Callable, Iterator
from functools import partial

from generator.collection import Draft, annual_draft, event_draft, quarterly_draft
from generator.companies import Company
from generator.draws import choose
from generator.facts import credit_year
from generator.reports import (
    Event,
    capital_report,
    credit_report,
    officer_report,
    proxy_statement,
    results_report,
    vote_report,
)
from hirec.types import Form, SourceKind

Plan = Callable[[SourceKind], Draft]
"""Makes a filing in a format."""


def reported_years(company: Company) -> range:
    """Fiscal years with an annual report; the books begin two years before."""
    return range(company.first_year + 2, company.last_year + 1)


def history(company: Company) -> list[Plan]:
    """All filings of a company by fiscal year; nothing is written before a plan is called."""
    return [plan for year in reported_years(company) for plan in _of_year(company, year)]


def drafts(company: Company, kind: SourceKind, most: int | None = None) -> Iterator[Draft]:
    """The filings of a company, or the first of them; every one has an id of its own.

    Two current reports of a day are told apart by a number, as EDGAR's accession numbers do.
    """
    seen: dict[str, int] = {}
    for plan in history(company)[:most]:
        draft = plan(kind)
        count = seen[draft.filing_id] = seen.get(draft.filing_id, 0) + 1
        yield draft if count == 1 else draft.numbered(count)


def officer_year(company: Company) -> int:
    """The year in which the chief financial officer changes."""
    return choose(reported_years(company), company.ticker, "officer year")


def _of_year(company: Company, year: int) -> Iterator[Plan]:
    def event(write: Callable[..., Event], *when: int, form: Form = Form.CURRENT) -> Plan:
        return lambda kind: event_draft(company, write(company, year, *when), kind, form)

    for quarter in (1, 2, 3):
        yield event(results_report, quarter)
        yield partial(quarterly_draft, company, year, quarter)
    yield event(results_report, 4)
    yield partial(annual_draft, company, year)
    if company.miscounted == year:
        yield partial(annual_draft, company, year, amendment=True)
    yield event(proxy_statement, form=Form.PROXY)
    yield event(vote_report)
    yield event(capital_report)
    if credit_year(year) == year:
        yield event(credit_report)
    if officer_year(company) == year:
        yield event(officer_report)
