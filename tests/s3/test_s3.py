"""An index published on a real S3 server, and read through its faults (`make test-s3`)."""

import shutil
from pathlib import Path

import pytest

from hirec import HiREC
from hirec.index import Index
from hirec.index.damage import IndexDamagedError
from hirec.index.object_store import StoreError
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build
from indexing.publishing import publish

SETTINGS = Settings(index=IndexSettings(workers=2))


@pytest.fixture(scope="module")
def local(filings: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    index = tmp_path_factory.mktemp("index") / "index"
    build([filings], index, SETTINGS, encoder=HashingEncoder())
    return index


def told(index: Index) -> object:
    every = list(index.filings)
    return list(index.filings.items()), index.passages(every), index.fingerprint


def test_published_and_read(local: Path, server: int, uri) -> None:
    report = publish(local, uri(server, "plain"))
    assert report.copied > 10
    assert told(Index.open(uri(server, "plain"))) == told(Index.open(local))
    assert publish(local, uri(server, "plain")).copied == 1


def test_an_open_index_follows(
    local: Path, server: int, uri, filings: Path, tmp_path: Path
) -> None:
    shutil.copytree(local, tmp_path / "index")
    publish(tmp_path / "index", uri(server, "growing"))
    index = Index.open(uri(server, "growing"))
    extra = next(p for p in filings.parent.parent.rglob("*.*ml") if p.parent == filings)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / extra.name).write_text(extra.read_text().replace("2", "3"))
    build([tmp_path / "in"], tmp_path / "index", SETTINGS, encoder=HashingEncoder())
    publish(tmp_path / "index", uri(server, "growing"))
    assert index.stale
    index.passages(list(index.filings))  # of the generation before
    assert told(index.renewed()) == told(Index.open(tmp_path / "index"))


@pytest.mark.parametrize(("trouble", "count"), [("503", 4), ("cut", 4), ("slow", 12)])
def test_troubles_cost_time_and_nothing_else(
    local: Path, server: int, uri, proxy, trouble: str, count: int
) -> None:
    publish(local, uri(server, "trouble"))
    proxy.every(count, trouble, "GET")
    assert told(Index.open(uri(proxy.port, "trouble"))) == told(Index.open(local))
    assert trouble in proxy.seen


def test_publishing_through_troubles(local: Path, server: int, uri, proxy) -> None:
    proxy.every(10, "503")
    publish(local, uri(proxy.port, "through"))
    assert "503" in proxy.seen
    assert told(Index.open(uri(server, "through"))) == told(Index.open(local))


def test_what_is_gone_for_good_is_named(local: Path, server: int, uri, proxy) -> None:
    publish(local, uri(server, "gone"))
    index = Index.open(uri(proxy.port, "gone"))
    first = next(iter(index.filings))
    proxy.trouble = lambda _, path: "404" if "passages" in path else ""
    with pytest.raises(IndexDamagedError, match="are gone"):
        index.passages([first])
    proxy.trouble = lambda _method, _path: "503"
    with pytest.raises(StoreError, match="cannot be reached, each of the"):
        index.passages([first])


def test_a_question_is_answered_as_by_the_local_index(
    filings: Path, server: int, uri, tmp_path: Path
) -> None:
    build([filings], tmp_path / "index", SETTINGS)
    publish(tmp_path / "index", uri(server, "asked"))
    here, there = (HiREC.open(place) for place in (tmp_path / "index", uri(server, "asked")))
    company = next(iter(here.index.filings.values())).identity.company
    question = f"What was the total revenue of {company}?"
    assert there.ask(question).text == here.ask(question).text
