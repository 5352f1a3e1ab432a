"""An index published at a URI and read there."""

import io
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hirec.index import Index
from hirec.index.damage import IndexDamagedError
from hirec.index.object_store import ObjectStore, StoreError
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from hirec.types import HirecError, IndexMissingError
from indexing.builder import build
from indexing.publishing import publish

SETTINGS = Settings(index=IndexSettings(workers=1))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies go here, and nobody waits between tries or for news."""
    monkeypatch.setenv("HIREC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("hirec.index.object_store._BACKOFF_S", 0.0)
    monkeypatch.setattr("hirec.index.published.FRESH_S", -1.0)
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path: Path, write_filing) -> Path:
    for number, name in enumerate(["ACME", "BOLT", "CORD"]):
        write_filing(tmp_path / "in" / f"{name}.txt", name, 2015 + number)
    return tmp_path / "in"


@pytest.fixture
def local(folder: Path, tmp_path: Path) -> Path:
    build([folder], tmp_path / "index", SETTINGS, encoder=HashingEncoder())
    return tmp_path / "index"


@pytest.fixture
def uri(tmp_path: Path) -> str:
    return (tmp_path / "place").as_uri()


def told(index: Index) -> object:
    every = list(index.filings)
    query = np.eye(64, dtype=np.float32)
    return (
        list(index.filings.items()),
        index.passages(every),
        [index.search_documents(axis, len(every)) for axis in query],
        index.cover_scores("annual report of things").tolist(),
        index.fingerprint,
    )


class Faulty:
    """A file system of which some reads fail, or give something else than is there."""

    def __init__(self, files, every: int, fault) -> None:
        self._files = files
        self._every = every
        self._fault = fault
        self._lock = threading.Lock()
        self.reads = 0

    def __getattr__(self, name):
        return getattr(self._files, name)

    def open_input_stream(self, path: str):
        return self._faulty(path) or self._files.open_input_stream(path)

    def open_input_file(self, path: str):
        return self._faulty(path) or self._files.open_input_file(path)

    def _faulty(self, path: str):
        with self._lock:
            self.reads += 1
            faulty = self.reads % self._every == 0
        return self._fault(self._files, path) if faulty else None


def refused(_files, _path):
    raise OSError("503 SlowDown")


def cut_off(files, path):
    with files.open_input_stream(path) as stream:
        return io.BytesIO(stream.read()[:-7])


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> Iterator:
    """Lets every n-th read of all places opened from now on fail."""
    made: list[Faulty] = []

    def install(every: int, fault) -> list[Faulty]:
        opened = ObjectStore.__init__

        def init(self, uri: str) -> None:
            opened(self, uri)
            self.files = Faulty(self.files, every, fault)
            made.append(self.files)

        monkeypatch.setattr(ObjectStore, "__init__", init)
        return made

    return install


def test_what_is_published_is_read_as_the_local_index(local: Path, uri: str, cache: Path) -> None:
    report = publish(local, uri)
    assert (report.number, report.copied) == (1, 3 + 3 + 5 + 1)  # passages, folder, segment, …
    published = Index.open(uri)
    assert told(published) == told(Index.open(local))
    assert not list(cache.rglob("*.parquet"))
    assert not list(cache.rglob("*.unfinished"))
    with pytest.raises(HirecError, match="has no ledger"):
        published.ledger()
    assert publish(local, uri).copied == 1, "the manifest alone"


def test_an_open_index_follows_what_is_published_later(
    local: Path, uri: str, folder: Path, write_filing
) -> None:
    publish(local, uri)
    index = Index.open(uri)
    assert not index.stale
    for number in range(3):
        write_filing(folder / f"new{number}.txt", f"DUS{number}", 2019)
        build([folder], local, SETTINGS, encoder=HashingEncoder())
        assert publish(local, uri).copied < 15
        assert index.stale
        before = told(index) if number == 0 else None  # one generation later all is still there
        index = index.renewed()
        assert told(index) == told(Index.open(local)) != before
    place = Path(uri.removeprefix("file://"))
    assert len(list((place / "generations").glob("*.json"))) == 2


@pytest.mark.parametrize("fault", [refused, cut_off])
def test_reads_that_fail_now_and_then_are_tried_again(local: Path, uri: str, faulty, fault) -> None:
    publish(local, uri)
    made = faulty(3, fault)
    assert told(Index.open(uri)) == told(Index.open(local))
    assert made[0].reads > 6


def test_a_place_that_never_answers_is_named(local: Path, uri: str, faulty) -> None:
    publish(local, uri)
    index = Index.open(uri)
    faulty(1, refused)
    with pytest.raises(StoreError, match=r"cannot be reached, each of the 4 times .*503"):
        Index.open(uri)
    index._published._place.files = Faulty(index._published._place.files, 1, refused)
    with pytest.raises(StoreError, match="cannot be reached"):
        index.passages(list(index.filings))


def test_objects_that_are_gone_or_others_are_named(local: Path, uri: str, cache: Path) -> None:
    publish(local, uri)
    place = Path(uri.removeprefix("file://"))
    index = Index.open(uri)
    first, second, _ = sorted((place / "passages").rglob("*.parquet"))
    shutil.copy(second, first)
    with pytest.raises(IndexDamagedError, match=f"{first.name} is not what was published"):
        index.passages(list(index.filings))
    first.unlink()
    with pytest.raises(IndexDamagedError, match="are gone"):
        index.passages(list(index.filings))
    shutil.rmtree(cache)
    (vectors,) = place.rglob("covers.faiss")
    vectors.write_bytes(vectors.read_bytes()[::-1])
    with pytest.raises(IndexDamagedError, match=r"covers.faiss is not what was published"):
        Index.open(uri)
    vectors.unlink()
    with pytest.raises(IndexDamagedError, match=r"has lost an object .*covers.faiss"):
        Index.open(uri)


def test_another_index_is_not_overwritten(
    local: Path, uri: str, tmp_path: Path, write_filing
) -> None:
    publish(local, uri)
    write_filing(tmp_path / "other" / "x.txt", "OTHR", 2001)
    build([tmp_path / "other"], tmp_path / "second", SETTINGS, encoder=HashingEncoder())
    with pytest.raises(HirecError, match="holds generation 1 of another index"):
        publish(tmp_path / "second", uri)


def test_places_without_an_index_and_none_at_all_are_named(uri: str) -> None:
    with pytest.raises(IndexMissingError, match=r"There is no index at file://.*--publish"):
        Index.open(uri)
    with pytest.raises(StoreError, match="is no place that can be opened"):
        Index.open("nowhere://x/y")
