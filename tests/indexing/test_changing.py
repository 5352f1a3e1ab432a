"""A file that is written while a build reads it."""

import os
from collections.abc import Callable
from pathlib import Path

from hirec.index import Index
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build
from indexing.report import BuildEvent

SETTINGS = Settings(index=IndexSettings(workers=1))


def once_read(done: int, act: Callable[[], object]) -> Callable[[BuildEvent], None]:
    """Do something when so many files were read."""

    def heard(event: BuildEvent) -> None:
        if event.stage == "reading" and event.done == done:
            act()

    return heard


def test_a_file_that_changes_meanwhile_is_named_and_read_by_the_next_build(
    tmp_path: Path, write_filing
) -> None:
    folder, index = tmp_path / "in", tmp_path / "index"
    write_filing(folder / "ACME.txt", "ACME", 2015)
    write_filing(folder / "BOLT.txt", "BOLT", 2016)

    other = "We make other things by now."
    written = once_read(1, lambda: write_filing(folder / "BOLT.txt", "BOLT", 2016, other))

    report = build([folder], index, SETTINGS, written, encoder=HashingEncoder())
    (failed,) = report.failed
    assert failed.path.endswith("BOLT.txt")
    assert failed.error == "changed while it was read; run the same command again"
    assert list(Index.open(index).filings) == ["ACME_2015_10K"]

    report = build([folder], index, SETTINGS, encoder=HashingEncoder())
    assert (report.done, report.skipped, report.failed) == (1, 1, ())
    passages = Index.open(index).passages(["BOLT_2016_10K"])
    assert any("other things by now" in passage.text for passage in passages)


def test_a_file_that_changes_before_it_is_read_is_read_as_it_is_then(
    tmp_path: Path, write_filing
) -> None:
    folder, index = tmp_path / "in", tmp_path / "index"
    write_filing(folder / "BOLT.txt", "BOLT", 2016)

    other = "We make other things by now."
    written = once_read(0, lambda: write_filing(folder / "BOLT.txt", "BOLT", 2016, other))

    for done, skipped in ((1, 0), (0, 1)):
        report = build([folder], index, SETTINGS, written, encoder=HashingEncoder())
        assert (report.done, report.skipped, report.failed) == (done, skipped, ())
    passages = Index.open(index).passages(["BOLT_2016_10K"])
    assert any("other things by now" in passage.text for passage in passages)


def test_a_file_that_held_a_known_filing_for_a_moment_is_read_again_once_it_is_put_back(
    tmp_path: Path, write_filing
) -> None:
    folder, index = tmp_path / "in", tmp_path / "index"
    acme = write_filing(folder / "ACME.txt", "ACME", 2015)
    bolt = write_filing(folder / "BOLT.txt", "BOLT", 2016)
    kept, status = bolt.read_bytes(), bolt.stat()

    written = once_read(0, lambda: bolt.write_bytes(acme.read_bytes()))

    build([folder], index, SETTINGS, written, encoder=HashingEncoder())
    bolt.write_bytes(kept)
    os.utime(bolt, ns=(status.st_atime_ns, status.st_mtime_ns))
    build([folder], index, SETTINGS, encoder=HashingEncoder())
    assert sorted(Index.open(index).filings) == ["ACME_2015_10K", "BOLT_2016_10K"]


def test_what_was_read_from_a_copy_that_changed_is_read_again_from_the_file_that_is_left(
    tmp_path: Path, write_filing
) -> None:
    folder, index, plain = tmp_path / "in", tmp_path / "index", tmp_path / "plain"
    acme = write_filing(folder / "ACME_2015_10K.txt", "ACME", 2015)
    build([folder], plain, SETTINGS, encoder=HashingEncoder())
    copy = folder / "AAAA_2015_DEF14A.txt"
    copy.write_bytes(acme.read_bytes())
    build([folder], index, SETTINGS, encoder=HashingEncoder())
    (shared,) = Index.open(index).filings.values()
    write_filing(copy, "BOLT", 2016)

    report = build([folder], index, SETTINGS, encoder=HashingEncoder())

    (undisturbed,) = Index.open(plain).filings.values()
    assert shared.identity != undisturbed.identity, "the copy's name says another form"
    assert Index.open(index).filings["ACME_2015_10K"].identity == undisturbed.identity
    assert report.done == 2
    again = build([folder], index, SETTINGS, encoder=HashingEncoder())
    assert (again.done, again.skipped) == (0, 2)
