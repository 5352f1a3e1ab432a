"""Two who publish to one place are held apart; whoever was overtaken puts nothing in force."""

import json
import time
from pathlib import Path

import pytest

from hirec.index import Index
from hirec.index.object_store import StoreError
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build
from indexing.conditional import ConflictError, conditional
from indexing.lease import IndexBusyError
from indexing.publisher import NAME, publishing
from indexing.publishing import publish

SETTINGS = Settings(index=IndexSettings(workers=1))


@pytest.fixture
def uri(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("HIREC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("hirec.index.published.FRESH_S", -1.0)
    (tmp_path / "place").mkdir()
    return (tmp_path / "place").as_uri()


@pytest.fixture
def local(tmp_path: Path, write_filing) -> Path:
    write_filing(tmp_path / "in" / "acme.txt", "ACME", 2020)
    build([tmp_path / "in"], tmp_path / "index", SETTINGS, encoder=HashingEncoder())
    return tmp_path / "index"


def claim(uri: str) -> dict:
    found = conditional(uri, NAME).read()
    return json.loads(found[0]) if found else {}


def test_an_object_is_written_only_as_it_was_read(uri: str) -> None:
    one, other = conditional(uri, "x"), conditional(uri, "x")
    assert one.read() is None
    tag = one.write(b"1", None)
    with pytest.raises(ConflictError):
        other.write(b"2", None)
    second = other.write(b"2", tag)
    with pytest.raises(ConflictError):
        one.write(b"3", tag)
    assert one.read() == (b"2", second)


def test_one_publishes_and_the_other_is_refused(local: Path, uri: str) -> None:
    with publishing(uri) as lease:
        assert lease.number == 1
        with pytest.raises(IndexBusyError, match=r"Process \d+ on .* is publishing at file://"):
            publish(local, uri)
        assert not list(Path(uri.removeprefix("file://")).rglob("*.parquet"))
    publish(local, uri)
    assert (claim(uri)["number"], claim(uri)["until"], claim(uri)["generation"]) == (2, 0.0, 1)


def test_a_lease_is_renewed(uri: str) -> None:
    with publishing(uri, lasts_s=0.3):
        first = claim(uri)["until"]
        time.sleep(0.5)
        assert claim(uri)["until"] > first
        with pytest.raises(IndexBusyError):
            publishing(uri).__enter__()


def test_who_was_overtaken_puts_nothing_in_force(
    local: Path, uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("indexing.publisher.PublisherLease._renew", lambda _self: None)
    with publishing(uri, lasts_s=0.0) as slow:
        publish(local, uri)  # slow's lease has ended
        with pytest.raises(IndexBusyError, match="has taken over file://"):
            slow.commit(9, "{}")
    assert (claim(uri)["number"], claim(uri)["generation"]) == (2, 1)
    assert len(Index.open(uri).filings) == 1


def test_what_a_dead_publisher_put_in_force_stays(
    local: Path, uri: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, write_filing
) -> None:
    place = Path(uri.removeprefix("file://"))
    with monkeypatch.context() as patch:
        import indexing.publishing as module

        put = module._put

        def die(at, path, layout) -> int:
            if path.parent == layout.generations:
                raise KeyboardInterrupt
            return put(at, path, layout)

        patch.setattr(module, "_put", die)
        with pytest.raises(KeyboardInterrupt):
            publish(local, uri)
    assert claim(uri)["generation"] == 1
    assert not list((place / "generations").glob("*.json"))
    write_filing(tmp_path / "other" / "bolt.txt", "BOLT", 2020)
    build([tmp_path / "other"], tmp_path / "second", SETTINGS, encoder=HashingEncoder())
    with pytest.raises(Exception, match="holds generation 1 of another index"):
        publish(tmp_path / "second", uri)
    assert set(Index.open(uri).filings) == {"ACME_2020_10K"}


def test_an_answer_that_was_lost_is_no_conflict(uri: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from indexing.conditional import _InFolder

    write = _InFolder.write

    def twice(self, content: bytes, tag):
        write(self, content, tag)
        return write(self, content, tag)

    with monkeypatch.context() as patch:
        patch.setattr(_InFolder, "write", twice)
        patch.setattr("indexing.publisher._require_conditions", lambda *_: None)
        with publishing(uri) as lease:
            lease.commit(1, "{}")
    assert claim(uri)["generation"] == 1


def test_a_place_that_keeps_to_no_conditions_is_refused(
    uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from indexing.conditional import _InFolder

    def always(self, content: bytes, tag) -> str:
        del tag
        self._path.write_bytes(content)
        return ""

    monkeypatch.setattr(_InFolder, "write", always)
    for _ in range(2):
        with pytest.raises(StoreError, match="does not keep to conditions of writes"):
            publishing(uri).__enter__()
