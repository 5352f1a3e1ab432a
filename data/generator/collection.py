"""Which filings the sample holds, with identity, text and format of each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from generator.annual import annual_amendment, annual_report, filed_on
from generator.companies import Company
from generator.events import credit_report, officer_report, proxy_statement, vote_report
from generator.layout import Block, Pages, paginate
from generator.quarterly import earnings_release, quarter_filed_on, quarterly_report
from generator.registrants import BY_TICKER, COMPANIES
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
_CREDIT = (("HPFD", 2023), ("QVNE", 2023), ("MDWU", 2023))
_VOTES = (("HPFD", 2022), ("HPKF", 2022), ("CVIH", 2023))
_OFFICERS = (("LMFO", 2023), ("BRHS", 2022))
_PROXIES = (("HPFD", 2022), ("HPKF", 2022), ("BRHS", 2022), ("QVNE", 2022))
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


def make_identity(
    company: Company,
    form: Form,
    year: int,
    end: date,
    *,
    quarter: int | None = None,
    filed: date | None = None,
    amendment: bool = False,
) -> Identity:
    """What a reader should find out about a filing."""
    return Identity(
        company=company.name,
        form=form,
        fiscal_year=year,
        fiscal_quarter=quarter,
        period_end=end,
        filing_date=filed,
        amendment=amendment,
        ticker=company.ticker,
        cik=company.cik,
        ein=company.ein,
        file_number=company.file_number,
    )


def annual_draft(company: Company, year: int, kind: SourceKind) -> Draft:
    """A 10-K."""
    identity = make_identity(company, Form.ANNUAL, year, company.calendar.year_end(year),
                             filed=filed_on(company, year))  # fmt: skip
    blocks = tuple(annual_report(company, year))
    return Draft(f"{company.ticker}_{year}_10K", company, identity, blocks, kind)


def quarterly_draft(company: Company, year: int, quarter: int, kind: SourceKind) -> Draft:
    """A 10-Q."""
    end = company.calendar.quarter_end(year, quarter)
    filed = quarter_filed_on(company, year, quarter)
    identity = make_identity(company, Form.QUARTERLY, year, end, quarter=quarter, filed=filed)
    blocks = tuple(quarterly_report(company, year, quarter))
    return Draft(f"{company.ticker}_{year}Q{quarter}_10Q", company, identity, blocks, kind)


def event_draft(
    company: Company, form: Form, event: tuple[date, list[Block]], kind: SourceKind
) -> Draft:
    """An 8-K or a proxy statement with the date that names it."""
    day, blocks = event
    identity = make_identity(company, form, day.year, day)
    stem = f"{day.year}_DEF14A" if form is Form.PROXY else f"{day.isoformat()}_8K"
    return Draft(f"{company.ticker}_{stem}", company, identity, tuple(blocks), kind)


def sample_drafts() -> Iterator[Draft]:
    """All filings of the committed sample; PDF and HTML take turns."""
    pdf, html = SourceKind.PDF, SourceKind.HTML
    for place, company in enumerate(COMPANIES):
        for year in YEARS:
            yield annual_draft(company, year, (pdf, html)[(place + year) % 2])
    amended = BY_TICKER["QVNE"]
    identity = make_identity(amended, Form.ANNUAL, 2022, amended.calendar.year_end(2022),
                             amendment=True)  # fmt: skip
    blocks = tuple(annual_amendment(amended, 2022))
    yield Draft("QVNE_2022_10KA", amended, identity, blocks, html)
    for place, (ticker, year, quarter) in enumerate(_QUARTERS):
        yield quarterly_draft(BY_TICKER[ticker], year, quarter, (html, pdf)[place % 2])
    events = [
        *((Form.CURRENT, ticker, credit_report, year) for ticker, year in _CREDIT),
        *((Form.CURRENT, ticker, vote_report, year) for ticker, year in _VOTES),
        *((Form.CURRENT, ticker, officer_report, year) for ticker, year in _OFFICERS),
        *((Form.PROXY, ticker, proxy_statement, year) for ticker, year in _PROXIES),
    ]
    for place, (form, ticker, write, year) in enumerate(events):
        company = BY_TICKER[ticker]
        yield event_draft(company, form, write(company, year), (pdf, html)[place % 2])
    for place, (ticker, year) in enumerate(_RELEASES):
        company = BY_TICKER[ticker]
        identity = make_identity(company, Form.EARNINGS, year, company.calendar.year_end(year),
                                 quarter=4)  # fmt: skip
        release = tuple(earnings_release(company, year))
        stem = f"{ticker}_{year}Q4_EARNINGS"
        yield Draft(stem, company, identity, release, (pdf, html)[place % 2])
