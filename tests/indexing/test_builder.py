"""Building an index: first, again, with changes, and with what goes wrong."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from hirec.index import Index, LedgerState
from hirec.models.encoder import Vectors
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from hirec.types import HirecError, IndexIncompatibleError, IndexMissingError
from indexing.builder import build, remove
from indexing.plan import BuildOptions
from indexing.report import BuildEvent, BuildReport

SETTINGS = Settings(index=IndexSettings(workers=1))


@pytest.fixture
def folder(tmp_path: Path, write_filing) -> Path:
    write_filing(tmp_path / "in" / "acme-2020.txt", "ACME", 2020)
    write_filing(tmp_path / "in" / "deeper" / "bolt.pdf", "BOLT", 2021)
    return tmp_path / "in"


@pytest.fixture
def index_dir(tmp_path: Path) -> Path:
    return tmp_path / "index"


def run(folder: Path, index_dir: Path, **options: bool) -> BuildReport:
    return build(
        [folder], index_dir, SETTINGS, encoder=HashingEncoder(), options=BuildOptions(**options)
    )


def written(index_dir: Path) -> dict[str, int]:
    """When each file of the generations was written."""
    files = [*index_dir.glob("generations/**/*"), *index_dir.glob("segments/**/*")]
    return {str(file.relative_to(index_dir)): file.stat().st_mtime_ns for file in files}


def states(index_dir: Path) -> dict[str, tuple[str, str | None]]:
    rows = Index.open(index_dir).ledger()
    return {Path(row.path).name: (row.state.value, row.filing_id) for row in rows}


def test_a_build_and_what_can_be_read_from_it(folder: Path, index_dir: Path) -> None:
    (folder / "notes.csv").write_text("not asked for")
    (folder / ".hidden.txt").write_text("not asked for")
    events: list[BuildEvent] = []
    report = build([folder], index_dir, SETTINGS, events.append, encoder=HashingEncoder())
    assert (report.done, report.skipped, report.failed) == (2, 0, ())
    assert (report.filings, report.pages, report.embedded) == (2, 2, 2)
    assert [(e.stage, e.done, e.total) for e in events if e.stage == "reading"] == [
        ("reading", 0, 2),
        ("reading", 1, 2),
        ("reading", 2, 2),
    ]
    index = Index.open(index_dir, encoder_fingerprint="hashing-64")
    assert list(index.filings) == ["ACME_2020_10K", "BOLT_2021_10K"]
    bolt = index.filings["BOLT_2021_10K"]
    assert (bolt.identity.ticker, bolt.page_count, bolt.source_names) == ("BOLT", 1, ("bolt",))
    assert bolt.passage_count == len(index.passages(["BOLT_2021_10K"])) > 0
    assert not (index_dir / "unfinished").exists()


def test_a_second_build_does_nothing_and_loads_no_encoder(folder: Path, index_dir: Path) -> None:
    run(folder, index_dir)
    before = written(index_dir)

    class Unused(HashingEncoder):
        def encode_passages(self, texts: Sequence[str]) -> Vectors:
            raise AssertionError(f"nothing to embed, and yet {texts}")

    report = build([folder], index_dir, SETTINGS, encoder=Unused())
    assert (report.done, report.skipped, report.pages, report.embedded) == (0, 2, 0, 0)
    assert written(index_dir) == before


def test_a_touched_file_is_not_read_again(folder: Path, index_dir: Path) -> None:
    run(folder, index_dir)
    (folder / "acme-2020.txt").touch()
    report = run(folder, index_dir)
    assert (report.done, report.skipped) == (0, 2)
    assert {row.attempts for row in Index.open(index_dir).ledger()} == {1}


def test_an_added_file_makes_the_next_generation(
    folder: Path,
    index_dir: Path,
    write_filing,
) -> None:
    run(folder, index_dir)
    open_before = Index.open(index_dir)
    write_filing(folder / "crux.txt", "CRUX", 2019)
    report = run(folder, index_dir)
    assert (report.done, report.skipped, report.embedded) == (1, 2, 1)
    assert [p.name for p in sorted(index_dir.glob("generations/*.json"))] == ["1.json", "2.json"]
    assert len(open_before.filings) == 2
    assert len(open_before.search_documents(HashingEncoder().encode_queries(["crux"])[0], 9)) == 2
    assert "CRUX_2019_10K" in Index.open(index_dir).filings


def test_one_content_under_two_names_is_one_filing(folder: Path, index_dir: Path) -> None:
    (folder / "copy.txt").write_bytes((folder / "acme-2020.txt").read_bytes())
    report = run(folder, index_dir)
    assert (report.done, report.filings, report.pages) == (3, 2, 2)
    index = Index.open(index_dir)
    assert index.filings["ACME_2020_10K"].source_names == ("acme-2020", "copy")
    assert index.by_source("copy") == index.by_source("acme-2020.txt")
    assert index.by_source("nobody") is None


def test_two_contents_with_one_identity_keep_apart(
    folder: Path,
    index_dir: Path,
    write_filing,
) -> None:
    write_filing(folder / "z" / "acme-2020.txt", "ACME", 2020, "We make other things.")
    run(folder, index_dir)
    index = Index.open(index_dir)
    first, second = [key for key in index.filings if key.startswith("ACME")]
    assert first == "ACME_2020_10K"
    ledger = {row.filing_id: row for row in index.ledger()}
    assert ledger[second].note == "same company, form and period as ACME_2020_10K"
    assert second == f"ACME_2020_10K-{ledger[second].sha256[:6]}"
    passages = index.passages([second])
    assert "other things" in passages[-1].text
    assert all(p.passage_id.startswith(f"{second}#1.") for p in passages)
    assert {p.filing_id for p in passages} == {second}
    with pytest.raises(HirecError, match="acme-2020 may be ACME_2020_10K or ACME_2020_10K-"):
        index.by_source("acme-2020")


def test_the_same_filing_in_another_format_is_said_to_be_so(
    folder: Path, index_dir: Path, write_filing
) -> None:
    write_filing(folder / "deeper" / "acme.pdf", "ACME", 2020)
    report = run(folder, index_dir)
    note = "another rendering of ACME_2020_10K"
    assert [Path(noted.path).name for noted in report.noted if noted.note == note] == ["acme.pdf"]
    index = Index.open(index_dir)
    second = next(key for key in index.filings if key.startswith("ACME_2020_10K-"))
    assert note in index.filings[second].identity.notes
    assert note not in index.filings["ACME_2020_10K"].identity.notes


def test_a_changed_file_replaces_its_filing(
    folder: Path,
    index_dir: Path,
    write_filing,
) -> None:
    run(folder, index_dir)
    write_filing(folder / "acme-2020.txt", "ACME", 2020, "We make no more things.")
    report = run(folder, index_dir)
    assert (report.done, report.skipped, report.removed, report.filings) == (1, 1, (), 2)
    passages = Index.open(index_dir).passages(["ACME_2020_10K"])
    assert "no more things" in passages[-1].text


def test_a_changed_file_that_is_another_filing_removes_the_former(
    folder: Path,
    index_dir: Path,
    write_filing,
) -> None:
    run(folder, index_dir)
    write_filing(folder / "acme-2020.txt", "ACME", 2022)
    report = run(folder, index_dir)
    assert report.removed == ("ACME_2020_10K",)
    assert list(Index.open(index_dir).filings) == ["ACME_2022_10K", "BOLT_2021_10K"]
    assert list(index_dir.glob("passages/*/ACME_2020_10K@*.parquet"))  # the one before has it
    write_filing(folder / "crux.txt", "CRUX", 2019)
    run(folder, index_dir)
    run(folder, index_dir)
    assert not list(index_dir.glob("passages/*/ACME_2020_10K@*.parquet"))


def test_failed_files_are_named_and_not_tried_again_unless_asked(
    folder: Path, index_dir: Path
) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    first = run(folder, index_dir)
    assert (first.done, len(first.failed), first.filings) == (2, 1, 2)
    assert "broken.pdf" in first.failed[0].error
    assert states(index_dir)["broken.pdf"] == ("failed", None)
    again = run(folder, index_dir)
    assert [failed.before for failed in again.failed] == [True]
    retried = run(folder, index_dir, retry_failed=True)
    assert [failed.before for failed in retried.failed] == [False]
    attempts = {Path(row.path).name: row.attempts for row in Index.open(index_dir).ledger()}
    assert attempts == {"acme-2020.txt": 1, "bolt.pdf": 1, "broken.pdf": 2}


def test_a_file_that_becomes_unreadable_keeps_the_filing_read_before(
    folder: Path, index_dir: Path
) -> None:
    run(folder, index_dir)
    (folder / "acme-2020.txt").write_text("gone wrong")
    report = run(folder, index_dir)
    assert "keeps ACME_2020_10K" in Index.open(index_dir).ledger()[0].error
    assert (report.filings, len(report.failed)) == (2, 1)
    assert states(index_dir)["acme-2020.txt"] == ("failed", "ACME_2020_10K")


def test_vanished_files_stay_until_pruned(folder: Path, index_dir: Path) -> None:
    run(folder, index_dir)
    (folder / "acme-2020.txt").unlink()
    assert run(folder, index_dir).filings == 2
    report = run(folder, index_dir, prune=True)
    assert (report.removed, report.filings) == (("ACME_2020_10K",), 1)
    assert states(index_dir) == {
        "acme-2020.txt": ("superseded", None),
        "bolt.pdf": ("done", "BOLT_2021_10K"),
    }


def test_removed_filings_come_back_when_built_again(folder: Path, index_dir: Path) -> None:
    run(folder, index_dir)
    with pytest.raises(HirecError, match="no filing NOBODY_2020_10K"):
        remove(index_dir, ["ACME_2020_10K", "NOBODY_2020_10K"])
    remove(index_dir, ["ACME_2020_10K"])
    index = Index.open(index_dir)
    assert list(index.filings) == ["BOLT_2021_10K"]
    assert index.ledger()[0].state is LedgerState.SUPERSEDED
    assert run(folder, index_dir).filings == 2


def test_an_index_without_filings_says_so(folder: Path, index_dir: Path) -> None:
    run(folder, index_dir)
    remove(index_dir, ["ACME_2020_10K", "BOLT_2021_10K"])
    with pytest.raises(IndexMissingError, match="holds no filings yet"):
        Index.open(index_dir)


def test_other_settings_or_models_are_refused(folder: Path, index_dir: Path) -> None:
    run(folder, index_dir)
    other = Settings(index=IndexSettings(workers=1, chunk_size=512))
    with pytest.raises(IndexIncompatibleError, match=r"index\.chunk_size = 1024.* say 512"):
        build([folder], index_dir, other, encoder=HashingEncoder())
    with pytest.raises(IndexIncompatibleError, match="made with encoder hashing-64"):
        build([folder], index_dir, SETTINGS, encoder=HashingEncoder(32))


def test_a_folder_of_something_else_is_refused(folder: Path) -> None:
    with pytest.raises(HirecError, match="is not empty and is no index"):
        run(folder, folder)


def test_only_one_builder_at_a_time(folder: Path, index_dir: Path) -> None:
    refusals: list[str] = []

    def intrude(event: BuildEvent) -> None:
        if event.stage == "embedding" and event.done == 0:
            with pytest.raises(HirecError) as refused:
                run(folder, index_dir)
            refusals.append(str(refused.value))

    build([folder], index_dir, SETTINGS, intrude, encoder=HashingEncoder())
    assert len(refusals) == 1
    assert refusals[0].startswith("Another process is writing the index in ")


def test_what_a_killed_build_left_over_is_cleaned(folder: Path, index_dir: Path) -> None:
    run(folder, index_dir)
    (index_dir / "unfinished").mkdir()
    (index_dir / "unfinished" / "7-1.parquet").write_bytes(b"half")
    orphan = index_dir / "passages" / "00" / "NOBODY_2020_10K@00.parquet"
    orphan.parent.mkdir(exist_ok=True)
    orphan.write_bytes(b"whole, but its transaction never came")
    for folder_of in ("segments", "generations"):
        (index_dir / folder_of / "0badc0de.unfinished").mkdir()
        (index_dir / folder_of / "0badc0de.unfinished" / "covers.db").write_bytes(b"half")
    before = written(index_dir)
    run(folder, index_dir)
    assert not orphan.exists()
    assert not (index_dir / "unfinished").exists()
    after = written(index_dir)
    assert after == {name: at for name, at in before.items() if "0badc0de" not in name}


def test_a_damaged_catalog_is_named(folder: Path, index_dir: Path) -> None:
    run(folder, index_dir)
    sqlite3.connect(index_dir / "catalog.db").close()
    (index_dir / "catalog.db").write_bytes(b"this is no database at all" * 100)
    with pytest.raises(HirecError, match=r"The catalog .*catalog\.db cannot be read"):
        run(folder, index_dir)
