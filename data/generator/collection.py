"""Which filings the sample holds, with identity, text and format of each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from generator.companies import Company
from generator.layout import Block, Pages, paginate
from generator.registrants import BY_TICKER, COMPANIES
from generator.reports import (
    Event,
    annual_amendment,
    annual_report,
    credit_report,
    earnings_release,
    filed_on,
    officer_report,
    proxy_statement,
    quarterly_report,
    vote_report,
)
from hirec.types import Form, Identity, SourceKind

YEARS = (2021, 2022, 2023)
"""Fiscal years with an annual report."""

_QUARTERS = (
    *(("HPFD", 2023, quarter) for quarter in (1, 2, 3)),
    *(("HPKF", 2022, quarter) for quarter in (1, 2, 3)),
    *(("LMFO", 2023, quarter) for quarter in (1, 2)),
    *((ticker, 2023, 2) for ticker in ("BRHS", "OSTL", "CVIH", "MDWU")),
    ("QVNE", 2023, 3),
)
_EVENTS = (
    *((credit_report, ticker, 2023) for ticker in ("HPFD", "QVNE", "MDWU")),
    *((vote_report, ticker, year) for ticker, year in
      (("HPFD", 2022), ("HPKF", 2022), ("CVIH", 2023))),
    *((officer_report, ticker, year) for ticker, year in (("LMFO", 2023), ("BRHS", 2022))),
    *((proxy_statement, ticker, 2022) for ticker in ("HPFD", "HPKF", "BRHS", "QVNE")),
)  # fmt: skip
_RELEASES = (("BRHS", 2023), ("OSTL", 2023))


@dataclass(frozen=True, slots=True)
class Draft:
    """A filing before it is set: who, what and in which format."""

    filing_id: str
    company: Company
    identity: Identity
    blocks: tuple[Block, ...]
    kind: SourceKind

    @property
    def pages(self) -> Pages:
        """Its pages, the same in every format."""
        return paginate(self.blocks)

    def numbered(self, count: int) -> "Draft":
        """The same beside others of its id."""
        return replace(self, filing_id=f"{self.filing_id}-{count}")

    @property
    def file_name(self) -> str:
        """``HPFD_2023_10K.pdf``."""
        suffix = "txt" if self.kind is SourceKind.TEXT else self.kind.value
        return f"{self.filing_id}.{suffix}"


def annual_draft(
    company: Company, year: int, kind: SourceKind, *, amendment: bool = False
) -> Draft:
    """A 10-K, or the 10-K/A that corrects it."""
    identity = replace(
        _identity(company, Form.ANNUAL, year, company.calendar.year_end(year)),
        filing_date=filed_on(company, year, amendment=amendment),
        amendment=amendment,
    )
    blocks = annual_amendment(company, year) if amendment else annual_report(company, year)
    stem = f"{company.ticker}_{year}_10K{'A' if amendment else ''}"
    return Draft(stem, company, identity, tuple(blocks), kind)


def quarterly_draft(company: Company, year: int, quarter: int, kind: SourceKind) -> Draft:
    """A 10-Q."""
    identity = replace(
        _identity(company, Form.QUARTERLY, year, company.calendar.quarter_end(year, quarter)),
        fiscal_quarter=quarter,
        filing_date=filed_on(company, year, quarter),
    )
    blocks = tuple(quarterly_report(company, year, quarter))
    return Draft(f"{company.ticker}_{year}Q{quarter}_10Q", company, identity, blocks, kind)


def release_draft(company: Company, year: int, kind: SourceKind) -> Draft:
    """The earnings release of a fourth quarter."""
    end = company.calendar.year_end(year)
    identity = replace(_identity(company, Form.EARNINGS, year, end), fiscal_quarter=4)
    blocks = tuple(earnings_release(company, year))
    return Draft(f"{company.ticker}_{year}Q4_EARNINGS", company, identity, blocks, kind)


def event_draft(company: Company, event: Event, kind: SourceKind, form: Form) -> Draft:
    """An 8-K or a proxy statement with the date that names it."""
    day, blocks = event
    identity = _identity(company, form, day.year, day)
    stem = f"{day.year}_DEF14A" if form is Form.PROXY else f"{day.isoformat()}_8K"
    return Draft(f"{company.ticker}_{stem}", company, identity, tuple(blocks), kind)


def _identity(company: Company, form: Form, year: int, end: date) -> Identity:
    """What a reader should find out about a filing."""
    return Identity(
        company=company.name,
        form=form,
        fiscal_year=year,
        period_end=end,
        ticker=company.ticker,
        cik=company.cik,
        ein=company.ein,
        file_number=company.file_number,
    )


def sample_drafts() -> Iterator[Draft]:
    """All filings of the committed sample; PDF and HTML take turns."""
    kinds = (SourceKind.PDF, SourceKind.HTML)
    for place, company in enumerate(COMPANIES):
        for year in YEARS:
            yield annual_draft(company, year, kinds[(place + year) % 2])
    yield annual_draft(BY_TICKER["QVNE"], 2022, SourceKind.HTML, amendment=True)
    for place, (ticker, year, quarter) in enumerate(_QUARTERS):
        yield quarterly_draft(BY_TICKER[ticker], year, quarter, kinds[1 - place % 2])
    for place, (write, ticker, year) in enumerate(_EVENTS):
        company = BY_TICKER[ticker]
        form = Form.PROXY if write is proxy_statement else Form.CURRENT
        yield event_draft(company, write(company, year), kinds[place % 2], form)
    for place, (ticker, year) in enumerate(_RELEASES):
        yield release_draft(BY_TICKER[ticker], year, kinds[place % 2])
