"""Unpacking a model's file once: with a loader that only reads and writes files."""

import os
from pathlib import Path

import pytest

from hirec.llm.unpacking import unpacked


class Engine:
    """Unpacks by writing the content in capitals beside the file."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def load(self, path: Path, keep: bool) -> str:
        if path.is_dir():
            self.asked.append("folder")
            text = (path / "model.bin").read_text()
            if not text:
                raise RuntimeError("cut short")
            return text
        self.asked.append("file")
        text = path.read_text().upper()
        if text == "BAD":
            raise RuntimeError("no model")
        if keep:
            (path.parent / "model.bin").write_text(text)
        return text


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("hirec.llm.unpacking.user_cache_path", lambda name: tmp_path / name)
    return tmp_path / "hirec" / "converted"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "model.gguf"
    path.write_text("weights")
    return path


def test_it_is_unpacked_once_and_kept_without_the_file(cache: Path, file: Path) -> None:
    engine = Engine()
    for _ in range(3):
        assert unpacked(file, "1", engine.load) == "WEIGHTS"
    assert engine.asked == ["file", "folder", "folder"]
    (folder,) = cache.iterdir()
    assert [path.name for path in folder.iterdir()] == ["model.bin"]
    assert file.read_text() == "weights"


def test_another_engine_or_a_newer_file_is_unpacked_anew(cache: Path, file: Path) -> None:
    engine = Engine()
    unpacked(file, "1", engine.load)
    unpacked(file, "2", engine.load)
    file.write_text("changed")
    os.utime(file, (1, 1))
    assert unpacked(file, "2", engine.load) == "CHANGED"
    assert engine.asked == ["file"] * 3
    assert len(list(cache.iterdir())) == 3


def test_what_was_cut_short_is_unpacked_anew(cache: Path, file: Path) -> None:
    engine = Engine()
    unpacked(file, "1", engine.load)
    (kept,) = cache.glob("*/model.bin")
    kept.write_text("")
    assert unpacked(file, "1", engine.load) == "WEIGHTS"
    assert engine.asked == ["file", "folder", "file"]
    assert kept.read_text() == "WEIGHTS"


def test_nothing_is_kept_of_a_file_that_is_no_model(cache: Path, file: Path) -> None:
    file.write_text("bad")
    with pytest.raises(RuntimeError, match="no model"):
        unpacked(file, "1", Engine().load)
    assert list(cache.iterdir()) == []


def test_nothing_is_kept_where_there_is_no_room(
    cache: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hirec.llm.unpacking._ROOM", 2**60)
    assert unpacked(file, "1", Engine().load) == "WEIGHTS"
    assert list(cache.iterdir()) == []


def test_files_are_linked_where_symbolic_links_are_refused(
    cache: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*paths: Path) -> None:
        raise OSError(f"not for this user: {paths}")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    assert unpacked(file, "1", Engine().load) == "WEIGHTS"
    assert len(list(cache.glob("*/model.bin"))) == 1
    assert file.read_text() == "weights"
