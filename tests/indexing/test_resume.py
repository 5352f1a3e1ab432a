"""A build killed with SIGKILL and started again makes the index of an undisturbed build."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from hirec.index import Index

BUILD = """
import os, signal, sys
from pathlib import Path
from hirec.testing.encoder import HashingEncoder
from hirec.settings import IndexSettings, Settings
from indexing.builder import build
from indexing.labels import read_labels
from indexing.plan import BuildOptions

def main():
    folder, index, stage, at, *labels = sys.argv[1:]
    def progress(event):
        if event.stage == stage and event.done == int(at):
            os.kill(os.getpid(), signal.SIGKILL)
    settings = Settings(index=IndexSettings(workers=2))
    said = read_labels(Path(labels[0])) if labels else ()
    options = BuildOptions(labels=said)
    build(
        [Path(folder)], Path(index), settings, progress, encoder=HashingEncoder(), options=options
    )

if __name__ == "__main__":
    main()
"""
FILINGS = 10
NAMELESS = """FORM 10-K
ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934
For the fiscal year ended December 31, 2014

Item 1. Business
We make things.
"""


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
    filings = "filing_id, sha256, page_count, passage_count, identity, listed, passages"
    tables = {
        "filings": database.execute(f"SELECT {filings} FROM filings ORDER BY 1").fetchall(),
        "covers": database.execute("SELECT * FROM covers ORDER BY filing_id").fetchall(),
        "ledger": database.execute(f"SELECT {ledger} FROM ledger ORDER BY path").fetchall(),
    }
    database.close()
    index = Index.open(index_dir)
    every = list(index.filings)
    query = np.eye(64, dtype=np.float32)
    return {
        **tables,
        "passages": index.passages(every),
        "vectors": [index.search_documents(axis, len(every)) for axis in query],
        "words": index.cover_scores("annual report of things in 2015").tolist(),
        "companies": [
            (filing.company_key, filing.source_names) for filing in index.filings.values()
        ],
        "order": every,
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


def test_killed_corrections_continue_to_the_same_index(
    script: Path, folder: Path, tmp_path: Path
) -> None:
    """Corrections make files be read again, under other ids, and what they teach others too."""
    (folder / "NONAME_2014_10K.txt").write_text(NAMELESS)
    rows = ["file,company,cik,ticker", "0.txt,Sure Corp,42,SUR", "NONAME_2014_10K.txt,,42,"]
    rows += ["2.txt,Two Inc,,TWO", "same.txt,,,OTH"]
    labels = tmp_path / "labels.csv"
    labels.write_text("\n".join(rows))
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    for index in (undisturbed, killed):
        assert start(script, folder, index, "never", 0).wait() == 0
    assert start(script, folder, undisturbed, "never", 0, labels).wait() == 0
    started = time.monotonic()
    assert start(script, folder, undisturbed, "never", 0, labels).wait() == 0
    whole_s = time.monotonic() - started

    for stage, at in [("reading", 1), ("reading", 3), ("reading", 5), ("embedding", 0)]:
        start(script, folder, killed, stage, at, labels).wait()
    seed = time.time_ns()
    process = start(script, folder, killed, "never", 0, labels)
    time.sleep(random.Random(seed).uniform(0.2, 1.0) * whole_s)
    process.kill()
    process.wait()
    assert start(script, folder, killed, "never", 0, labels).wait() == 0
    ours, theirs = content(killed), content(undisturbed)
    for each in (ours, theirs):
        each["ledger"] = [(*row[:8], *row[9:]) for row in each["ledger"]]  # but for attempts
        each["vectors"] = []  # made from the same covers, compared above
    assert ours == theirs, f"seed {seed}"
    assert any("Sure Corp" in row[4] and "NONAME" not in row[0] for row in theirs["filings"])
    inherited = [row for row in theirs["filings"] if '"company":"sibling"' in row[4]]
    assert len(inherited) == 1


def test_readers_do_not_outlive_a_killed_builder(
    script: Path, folder: Path, tmp_path: Path
) -> None:
    process = start(script, folder, tmp_path / "index", "reading", 1)
    assert process.wait() == -signal.SIGKILL
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("reader processes are still there")
