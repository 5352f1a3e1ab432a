"""What a registrant files over its life, in order: the unit of collections of any size.

LOFin holds 10-K, 10-Q and 8-K filings of 516 companies from October 2001 to April 2025 (HiREC,
section 3.1), 145,897 in all. It does not say how many of each, but that many companies cannot have
filed more than a third of them as annual and quarterly reports: two thirds are current reports,
and so they are here.
"""

from collections.abc import Iterator
from dataclasses import replace

from generator.collection import Draft, make_draft
from generator.companies import Company
from generator.draws import choose
from generator.facts import credit_year
from generator.reports import Plan
from hirec.types import SourceKind


def reported_years(company: Company) -> range:
    """Fiscal years with an annual report; the books begin two years before."""
    return range(company.first_year + 2, company.last_year + 1)


def history(company: Company) -> list[Plan]:
    """All filings of a company by fiscal year."""
    return [plan for year in reported_years(company) for plan in _of_year(company, year)]


def drafts(company: Company, kind: SourceKind, most: int | None = None) -> Iterator[Draft]:
    """The filings of a company, or the first of them; every one has an id of its own.

    Two current reports of a day are told apart by a number, as EDGAR's accession numbers do.
    """
    seen: dict[str, int] = {}
    for plan in history(company)[:most]:
        draft = make_draft(company, plan, kind)
        count = seen[draft.filing_id] = seen.get(draft.filing_id, 0) + 1
        yield replace(draft, filing_id=f"{draft.filing_id}-{count}") if count > 1 else draft


def officer_year(company: Company) -> int:
    """The year in which the chief financial officer changes."""
    return choose(reported_years(company), company.ticker, "officer year")


def _of_year(company: Company, year: int) -> Iterator[Plan]:
    for quarter in (1, 2, 3):
        yield Plan("results", year, quarter)
        yield Plan("quarterly", year, quarter)
    yield Plan("results", year, 4)
    yield Plan("annual", year)
    if company.miscounted == year:
        yield Plan("amendment", year)
    for form in ("proxy", "votes", "capital"):
        yield Plan(form, year)
    if credit_year(year) == year:
        yield Plan("credit", year)
    if officer_year(company) == year:
        yield Plan("officer", year)
