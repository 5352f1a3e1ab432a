"""Every file of an index damaged in turn: found by its checksum, made again, all else untouched."""

import itertools
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from hirec.index import Index, IndexDamagedError
from hirec.index.layout import Layout
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build
from indexing.checking import check
from indexing.repairing import RepairReport, repair

SETTINGS = Settings(index=IndexSettings(workers=1))
FILES = (
    "generations/{own}/directory.db",
    "generations/{own}/order.npy",
    "generations/{own}/days.npy",
    "segments/{segment}/covers.db",
    "segments/{segment}/covers.faiss",
    "segments/{segment}/documents.npy",
    "segments/{segment}/counts.npy",
    "segments/{segment}/lengths.npy",
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, sample_dir: Path) -> Path:
    """An index of two generations; its filings lie beside it."""
    root = tmp_path_factory.mktemp("made")
    (root / "in").mkdir()
    for name in ("HPFD_2023_10K.html", "BRHS_2022_10K.html"):
        shutil.copy(sample_dir / name, root / "in")
    build([root / "in"], root / "index", SETTINGS, encoder=HashingEncoder())
    shutil.copy(sample_dir / "QVNE_2023_10K.html", root / "in")
    build([root / "in"], root / "index", SETTINGS, encoder=HashingEncoder())
    return root


@pytest.fixture
def index_dir(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made / "index", tmp_path / "index"))


def said(index_dir: Path) -> object:
    index = Index.open(index_dir)
    every = list(index.filings)
    query = HashingEncoder().encode_queries(["annual report"])[0]
    return (
        list(index.filings.items()),
        index.passages(every),
        index.search_documents(query, 9),
        index.cover_scores("annual report of Quorvane").tolist(),
        [(key, index.companies.filings(key)) for key in index.companies.keys()],  # noqa: SIM118
    )


def mend(index_dir: Path) -> RepairReport:
    return repair(index_dir, SETTINGS, encoder=HashingEncoder())


def flip(path: Path) -> None:
    """Change one bit in the middle of a file."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def named(index_dir: Path, pattern: str) -> Path:
    generation = Index.open(index_dir).generation
    names = {"own": generation.folder, "segment": generation.segments[0].name}
    return index_dir / pattern.format(**names)


def test_a_whole_index_has_nothing_to_mend(index_dir: Path) -> None:
    assert check(Layout(index_dir)) == []
    assert mend(index_dir) == RepairReport((), (), ())
    assert Index.open(index_dir).generation.number == 2


def test_vectors_half_way_between_two_of_half_precision_are_no_damage(index_dir: Path) -> None:
    step = 2.0**-11  # of half precision between 1 and 2 it is half a step
    ties = 1 + step * np.arange(1, 2 * 64, 2, dtype=np.float32)
    with closing(sqlite3.connect(index_dir / "catalog.db")) as database, database:
        (size,) = database.execute("SELECT length(vector) / 4 FROM covers").fetchone()
        vector = np.resize(ties, size).astype("<f4").tobytes()
        database.execute("UPDATE covers SET vector = ?", (vector,))
    for path in (index_dir / "segments").glob("*/covers.faiss"):
        path.unlink()
    assert mend(index_dir).left == ()
    assert check(Layout(index_dir)) == []


# Without generations/2.json generation 1 is in force, and whole.
@pytest.mark.parametrize(
    ("pattern", "how"),
    [("generations/2.json", "flipped"), *itertools.product(FILES, ("flipped", "gone"))],
)
def test_what_the_catalog_has_is_made_again_without_reading(
    index_dir: Path, pattern: str, how: str
) -> None:
    before = said(index_dir)
    path = named(index_dir, pattern)
    if how == "gone":
        path.unlink()
    else:
        flip(path) if path.suffix != ".json" else path.write_text("{")
    found = check(Layout(index_dir))
    assert path in [damage.path for damage in found]
    report = mend(index_dir)
    assert (report.left, report.read_again) == ((), ())
    assert path in [damage.path for damage in report.mended]
    assert check(Layout(index_dir)) == []
    assert said(index_dir) == before


@pytest.mark.parametrize("how", ["flipped", "gone"])
def test_passages_are_read_again_from_the_filings_own_file(index_dir: Path, how: str) -> None:
    before = said(index_dir)
    (path,) = index_dir.glob("passages/*/HPFD_2023_10K@*.parquet")
    others = {p: p.stat().st_mtime_ns for p in index_dir.glob("passages/*/*") if p != path}
    if how == "gone":
        path.unlink()
    else:
        flip(path)
    (damage,) = check(Layout(index_dir))
    assert (damage.path, damage.filing_id) == (path, "HPFD_2023_10K")
    report = mend(index_dir)
    assert [Path(name).name for name in report.read_again] == ["HPFD_2023_10K.html"]
    assert (report.mended, report.left) == ((damage,), ())
    assert said(index_dir) == before
    assert {p: p.stat().st_mtime_ns for p in others} == others


def test_a_row_of_the_catalog_that_was_changed_is_read_again(index_dir: Path) -> None:
    before = said(index_dir)
    with sqlite3.connect(index_dir / "catalog.db") as database:
        database.execute("UPDATE covers SET summary = 'x' WHERE filing_id = 'BRHS_2022_10K'")
    database.close()
    (damage,) = check(Layout(index_dir))
    assert str(damage).endswith(
        "tells the summary of BRHS_2022_10K otherwise than it was published"
    )
    report = mend(index_dir)
    assert [Path(name).name for name in report.read_again] == ["BRHS_2022_10K.html"]
    assert report.left == ()
    assert said(index_dir) == before


def test_what_cannot_be_read_again_is_left_and_said(index_dir: Path, made: Path) -> None:
    (path,) = index_dir.glob("passages/*/HPFD_2023_10K@*.parquet")
    path.unlink()
    source = made / "in" / "HPFD_2023_10K.html"
    source.rename(made / "elsewhere.html")
    try:
        report = mend(index_dir)
    finally:
        (made / "elsewhere.html").rename(source)
    assert [damage.filing_id for damage in report.left] == ["HPFD_2023_10K"]
    assert (report.mended, report.read_again) == ((), ())
    assert len(Index.open(index_dir).filings) == 3


def test_a_damaged_catalog_is_named_and_nothing_made_from_it(index_dir: Path) -> None:
    (index_dir / "catalog.db").write_bytes(b"this is no database at all" * 100)
    assert [damage.path.name for damage in check(Layout(index_dir))] == ["catalog.db"]
    with pytest.raises(IndexDamagedError, match="restore it from a copy"):
        mend(index_dir)
