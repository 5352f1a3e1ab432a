"""What a reader process does with one file, and what it says of pages it could not read."""

import json
import os
from pathlib import Path

import pymupdf
import pytest

from hirec.index import Index, LedgerState
from hirec.index.passages import read_passages
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from hirec.types import ReadError
from indexing.builder import build
from indexing.report import BuildReport
from indexing.worker import read_filing

SETTINGS = Settings(index=IndexSettings(workers=1))


def add_picture(path: Path) -> None:
    """Append a page that is a grey picture and nothing else."""
    with pymupdf.open(path) as pdf:
        page = pdf.new_page()
        picture = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 60, 60), False)
        picture.clear_with(200)
        page.insert_image(pymupdf.Rect(50, 50, 550, 700), pixmap=picture)
        pdf.saveIncr()


def index(folder: Path, index_dir: Path) -> BuildReport:
    return build([folder], index_dir, SETTINGS, encoder=HashingEncoder())


def test_near_duplicates_are_linked_and_kept(tmp_path: Path, write_filing) -> None:
    boiler = "The accompanying notes are an integral part of these financial statements."
    pages = "\n".join(
        f"\n\nNote {n}. Subject {word}\n{word.title()} {n} is unlike others: {word * 3}.\n{boiler}"
        for n, word in enumerate(["inventories", "leases", "pensions"] * 8, start=1)
    )
    path = write_filing(tmp_path / "a.txt", "ACME", 2020, pages)
    read = read_filing(path, tmp_path / "a.parquet", IndexSettings(chunk_size=128))
    passages = read_passages(tmp_path / "a.parquet")
    assert len(passages) == read.passage_count
    known = {passage.passage_id: passage for passage in passages}
    linked = [passage for passage in passages if passage.duplicate_of]
    assert linked
    for passage in linked:
        first = known[passage.duplicate_of]
        assert first.duplicate_of == ""
        assert passages.index(first) < passages.index(passage)


def test_pages_without_text_end_in_the_ledger(tmp_path: Path, write_filing) -> None:
    add_picture(write_filing(tmp_path / "in" / "acme.pdf", "ACME", 2020))
    (tmp_path / "in" / "copy.pdf").write_bytes((tmp_path / "in" / "acme.pdf").read_bytes())
    write_filing(tmp_path / "in" / "bolt.txt", "BOLT", 2020)
    report = index(tmp_path / "in", tmp_path / "index")
    assert report.failed == ()
    (noted,) = report.noted
    assert noted.path.endswith("acme.pdf")
    assert noted.note.startswith("page 2 without")
    ledger = {Path(row.path).name: row for row in Index.open(tmp_path / "index").ledger()}
    assert ledger["acme.pdf"].note == ledger["copy.pdf"].note == noted.note
    assert ledger["bolt.txt"].note is None

    write_filing(tmp_path / "in" / "acme.pdf", "ACME", 2020, "Read anew.")
    now, copied = index(tmp_path / "in", tmp_path / "index").noted
    ledger = {Path(row.path).name: row for row in Index.open(tmp_path / "index").ledger()}
    beside = "same company, form and period as ACME_2020_10K"  # which the copy stands for
    assert ledger["acme.pdf"].note == now.note == beside
    assert ledger["copy.pdf"].note == copied.note == noted.note, "read from the copy by now"


def test_a_named_pipe_is_refused_and_nobody_waits_for_it(tmp_path: Path, write_filing) -> None:
    write_filing(tmp_path / "in" / "acme.txt", "ACME", 2020)
    os.mkfifo(tmp_path / "in" / "pipe.txt")
    with pytest.raises(ReadError, match=r"pipe\.txt is no regular file"):
        read_filing(tmp_path / "in" / "pipe.txt", tmp_path / "x", IndexSettings())
    report = index(tmp_path / "in", tmp_path / "index")
    assert report.done == 1
    (failed,) = report.failed
    assert "no regular file" in failed.error


def test_a_name_that_is_no_text_costs_only_its_file(tmp_path: Path, write_filing) -> None:
    write_filing(tmp_path / "in" / "acme.txt", "ACME", 2020)
    Path(os.fsdecode(os.fsencode(tmp_path / "in") + b"/caf\xe9.txt")).touch()
    for build_number in (1, 2):
        report = index(tmp_path / "in", tmp_path / "index")
        assert report.done + report.skipped == 1
        (failed,) = report.failed
        assert failed.error.endswith("caf\\xe9.txt is not readable text; rename the file")
        rows = Index.open(tmp_path / "index").ledger()
        assert [(row.state, row.attempts) for row in rows] == [
            (LedgerState.DONE, 1),
            (LedgerState.FAILED, 1),
        ], build_number
        assert json.dumps(failed.path)
