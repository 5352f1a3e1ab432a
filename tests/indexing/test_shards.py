"""Shards merged are the index of all files built in one go."""

import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from hirec.index import Index
from hirec.index.damage import IndexDamagedError
from hirec.index.layout import Layout
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from hirec.types import HirecError, IndexIncompatibleError
from indexing.builder import build, merge
from indexing.checking import check
from indexing.discover import discover
from indexing.plan import BuildOptions
from indexing.repairing import repair
from indexing.report import BuildReport
from indexing.shards import Part

SETTINGS = Settings(index=IndexSettings(workers=1))
MERGE = """
import os, signal, sys
from pathlib import Path
from hirec.testing.encoder import HashingEncoder
from hirec.settings import IndexSettings, Settings
from indexing.builder import merge

def main():
    index, stage, at, *shards = sys.argv[1:]
    def progress(event):
        if event.stage == stage and event.done == int(at):
            os.kill(os.getpid(), signal.SIGKILL)
    settings = Settings(index=IndexSettings(workers=1))
    merge([Path(s) for s in shards], Path(index), settings, progress, encoder=HashingEncoder())

if __name__ == "__main__":
    main()
"""


@pytest.fixture
def folder(tmp_path: Path, write_filing) -> Path:
    """Two with one id, a copy, one broken, and one whose name only its siblings know."""
    folder = tmp_path / "in"
    for number, name in enumerate(["ACME", "BOLT", "CORD", "DUST", "SAME"]):
        write_filing(folder / f"{name}.txt", name, 2015 + number)
    write_filing(folder / "sub" / "ACME later.txt", "ACME", 2017)
    write_filing(folder / "sub" / "double.txt", "SAME", 2019, "We make other things.")
    shutil.copy2(folder / "BOLT.txt", folder / "sub" / "copy.txt")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    shutil.copy2(folder / "broken.pdf", folder / "sub" / "broken too.pdf")
    nameless = write_filing(folder / "ZZZ_2016_10K.txt", "ACME", 2016)
    lines = nameless.read_text().splitlines()
    kept = [line for line in lines if not line.startswith(("ACME", "(Exact", "Common"))]
    nameless.write_text("\n".join(kept))
    return folder


def one_go(folder: Path, index: Path) -> Path:
    build([folder], index, SETTINGS, encoder=HashingEncoder())
    return index


def shards(folder: Path, place: Path, count: int = 3) -> list[Path]:
    made = [place / f"shard-{number}" for number in range(1, count + 1)]
    for number, shard in enumerate(made, 1):
        part = Part(number, count)
        build([folder], shard, SETTINGS, encoder=HashingEncoder(), options=BuildOptions(part=part))
    return made


def merged(parts: list[Path], index: Path) -> BuildReport:
    return merge(parts, index, SETTINGS, encoder=HashingEncoder())


def content(index: Path) -> dict[str, object]:
    """All that readers open and the ledger says, but for names and times of files."""
    database = sqlite3.connect(index / "catalog.db")
    ledger = (
        "path, stem, state, sha256, size, mtime_ns, filing_id, error, attempts, pages, note, told"
    )
    filings = "filing_id, sha256, page_count, passage_count, identity, listed, passages"
    found: dict[str, object] = {
        "ledger": database.execute(f"SELECT {ledger} FROM ledger ORDER BY 1").fetchall(),
        "filings": database.execute(f"SELECT {filings} FROM filings ORDER BY 1").fetchall(),
        "covers": database.execute("SELECT * FROM covers ORDER BY filing_id").fetchall(),
    }
    passages = database.execute("SELECT filing_id, passages FROM filings").fetchall()
    database.close()
    generation = Index.open(index).generation
    found["files"] = dict(generation.files)
    found["segments"] = [dict(segment.files) for segment in generation.segments]
    files = [Layout(index).passages_file(*row) for row in passages]
    found["passages"] = {path.name: path.read_bytes() for path in files}
    return found


def test_merged_shards_are_the_index_of_one_go_bit_for_bit(folder: Path, tmp_path: Path) -> None:
    whole = one_go(folder, tmp_path / "whole")
    parts = shards(folder, tmp_path)
    report = merged(parts, tmp_path / "merged")
    assert (report.embedded, len(report.failed)) == (1, 2)  # the taught one has another cover
    ours, theirs = content(tmp_path / "merged"), content(whole)
    assert ours == theirs
    told = [row for row in theirs["ledger"] if row[-1]]  # type: ignore[attr-defined]
    assert [Path(row[0]).name for row in told] == ["ZZZ_2016_10K.txt"]
    assert any("-" in row[0].rpartition("_")[2] for row in theirs["filings"])  # type: ignore[attr-defined]
    again = merged(parts, tmp_path / "merged")
    assert (again.done, again.skipped, again.embedded) == (0, 9, 0)
    assert check(Layout(tmp_path / "merged")) == []
    after = build([folder], tmp_path / "merged", SETTINGS, encoder=HashingEncoder())
    assert (after.done, after.skipped) == (0, 9)


def test_a_merge_killed_anywhere_continues(folder: Path, tmp_path: Path) -> None:
    whole = one_go(folder, tmp_path / "whole")
    parts = shards(folder, tmp_path, 2)
    script = tmp_path / "merge.py"
    script.write_text(MERGE)
    for stage, at in [("reading", 2), ("reading", 6), ("embedding", 0), ("writing", 0)]:
        command = [sys.executable, str(script), str(tmp_path / "merged"), stage, str(at)]
        assert subprocess.run([*command, *map(str, parts)]).returncode == -signal.SIGKILL, stage
    merged(parts, tmp_path / "merged")
    assert content(tmp_path / "merged") == content(whole)


def test_without_the_files_only_what_must_be_read_again_is_missed(
    folder: Path, tmp_path: Path
) -> None:
    parts = shards(folder, tmp_path, 2)
    shutil.move(folder, tmp_path / "away")
    report = merged(parts, tmp_path / "merged")
    assert report.filings == 8
    (failed,) = [f for f in report.failed if f.path.endswith("ZZZ_2016_10K.txt")]
    assert "has to be read again" in failed.error
    assert (
        "the index keeps NAMELESS" in failed.error
        or "keeps"
        in sqlite3.connect(tmp_path / "merged" / "catalog.db")
        .execute("SELECT error FROM ledger WHERE path LIKE '%ZZZ_2016_10K.txt'")
        .fetchone()[0]
    )
    shutil.move(tmp_path / "away", folder)
    build(
        [folder],
        tmp_path / "merged",
        SETTINGS,
        encoder=HashingEncoder(),
        options=BuildOptions(retry_failed=True),
    )
    read = Index.open(tmp_path / "merged").by_source("ZZZ_2016_10K.txt")
    assert read is not None
    assert read.identity.company == "ACME INDUSTRIES, INC."


def test_a_damaged_shard_is_named_and_mended_and_merging_goes_on(
    folder: Path, tmp_path: Path
) -> None:
    parts = shards(folder, tmp_path, 2)
    home = next(part for part in parts if Index.open(part).by_source("CORD"))
    victim = next((home / "passages").rglob("CORD*.parquet"))
    victim.write_bytes(victim.read_bytes()[:-1])
    with pytest.raises(IndexDamagedError, match=rf"{home} is damaged .*--repair") as caught:
        merged(parts, tmp_path / "merged")
    assert victim.name in str(caught.value)
    assert repair(home, SETTINGS, encoder=HashingEncoder()).left == ()
    merged(parts, tmp_path / "merged")
    assert content(tmp_path / "merged") == content(one_go(folder, tmp_path / "whole"))


def test_only_whole_sets_of_finished_shards_are_merged(folder: Path, tmp_path: Path) -> None:
    parts = shards(folder, tmp_path, 2)
    with pytest.raises(HirecError, match="Shard 2/2 is missing"):
        merged(parts[:1], tmp_path / "merged")
    with pytest.raises(HirecError, match="both are shard 1/2"):
        merged([parts[0], parts[0]], tmp_path / "merged")
    with pytest.raises(HirecError, match="is no shard; make shards with"):
        merged([one_go(folder, tmp_path / "whole")], tmp_path / "merged")
    with pytest.raises(IndexIncompatibleError, match="is shard 1/2 of a collection; give --shard"):
        one_go(folder, parts[0])
    other = Settings(index=IndexSettings(workers=1, chunk_size=512))
    with pytest.raises(IndexIncompatibleError, match=r"chunk_size"):
        merge(parts, tmp_path / "merged", other, encoder=HashingEncoder())
    with sqlite3.connect(parts[1] / "catalog.db") as database:
        database.execute("INSERT INTO ledger (path, stem, state) VALUES ('x', 'x', 'new')")
    with pytest.raises(HirecError, match="shard-2 is not finished"):
        merged(parts, tmp_path / "merged")
    assert not (tmp_path / "merged").exists()


def test_shards_part_the_files_wherever_they_are_mounted(folder: Path, tmp_path: Path) -> None:
    def parted(place: Path) -> list[list[str]]:
        found = discover([place], tmp_path / "index")
        parts = [Part(number, 3).of(found).files for number in (1, 2, 3)]
        return [[Path(name).relative_to(place).as_posix() for name in files] for files in parts]

    here = parted(folder)
    assert sorted(name for part in here for name in part) == sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*.*")
    )
    elsewhere = tmp_path / "elsewhere"
    folder.rename(elsewhere)
    assert parted(elsewhere) == here


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "a/b", "1/2/3"])
def test_what_names_no_shard_is_refused(text: str) -> None:
    with pytest.raises(HirecError, match="is no shard; give its number"):
        Part.parse(text)
