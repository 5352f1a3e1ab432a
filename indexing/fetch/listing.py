"""What EDGAR has of a company: tickers, and lists of filings with their older pages."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import PurePosixPath
from typing import TypeVar
from urllib.parse import quote

from pydantic import BaseModel, ValidationError

from hirec.validation_errors import first_problem
from indexing.edgar_json import Columns, CompanyFile, Submissions, Tickers
from indexing.fetch.client import EdgarClient, FetchError, NotThereError

_ACCESSION = re.compile(r"\d{10}-\d{2}-\d{6}")
_DOCUMENT = re.compile(r"(?!.*\.\.)[^/\\\s][^\x00-\x1f\\]*")
_OLDER_PAGE = re.compile(r"CIK\d{10}-submissions-\d{3}\.json")
_YEARS = re.compile(r"(\d{4})(?:\s*[-–]\s*(\d{4}))?")
_FIRST_YEAR = 1993
"""EDGAR begins."""
_LAST_YEAR = 2100
_INTO_JANUARY = timedelta(days=7)
"""A year of 52 or 53 weeks may end in the first days of the next."""

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class FilingQuery:
    """Which filings to fetch."""

    companies: tuple[str, ...]
    """Tickers, or CIK numbers for companies that are no longer listed."""
    forms: tuple[str, ...]
    """Exactly as EDGAR writes them: ``10-K`` is not ``10-K/A``."""
    years: frozenset[int]
    """Years in which the period reported ends (the filing date, where no period is given)."""


@dataclass(frozen=True, slots=True)
class RemoteFiling:
    """A filing at EDGAR."""

    ticker: str
    """``CIK0000320193`` for a company without one."""
    cik: str
    """Ten digits."""
    company: str
    form: str
    accession: str
    filing_date: date
    period_end: date | None
    url: str
    """Of the main document; of the whole submission where the list names none (before 2001)."""

    @property
    def name(self) -> str:
        """Name of the file it is kept in, readable and unique."""
        form = re.sub(r"\W+", "", self.form)
        day = (self.period_end or self.filing_date).isoformat()
        suffix = PurePosixPath(self.url).suffix.lower()
        return f"{self.ticker}_{form}_{day}_{self.accession}{suffix}"

    @property
    def year(self) -> int:
        """Year of the period's end; the first week of January belongs to the year before."""
        return ((self.period_end - _INTO_JANUARY) if self.period_end else self.filing_date).year


def parse_years(text: str) -> frozenset[int]:
    """Read ``2021-2024``, ``2023`` or ``2019,2021-2024``; raises :class:`FetchError`."""
    years: set[int] = set()
    for part in text.split(","):
        match = _YEARS.fullmatch(part.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not _FIRST_YEAR <= first <= last <= _LAST_YEAR:
            raise FetchError(
                f"{part.strip()!r} is no year from {_FIRST_YEAR} on and no range such as "
                "2021-2024; several go between commas."
            )
        years.update(range(first, last + 1))
    return frozenset(years)


def find_ciks(client: EdgarClient, companies: Sequence[str]) -> dict[str, str]:
    """CIK of ten digits of each company as named; raises :class:`FetchError` for unknown ones."""
    ciks = {name: f"{int(name):010d}" for name in companies if re.fullmatch(r"\d{1,10}", name)}
    tickers = [name for name in companies if name not in ciks]
    if tickers:
        listed = _ask(client, tickers_url(client), Tickers).root.values()
        known = {_folded(entry.ticker): f"{entry.cik:010d}" for entry in listed}
        if unknown := [name for name in tickers if _folded(name) not in known]:
            raise FetchError(
                f"EDGAR lists no ticker {', '.join(unknown)}; for a company that is no longer "
                "listed give its CIK number instead."
            )
        ciks |= {name: known[_folded(name)] for name in tickers}
    return ciks


def tickers_url(client: EdgarClient) -> str:
    """Where EDGAR has its list of all companies with a ticker."""
    return f"{client.settings.site_url.rstrip('/')}/files/company_tickers.json"


def list_filings(
    client: EdgarClient,
    named: str,
    cik: str,
    query: FilingQuery,
    tell: Callable[[CompanyFile], None] = lambda _: None,
) -> list[RemoteFiling]:
    """Filings of one company that the query asks for, oldest first.

    Pages of older filings are asked for only where they reach into the years asked for.

    Args:
        client: Keeps EDGAR's limit of requests.
        named: As the query names the company: a ticker or a CIK.
        cik: Ten digits.
        query: Forms and years.
        tell: Given the company's names, former ones too.

    Raises:
        FetchError: there is no such company, or the lists are not as EDGAR describes them.

    """
    folder = f"{client.settings.data_url.rstrip('/')}/submissions"
    try:
        submissions = _ask(client, f"{folder}/CIK{cik}.json", Submissions)
    except NotThereError as error:
        raise FetchError(f"EDGAR has no company with the CIK {cik}.") from error
    tell(submissions)
    ticker = named if not named.isdecimal() else next(iter(submissions.tickers), f"CIK{cik}")
    pages = [submissions.filings.recent]
    for page in submissions.filings.files:
        if page.filing_to is not None and page.filing_to.year < min(query.years):
            continue
        if not _OLDER_PAGE.fullmatch(page.name):
            raise FetchError(f"EDGAR's list of {named} names a page {page.name!r}; not followed.")
        pages.append(_ask(client, f"{folder}/{page.name}", Columns))
    archives = f"{client.settings.site_url.rstrip('/')}/Archives/edgar/data/{int(cik)}"
    forms = {_form(form) for form in query.forms}
    chosen: dict[str, RemoteFiling] = {}
    for row in (row for columns in pages for row in _rows(columns, submissions.name)):
        if (
            _form(row.form) in forms
            and (filing := row.at(archives, ticker, cik)).year in query.years
        ):
            chosen[filing.accession] = filing
    return sorted(chosen.values(), key=lambda filing: (filing.filing_date, filing.accession))


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of a list, not yet looked at closely."""

    company: str
    accession: str
    filing_date: date
    period_end: date | None
    form: str
    document: str

    def at(self, archives: str, ticker: str, cik: str) -> RemoteFiling:
        """The filing behind the line; raises :class:`FetchError` where that cannot be."""
        named = not self.document or _DOCUMENT.fullmatch(self.document)
        if not _ACCESSION.fullmatch(self.accession) or not named:
            raise FetchError(
                f"EDGAR's list of {self.company} has a damaged row {self.accession!r}."
            )
        folder = self.accession.replace("-", "")
        place = f"{folder}/{quote(self.document)}" if self.document else f"{self.accession}.txt"
        return RemoteFiling(
            ticker=re.sub(r"[^A-Z0-9.-]", "", ticker.upper()),
            cik=cik,
            company=self.company,
            form=self.form,
            accession=self.accession,
            filing_date=self.filing_date,
            period_end=self.period_end,
            url=f"{archives}/{place}",
        )


def _rows(columns: Columns, company: str) -> Iterator[_Row]:
    fields = (columns.filing_date, columns.report_date, columns.form, columns.document)
    if any(len(field) != len(columns.accession) for field in fields):
        raise FetchError(f"EDGAR's list of {company} has columns of different lengths.")
    for accession, filed, ended, form, document in zip(columns.accession, *fields, strict=True):
        yield _Row(company, accession, filed, ended or None, form, document)


def _ask(client: EdgarClient, url: str, model: type[Answer]) -> Answer:
    try:
        return model.model_validate(client.json(url))
    except ValidationError as error:
        problem = first_problem(error, "top level")
        raise FetchError(f"{url} is not as EDGAR describes it: {problem}.") from error


def _folded(ticker: str) -> str:
    """``BRK.B`` and ``brk-b`` are one ticker."""
    return ticker.strip().upper().replace(".", "-")


def _form(form: str) -> str:
    return " ".join(form.upper().split())
