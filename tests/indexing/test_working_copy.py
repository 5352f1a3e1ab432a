"""An index that lives at a URI, built by one machine after the other."""

import shutil
from pathlib import Path

import pytest

from hirec.index import Index
from hirec.index.damage import IndexDamagedError
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from hirec.types import HirecError
from indexing.builder import build
from indexing.labels import Label
from indexing.lease import IndexBusyError
from indexing.plan import BuildOptions
from indexing.publishing import PublishReport, publish
from indexing.report import BuildReport
from indexing.working_copy import working_copy

SETTINGS = Settings(index=IndexSettings(workers=1))


@pytest.fixture
def uri(tmp_path: Path) -> str:
    return (tmp_path / "place").as_uri()


@pytest.fixture
def folder(tmp_path: Path, write_filing) -> Path:
    for name in ("ACME", "BOLT"):
        write_filing(tmp_path / "in" / f"{name}.txt", name, 2020)
    return tmp_path / "in"


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Goes to a machine of this name: another cache."""

    def go(name: str) -> None:
        monkeypatch.setenv("HIREC_CACHE", str(tmp_path / "caches" / name))

    monkeypatch.setattr("hirec.index.published.FRESH_S", -1.0)
    go("first")
    return go


def grown(uri: str, folder: Path, **options) -> tuple[BuildReport, PublishReport, bool]:
    with working_copy(uri) as copy:
        report = build(
            [folder],
            copy.folder,
            SETTINGS,
            encoder=HashingEncoder(),
            options=BuildOptions(**options),
        )
        return report, copy.publish(), copy.fetched


def told(index: Index) -> object:
    every = list(index.filings)
    return list(index.filings.items()), index.passages(every), index.fingerprint


def test_one_machine_goes_on_where_the_other_was(
    uri: str, folder: Path, machine, tmp_path: Path, write_filing
) -> None:
    report, sent, fetched = grown(uri, folder)
    assert (report.done, sent.number, fetched) == (2, 1, False)
    machine("second")
    write_filing(folder / "core.txt", "CORE", 2020)
    report, sent, fetched = grown(uri, folder)
    assert (report.done, report.skipped, sent.number, fetched) == (1, 2, 2, True)
    assert [path.name for path in (tmp_path / "caches" / "second").rglob("*.parquet")] != []
    machine("first")
    (folder / "BOLT.txt").unlink()
    report, sent, fetched = grown(uri, folder, prune=True)
    assert (report.removed, report.skipped, sent.number, fetched) == (
        ("BOLT_2020_10K",),
        2,
        3,
        True,
    )
    build([folder], tmp_path / "local", SETTINGS, encoder=HashingEncoder())
    assert told(Index.open(uri)) == told(Index.open(tmp_path / "local"))
    place = Path(uri.removeprefix("file://"))
    assert len(list((place / "ledgers").iterdir())) == 1


def test_an_unchanged_index_is_not_fetched_again(uri: str, folder: Path) -> None:
    grown(uri, folder)
    report, sent, fetched = grown(uri, folder)
    assert (report.skipped, sent.number, sent.copied, fetched) == (2, 1, 1, False)


def test_what_a_stopped_run_has_read_is_kept(uri: str, folder: Path, write_filing) -> None:
    grown(uri, folder)
    write_filing(folder / "core.txt", "CORE", 2020)
    with working_copy(uri) as copy:
        build([folder], copy.folder, SETTINGS, encoder=HashingEncoder())
    assert len(Index.open(uri).filings) == 2
    report, sent, fetched = grown(uri, folder)
    assert (report.done, report.skipped, sent.number, fetched) == (0, 3, 2, False)
    assert len(Index.open(uri).filings) == 3


def test_corrections_and_failures_travel(uri: str, folder: Path, machine) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 no more")
    label = Label("ACME.txt", {"fiscal_year": "2018"})
    report, _, _ = grown(uri, folder, labels=[label])
    assert len(report.failed) == 1
    machine("second")
    report, _, fetched = grown(uri, folder)
    assert fetched
    (failed,) = report.failed
    assert failed.before
    assert "ACME_2018_10K" in Index.open(uri).filings
    with working_copy(uri) as copy:
        assert "2018" in (copy.folder / "labels.csv").read_text()


def test_one_builds_at_a_time(uri: str, folder: Path, machine) -> None:
    with working_copy(uri):
        machine("second")
        with pytest.raises(IndexBusyError, match="is publishing at"):
            grown(uri, folder)


def test_an_index_without_its_ledger_is_refused(uri: str, folder: Path, tmp_path: Path) -> None:
    build([folder], tmp_path / "local", SETTINGS, encoder=HashingEncoder())
    publish(tmp_path / "local", uri)
    with pytest.raises(HirecError, match="was published without its ledger, so only the folder"):
        grown(uri, folder)


def test_a_ledger_that_is_gone_or_another_is_named(uri: str, folder: Path, machine) -> None:
    grown(uri, folder)
    machine("second")
    (ledger,) = (Path(uri.removeprefix("file://")) / "ledgers").iterdir()
    content = ledger.read_bytes()
    ledger.write_bytes(content[:-100])
    with pytest.raises(IndexDamagedError, match="is not what was published"):
        grown(uri, folder)
    ledger.unlink()
    with pytest.raises(IndexDamagedError, match="has lost its ledger"):
        grown(uri, folder)
    ledger.write_bytes(content)
    assert grown(uri, folder)[0].skipped == 2


def test_passages_that_are_nowhere_are_named(uri: str, folder: Path) -> None:
    grown(uri, folder)
    shutil.rmtree(Path(uri.removeprefix("file://")) / "passages")
    with working_copy(uri) as copy:
        shutil.rmtree(copy.folder / "passages")
        with pytest.raises(IndexDamagedError, match=r"\.parquet is gone; mend the index"):
            copy.publish()
