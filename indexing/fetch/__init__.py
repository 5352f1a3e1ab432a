"""Filings from EDGAR into a folder, with a manifest of what came from where."""

from indexing.fetch.client import EdgarClient, FetchError
from indexing.fetch.companies import fetch_company_list
from indexing.fetch.fetcher import FetchEvent, FetchReport, fetch
from indexing.fetch.listing import FilingQuery, parse_years

__all__ = [
    "EdgarClient",
    "FetchError",
    "FetchEvent",
    "FetchReport",
    "FilingQuery",
    "fetch",
    "fetch_company_list",
    "parse_years",
]
