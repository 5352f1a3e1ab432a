"""EDGAR's list of companies: what is read of it, and the aliases that filings get from it."""

import json
from pathlib import Path

import pytest

from hirec.index import Index
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from hirec.types import Alias, AliasSource, HirecError
from indexing.builder import build
from indexing.company_list import ListedCompany, read_company_list
from indexing.labels import Label
from indexing.plan import BuildOptions

SETTINGS = Settings(index=IndexSettings(workers=1))
TICKERS = {
    "0": {"cik_str": 42, "ticker": "ACME", "title": "ACME  Inc"},
    "1": {"cik_str": 7, "ticker": "BLT", "title": "Bolt Corp"},
    "2": {"cik_str": 42, "ticker": "acme-b", "title": "ACME  Inc"},
}
ACME = ListedCompany("0000000042", "ACME Inc", ("ACME", "ACME-B"))


def save(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_the_list_is_read_a_company_with_all_its_tickers(tmp_path: Path) -> None:
    bolt = ListedCompany("0000000007", "Bolt Corp", ("BLT",))
    assert read_company_list(save(tmp_path / "t.json", TICKERS)) == [ACME, bolt]
    exchange = {
        "fields": ["cik", "name", "ticker", "exchange"],
        "data": [[42, "ACME Inc", "ACME", "NYSE"], [42, "ACME Inc", "ACME-B", "NYSE"]],
    }
    assert read_company_list(save(tmp_path / "e.json", exchange)) == [ACME]


def test_a_companys_own_file_has_its_former_names(tmp_path: Path) -> None:
    content = {
        "cik": "0000000042",
        "name": "ACME Inc",
        "tickers": ["ACME", "acme-b"],
        "formerNames": [{"name": "Old Acme Corp", "from": "", "to": ""}],
        "filings": {},
    }
    company = ListedCompany(ACME.cik, ACME.name, ACME.symbols, ("Old Acme Corp",))
    path = save(tmp_path / "CIK0000000042.json", content)
    assert read_company_list(path) == [company]
    save(tmp_path / "company_tickers.json", TICKERS)
    assert [c.former_names for c in read_company_list(tmp_path)] == [(), (), ("Old Acme Corp",)]


@pytest.mark.parametrize("content", [[], {}, {"0": {"ticker": "A"}}, {"fields": [], "data": [[1]]}])
def test_another_file_is_refused(tmp_path: Path, content: object) -> None:
    with pytest.raises(HirecError, match=r"is not EDGAR's list of companies .* hirec fetch --comp"):
        read_company_list(save(tmp_path / "other.json", content))


def test_what_is_no_list_at_all_is_refused(tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text("<html>")
    with pytest.raises(HirecError, match="it is no JSON"):
        read_company_list(tmp_path / "no.json")
    with pytest.raises(HirecError, match=r"There is no company_tickers\.json in"):
        read_company_list(tmp_path)
    with pytest.raises(HirecError, match="cannot be read: No such file"):
        read_company_list(tmp_path / "absent.json")


@pytest.fixture
def index_dir(tmp_path: Path, write_filing) -> Path:
    path = write_filing(tmp_path / "in" / "acme.txt", "ACME", 2020)
    write_filing(tmp_path / "in" / "bolt.txt", "BOLT", 2020)
    take(tmp_path / "index", path.parent, labels=[Label(str(path), {"cik": ACME.cik})])
    return tmp_path / "index"


def take(index_dir: Path, *paths: Path, **options: object):
    return build(
        [*paths], index_dir, SETTINGS, encoder=HashingEncoder(), options=BuildOptions(**options)
    )  # type: ignore[arg-type]


def aliases(index_dir: Path) -> list[Alias]:
    return list(Index.open(index_dir).filings["ACME_2020_10K"].identity.aliases)


def test_filings_indexed_before_get_aliases_without_being_read(index_dir: Path) -> None:
    before = aliases(index_dir)
    company = ListedCompany(ACME.cik, "Acme Global Inc", ("ACME", "ACM"), ("Old Acme Corp",))
    report = take(index_dir, companies=[company])
    assert (report.done, report.pages, report.aliased) == (0, 0, 1)
    assert aliases(index_dir) == [
        *before,
        Alias("Acme Global Inc", AliasSource.LISTED),
        Alias("ACM", AliasSource.SYMBOL),
        Alias("Old Acme Corp", AliasSource.LISTED),
    ]
    found, _ = Index.open(index_dir).companies.find("What did Old Acme Corp sell?")
    assert [company.name for company in found] == ["Acme Industries, Inc."]


def test_a_later_list_takes_the_place_of_the_one_before(index_dir: Path) -> None:
    before = aliases(index_dir)
    take(index_dir, companies=[ListedCompany(ACME.cik, "Name One", ("ONE",), ("Old Acme Corp",))])
    take(index_dir, companies=[ListedCompany(ACME.cik, "Name Two", ("TWO",))])
    assert aliases(index_dir) == [
        *before,
        Alias("Name Two", AliasSource.LISTED),
        Alias("TWO", AliasSource.SYMBOL),
        Alias("Old Acme Corp", AliasSource.LISTED),
    ], "former names stay where a list has none"
    assert take(index_dir, companies=[ListedCompany(ACME.cik, "Name Two", ("TWO",))]).aliased == 0


def test_filings_indexed_later_get_the_aliases_of_the_list_that_is_kept(
    index_dir: Path, tmp_path: Path
) -> None:
    take(index_dir, companies=[ListedCompany(ACME.cik, "Name One", ("ONE",))])
    acme = tmp_path / "in" / "acme.txt"
    acme.write_text(acme.read_text() + "More.")
    take(index_dir, tmp_path / "in", labels=[Label(str(acme), {"cik": ACME.cik})])
    assert Alias("Name One", AliasSource.LISTED) in aliases(index_dir)
