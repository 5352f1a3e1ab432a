"""EDGAR's names of companies, in files that ``hirec index --company-list`` takes."""

from pathlib import Path

from indexing.company_list import TICKERS_NAME, read_company_list
from indexing.edgar_json import CompanyFile
from indexing.fetch.client import EdgarClient, FetchError
from indexing.fetch.listing import tickers_url


def fetch_company_list(client: EdgarClient, out: Path) -> int:
    """Save EDGAR's list of companies in a folder; returns how many companies it has.

    Raises:
        FetchError: the list cannot be had or written.
        HirecError: what came is no such list.

    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(out, error) from error
    target = out / TICKERS_NAME
    client.download(tickers_url(client), target)
    return len(read_company_list(target))


def save_names(out: Path, names: CompanyFile) -> None:
    """Keep one company's names, former ones too, as EDGAR's own file of it has them."""
    content = names.model_dump_json(by_alias=True, indent=1, include=set(CompanyFile.model_fields))
    target = out / f"CIK{names.cik:010d}.json"
    partial = target.with_name(f"{target.name}.part")
    try:
        partial.write_text(content, encoding="utf-8")
        partial.replace(target)
    except OSError as error:
        raise _unwritable(out, error) from error


def _unwritable(out: Path, error: OSError) -> FetchError:
    return FetchError(f"Cannot write into {out}: {error.strerror or error}; give another --out.")
