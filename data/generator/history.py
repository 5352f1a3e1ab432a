"""What a registrant files over its life, in order: the unit of collections of any size.

LOFin holds 10-K, 10-Q and 8-K filings of 516 companies from October 2001 to April 2025 (HiREC,
section 3.1), 145,897 in all. It does not say how many of each, but that many companies cannot have
filed more than a third of them as annual and quarterly reports: two thirds are current reports,
and so they are here.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from functools import partial

from generator.annual import annual_amendment, filed_on
from generator.collection import Draft, annual_draft, event_draft, make_identity, quarterly_draft
from generator.companies import Company
from generator.draws import choose
from generator.events import (
    capital_report,
    credit_report,
    officer_report,
    proxy_statement,
    vote_report,
)
from generator.facts import credit_year
from generator.layout import Block
from generator.quarterly import results_report
from hirec.types import Form, SourceKind

_Event = tuple[date, list[Block]]
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
    for quarter in (1, 2, 3):
        yield partial(_current, company, partial(results_report, company, year, quarter))
        yield partial(quarterly_draft, company, year, quarter)
    yield partial(_current, company, partial(results_report, company, year, 4))
    yield partial(annual_draft, company, year)
    if company.miscounted == year:
        yield partial(_amendment, company, year)
    yield partial(_proxy, company, year)
    for write in _events(company, year):
        yield partial(_current, company, partial(write, company, year))


def _events(company: Company, year: int) -> Sequence[Callable[[Company, int], _Event]]:
    signed = [credit_report] if credit_year(year) == year else []
    changed = [officer_report] if officer_year(company) == year else []
    return [vote_report, capital_report, *signed, *changed]


def _current(company: Company, write: Callable[[], _Event], kind: SourceKind) -> Draft:
    return event_draft(company, Form.CURRENT, write(), kind)


def _proxy(company: Company, year: int, kind: SourceKind) -> Draft:
    return event_draft(company, Form.PROXY, proxy_statement(company, year), kind)


def _amendment(company: Company, year: int, kind: SourceKind) -> Draft:
    filed = filed_on(company, year) + timedelta(days=63)
    identity = make_identity(
        company, Form.ANNUAL, year, company.calendar.year_end(year), filed=filed, amendment=True
    )
    blocks = tuple(annual_amendment(company, year))
    return Draft(f"{company.ticker}_{year}_10KA", company, identity, blocks, kind)
