"""EDGAR's JSON about companies, as it is fetched and as it lies in a folder."""

from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, Field, RootModel


class ListedTicker(BaseModel):
    """A ticker and whose it is."""

    cik: int = Field(alias="cik_str", gt=0)
    ticker: str
    title: str


class Tickers(RootModel[dict[str, ListedTicker]]):
    """``company_tickers.json``."""


class Exchanges(BaseModel):
    """``company_tickers_exchange.json``: columns of that order, then rows."""

    fields: list[str]
    data: list[list[Any]]


class FormerName(BaseModel):
    """A name that a company had."""

    name: str


class CompanyFile(BaseModel):
    """``CIK##########.json``, as far as names go."""

    cik: int
    name: str
    tickers: list[str] = []
    former_names: list[FormerName] = Field([], alias="formerNames")


class Columns(BaseModel):
    """Filings, a list a field, all of one length."""

    accession: list[str] = Field(alias="accessionNumber")
    filing_date: list[date] = Field(alias="filingDate")
    report_date: list[date | Literal[""]] = Field(alias="reportDate")
    form: list[str]
    document: list[str] = Field(alias="primaryDocument")


class OlderPage(BaseModel):
    """Where filings stand that are too old for the first page."""

    name: str
    filing_to: date | None = Field(None, alias="filingTo")


class FilingLists(BaseModel):
    """The newest filings, and pages of the older ones."""

    recent: Columns
    files: list[OlderPage]


class Submissions(CompanyFile):
    """``CIK##########.json`` with the company's filings."""

    filings: FilingLists
