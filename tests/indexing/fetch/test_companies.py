"""Names of companies, saved so that an index can take them."""

from pathlib import Path

import pytest

from hirec.settings import FetchSettings
from hirec.types import HirecError
from indexing.company_list import ListedCompany, read_company_list
from indexing.edgar_json import CompanyFile
from indexing.fetch import EdgarClient, FetchError, FilingQuery, fetch, fetch_company_list
from indexing.fetch.companies import save_names
from indexing.testing.edgar import Listed, LocalEdgar

ANNUAL = Listed("0000000042-24-000001", "2024-02-20", "2023-12-31", "10-K", "a.htm", b"<html>" * 9)


def test_fetching_filings_keeps_the_former_names_of_their_company(
    edgar: LocalEdgar, fetch_settings: FetchSettings, tmp_path: Path
) -> None:
    edgar.add(42, "ACM", "ACME  INC", [ANNUAL], former_names=["OLD ACME CORP", "OLDEST INC"])
    with EdgarClient(fetch_settings) as client:
        fetch(client, FilingQuery(("ACM",), ("10-K",), frozenset({2023})), tmp_path)
        fetch_company_list(client, tmp_path)
    listed = {company.former_names: company for company in read_company_list(tmp_path)}
    former = ("OLD ACME CORP", "OLDEST INC")
    assert listed[former] == ListedCompany("0000000042", "ACME INC", ("ACM",), former)


def test_something_else_at_the_lists_address_is_refused(
    edgar: LocalEdgar, fetch_settings: FetchSettings, tmp_path: Path
) -> None:
    edgar.put("/files/company_tickers.json", b"<html>moved</html>")
    with (
        EdgarClient(fetch_settings) as client,
        pytest.raises(HirecError, match="is not EDGAR's list of companies"),
    ):
        fetch_company_list(client, tmp_path)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FetchError, match=r"Cannot write into .*file; give another|Cannot write"):
        save_names(tmp_path / "file", CompanyFile(cik=42, name="ACME"))
