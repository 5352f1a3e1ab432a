"""A build killed with SIGKILL and started again makes the index of an undisturbed build."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hirec.index import Index

BUILD = """
import os, signal, sys
from pathlib import Path
from hirec.models.hashing import HashingEncoder
from hirec.settings import IndexSettings, Settings
from indexing.builder import build

def main():
    folder, index, stage, at = sys.argv[1:]
    def progress(event):
        if event.stage == stage and event.done == int(at):
            os.kill(os.getpid(), signal.SIGKILL)
    settings = Settings(index=IndexSettings(workers=2))
    build([Path(folder)], Path(index), settings, progress, encoder=HashingEncoder())

if __name__ == "__main__":
    main()
"""
FILINGS = 10


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("script") / "build.py"
    path.write_text(BUILD)
    return path


@pytest.fixture
def folder(tmp_path: Path, write_filing) -> Path:
    folder = tmp_path / "in"
    for number in range(FILINGS):
        name = "".join(random.Random(number).choices("BCDFGLMPRST", k=4))
        suffix = ".pdf" if number % 2 else ".txt"
        text = "We make things. " * 50 * number
        write_filing(folder / f"{number}{suffix}", name, 2015 + number % 3, text)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    (folder / "copy.txt").write_bytes((folder / "2.txt").read_bytes())
    write_filing(folder / "other.txt", "SAME", 2020)
    write_filing(folder / "same.txt", "SAME", 2020, "We make other things.")
    return folder


def content(index_dir: Path) -> dict[str, object]:
    """Everything an index says, but for times and the number of its generation."""
    database = sqlite3.connect(index_dir / "catalog.db")
    ledger = "path, stem, state, sha256, size, mtime_ns, filing_id, error, attempts, pages"
    tables = {
        "filings": database.execute("SELECT * FROM filings ORDER BY filing_id").fetchall(),
        "covers": database.execute("SELECT * FROM covers ORDER BY filing_id").fetchall(),
        "ledger": database.execute(f"SELECT {ledger} FROM ledger ORDER BY path").fetchall(),
    }
    database.close()
    (vectors,) = index_dir.glob("documents-*.faiss")
    (order,) = index_dir.glob("documents-*.ids")
    files = sorted(str(path.relative_to(index_dir)) for path in index_dir.rglob("*.parquet"))
    index = Index.open(index_dir)
    return {
        **tables,
        "files": files,
        "passages": index.passages(list(index.filings)),
        "vectors": vectors.read_bytes(),
        "order": order.read_text(),
    }


def start(script: Path, *arguments: object) -> "subprocess.Popen[bytes]":
    command = [sys.executable, str(script), *map(str, arguments)]
    return subprocess.Popen(command, start_new_session=True)


def test_killed_builds_continue_to_the_same_index(
    script: Path, folder: Path, tmp_path: Path
) -> None:
    undisturbed = tmp_path / "undisturbed"
    started = time.monotonic()
    assert start(script, folder, undisturbed, "never", 0).wait() == 0
    whole_s = time.monotonic() - started

    killed = tmp_path / "killed"
    seed = time.time_ns()
    process = start(script, folder, killed, "never", 0)
    time.sleep(random.Random(seed).uniform(0.5, 1.0) * whole_s)
    process.kill()
    process.wait()
    for stage, at in [("reading", 2), ("embedding", 0), ("writing", 0)]:
        start(script, folder, killed, stage, at).wait()
    assert start(script, folder, killed, "never", 0).wait() == 0
    assert content(killed) == content(undisturbed), f"seed {seed}"


def test_readers_do_not_outlive_a_killed_builder(
    script: Path, folder: Path, tmp_path: Path
) -> None:
    process = start(script, folder, tmp_path / "index", "reading", 1)
    assert process.wait() == -signal.SIGKILL
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("reader processes are still there")
