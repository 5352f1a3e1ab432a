"""Files that are whole or not there, and the sentence for a full disk."""

import dataclasses
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from hirec.index.passages import read_passages
from hirec.types import Passage, PassageKind
from indexing.writer import (
    WriteError,
    digest_of,
    rename_passages,
    write_bytes,
    write_once,
    write_passages,
    writing,
)

FULL_DISK = """
import resource, sys
from pathlib import Path
from hirec.testing.encoder import HashingEncoder
from hirec.settings import IndexSettings, Settings
from indexing.builder import build

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
    settings = Settings(index=IndexSettings(workers=1))
    build([Path(sys.argv[1])], Path(sys.argv[2]), settings, encoder=HashingEncoder(512))
"""


def test_bytes_are_renamed_into_place(tmp_path: Path) -> None:
    write_bytes(tmp_path / "a", b"one")
    write_bytes(tmp_path / "a", b"two")
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("a", b"two")]


def test_of_two_that_write_a_file_once_the_first_wins(tmp_path: Path) -> None:
    write_once(tmp_path / "a", b"one")
    with pytest.raises(FileExistsError):
        write_once(tmp_path / "a", b"two")
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("a", b"one")]


def test_passages_move_under_another_id(tmp_path: Path) -> None:
    passage = Passage("A#3.2", "A", 3, PassageKind.TEXT, "title", "text – ünïcode")
    again = dataclasses.replace(passage, passage_id="A#4.1", duplicate_of="A#3.2")
    before = write_passages(tmp_path / "a", [passage, again])
    after = rename_passages(tmp_path / "a", "A-1f")
    assert before != after == digest_of((tmp_path / "a").read_bytes())
    assert read_passages(tmp_path / "a") == [
        dataclasses.replace(passage, passage_id="A-1f#3.2", filing_id="A-1f"),
        dataclasses.replace(
            again, passage_id="A-1f#4.1", filing_id="A-1f", duplicate_of="A-1f#3.2"
        ),
    ]


def test_a_filing_without_passages(tmp_path: Path) -> None:
    write_passages(tmp_path / "a", [])
    assert read_passages(tmp_path / "a") == []


def test_failures_of_the_disk_get_one_sentence() -> None:
    reason = "Cannot write /x: No space left on device; the index"
    with pytest.raises(WriteError, match=reason), writing(Path("/x")):
        raise OSError(28, "No space left on device")
    with pytest.raises(WriteError, match="database or disk is full"), writing(Path("/x")):
        raise sqlite3.OperationalError("database or disk is full")


@pytest.mark.parametrize("limit", [5_000, 60_000])
def test_a_full_disk_stops_the_build_and_damages_nothing(
    tmp_path: Path,
    write_filing,
    limit: int,
) -> None:
    for number in range(8):
        write_filing(tmp_path / "in" / f"{number}.txt", f"N{number}", 2020, "Words. " * 200)
    script = tmp_path / "build.py"
    script.write_text(FULL_DISK)
    index = tmp_path / "index"
    command = [sys.executable, str(script), str(tmp_path / "in"), str(index)]
    full = subprocess.run([*command, str(limit)], capture_output=True, text=True)
    assert full.returncode == 1
    assert "WriteError: Cannot write" in full.stderr, full.stderr
    assert "to continue" in full.stderr
    again = subprocess.run([*command, "-1"], capture_output=True, text=True)
    assert again.returncode == 0, again.stderr
    database = sqlite3.connect(index / "catalog.db")
    assert database.execute("SELECT count(*) FROM filings").fetchone() == (8,)
