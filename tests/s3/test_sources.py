"""Filings on a real S3 server, indexed where they lie, and through its faults (`make test-s3`)."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from hirec.index import Index
from hirec.index.catalog import LedgerState
from hirec.index.object_store import ObjectStore, StoreError
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build
from indexing.plan import BuildOptions
from indexing.report import BuildReport

SETTINGS = Settings(index=IndexSettings(workers=2))


@pytest.fixture(scope="module")
def local(filings: Path, tmp_path_factory: pytest.TempPathFactory) -> Index:
    """The index of the same filings from this machine's disk."""
    folder = tmp_path_factory.mktemp("local") / "index"
    built(folder, filings)
    return Index.open(folder)


@pytest.fixture
def upload(server: int, uri, filings: Path) -> Callable[[str], None]:
    """Puts the filings at a name of the server."""

    def put(name: str) -> None:
        place = ObjectStore(uri(server, name))
        for path in filings.iterdir():
            write(place, path.name, path.read_bytes())

    return put


def write(place: ObjectStore, name: str, content: bytes) -> None:
    with place.files.open_output_stream(place.path(name)) as stream:
        stream.write(content)


def built(index: Path, *places: Path | str, **options) -> BuildReport:
    return build(places, index, SETTINGS, encoder=HashingEncoder(), options=BuildOptions(**options))


def same(index: Path, local: Index) -> bool:
    made = Index.open(index)
    every = list(local.filings)
    return (made.fingerprint, list(made.filings.items()), made.passages(every)) == (
        local.fingerprint,
        list(local.filings.items()),
        local.passages(every),
    )


def test_filings_are_indexed_where_they_lie(
    upload, server: int, uri, filings: Path, local: Index, tmp_path: Path
) -> None:
    upload("plain/2023")
    index = tmp_path / "index"
    assert built(index, uri(server, "plain")).done == 6
    assert same(index, local)
    names = [row.path for row in Index.open(index).ledger()]
    assert names == [f"s3://bucket/plain/2023/{path.name}" for path in sorted(filings.iterdir())]


def test_a_second_run_asks_for_a_listing_alone(
    upload, server: int, uri, proxy, filings: Path, tmp_path: Path
) -> None:
    upload("twice")
    place = ObjectStore(uri(server, "twice"))
    index = tmp_path / "index"
    built(index, uri(proxy.port, "twice"))
    reads = [path for method, path in proxy.asked if method == "GET" and "list-type" not in path]
    assert len(reads) == 6, "one request a filing"
    proxy.asked.clear()
    assert built(index, uri(proxy.port, "twice")).skipped == 6
    assert [method for method, path in proxy.asked if ".htm" in path] == []
    first, second, *_ = sorted(filings.iterdir())
    write(place, first.name, first.read_bytes())
    write(place, second.name, second.read_bytes().replace(b"2", b"3"))
    report = built(index, uri(proxy.port, "twice"))
    assert (report.done, report.skipped, report.failed) == (1, 5, ())
    place.files.delete_file(place.path(second.name))
    assert len(built(index, uri(server, "twice"), prune=True).removed) == 1


@pytest.mark.parametrize(("trouble", "count"), [("503", 3), ("cut", 3), ("slow", 5)])
def test_troubles_cost_time_and_nothing_else(
    upload, uri, proxy, local: Index, tmp_path: Path, trouble: str, count: int
) -> None:
    upload(f"trouble-{trouble}")
    proxy.every(count, trouble, "GET")
    report = built(tmp_path / "index", uri(proxy.port, f"trouble-{trouble}"))
    assert (report.done, report.failed) == (6, ())
    assert trouble in proxy.seen
    assert same(tmp_path / "index", local)


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ("503", "cannot be reached, each of the 4 times"),
        ("404", "is not there any more"),
        ("cut", "cannot be reached|is cut off"),
    ],
)
def test_one_filing_that_never_comes_is_named(
    upload, uri, proxy, filings: Path, local: Index, tmp_path: Path, trouble: str, said: str
) -> None:
    name = f"named-{trouble}"
    upload(name)
    methods = ("GET", "HEAD") if trouble == "404" else ("GET",)
    lost = sorted(filings.iterdir())[2].name
    proxy.trouble = lambda method, path: (
        trouble if method in methods and path.partition("?")[0].endswith(lost) else ""
    )
    report = built(tmp_path / "index", uri(proxy.port, name))
    (failed,) = report.failed
    assert report.done == 5
    assert failed.path == f"s3://bucket/{name}/{lost}"
    assert failed.error.startswith(failed.path)
    assert re.search(said, failed.error)
    rows = {row.path: row for row in Index.open(tmp_path / "index").ledger()}
    assert rows[failed.path].state is LedgerState.FAILED
    proxy.trouble = lambda _method, _path: ""
    report = built(tmp_path / "index", uri(proxy.port, name))
    assert (report.done, report.skipped) == (1, 5)
    assert same(tmp_path / "index", local)


def test_a_server_that_goes_away_stops_the_build_and_it_continues(
    upload, uri, proxy, local: Index, tmp_path: Path
) -> None:
    upload("away")

    def gone_after_three(_method: str, _path: str) -> str:
        reads = sum(1 for used, asked in proxy.asked if used == "GET" and ".htm" in asked)
        return "503" if reads > 3 else ""

    proxy.trouble = gone_after_three
    with pytest.raises(StoreError, match=r"^s3://bucket/away(/\S+)? cannot be reached"):
        built(tmp_path / "index", uri(proxy.port, "away"))
    proxy.trouble = lambda _method, _path: ""
    report = built(tmp_path / "index", uri(proxy.port, "away"))
    assert report.failed == ()
    assert report.done + report.skipped == 6
    assert same(tmp_path / "index", local)
