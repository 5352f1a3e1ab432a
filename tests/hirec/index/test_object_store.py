"""Objects of a place, copied with their checksum."""

import hashlib
from pathlib import Path

import pytest

from hirec.index import object_store
from hirec.index.object_store import ObjectStore, OtherContentError

CONTENT = b"words " * 1000
WAITED: list[float] = []
"""Seconds between tries, none of which passed."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ObjectStore:
    monkeypatch.setattr(object_store.time, "sleep", WAITED.append)
    WAITED.clear()
    (tmp_path / "at").mkdir()
    (tmp_path / "at" / "object").write_bytes(CONTENT)
    return ObjectStore((tmp_path / "at").as_uri())


def test_a_copy_is_what_was_named(
    place: ObjectStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(object_store, "_PIECE", 1024)
    place.copy("object", tmp_path / "copy", hashlib.sha256(CONTENT).hexdigest())
    assert (tmp_path / "copy").read_bytes() == CONTENT


def test_another_object_is_refused_after_all_tries(place: ObjectStore, tmp_path: Path) -> None:
    with pytest.raises(OtherContentError, match="object is not what was published"):
        place.copy("object", tmp_path / "copy", hashlib.sha256(b"other").hexdigest())
    most = (0.2, 0.4, 0.8)
    assert all(m / 2 <= waited <= m for waited, m in zip(WAITED, most, strict=True))


def test_an_object_that_is_not_there_is_missing(place: ObjectStore, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        place.copy("gone", tmp_path / "copy", "")
