"""A file that kills its reader is set apart; that readers die is tested with the pool."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hirec.index.catalog import Catalog, LedgerState
from hirec.index.layout import Layout
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from indexing.builder import build
from indexing.engine import LocalEngine, Readers, Reading
from indexing.ledger_report import ledger_report
from indexing.notes import QUARANTINED
from indexing.plan import BuildOptions
from indexing.pool import Job, Outcome
from indexing.report import BuildReport

SETTINGS = Settings(index=IndexSettings(workers=1))


class Poisoned(LocalEngine):
    """Tells of the second file that its readers died, as a pool does after two tries."""

    def __init__(self) -> None:
        self.given: list[str] = []

    @contextmanager
    def readers(self, reading: Reading, workers: int) -> Iterator[Readers]:
        with super().readers(reading, workers) as readers:
            yield _Dying(readers, self.given)


class _Dying:
    def __init__(self, readers: Readers, given: list[str]) -> None:
        self._readers = readers
        self._given = given

    def ordered(self, jobs: Iterable[Job[Any]]) -> Iterator[Outcome[Any, Any]]:
        for outcome in self._readers.ordered(jobs):
            name = Path(outcome.key.file.path).name
            if outcome.value is not None:
                self._given.append(name)
            deadly = name == "poison.txt"
            yield replace(outcome, value=None, failure=QUARANTINED, tries=2) if deadly else outcome


@pytest.fixture
def folder(tmp_path: Path, write_filing) -> Path:
    write_filing(tmp_path / "in" / "acme.txt", "ACME", 2020)
    write_filing(tmp_path / "in" / "poison.txt", "BOLT", 2021)
    return tmp_path / "in"


def run(folder: Path, engine: LocalEngine, **options: bool) -> BuildReport:
    index = folder.with_name("index")
    asked = BuildOptions(**options)
    return build([folder], index, SETTINGS, encoder=HashingEncoder(), engine=engine, options=asked)


def test_it_is_named_with_its_tries_and_left_alone(folder: Path) -> None:
    engine = Poisoned()
    report = run(folder, engine)
    assert (report.done, report.filings) == (1, 1)
    catalog = Catalog(Layout(folder.with_name("index")))
    row = catalog.ledger_row(str(folder / "poison.txt"))
    assert row is not None
    assert (row.state, row.error, row.attempts) == (LedgerState.FAILED, QUARANTINED, 2)
    (group,) = ledger_report(catalog, "IDX")
    assert (group.name, [Path(e.path).name for e in group.entries]) == (
        "quarantined",
        ["poison.txt"],
    )
    assert "--retry-failed" in group.remedy

    engine.given.clear()
    (failed,) = run(folder, engine).failed
    assert (failed.before, engine.given) == (True, [])


def test_it_is_tried_again_on_purpose_and_when_it_changes(folder: Path, write_filing) -> None:
    run(folder, Poisoned())
    report = run(folder, LocalEngine(), retry_failed=True)
    assert (report.done, report.failed, report.filings) == (1, (), 2)

    write_filing(folder / "poison.txt", "BOLT", 2021, "We make other things.")
    engine = Poisoned()
    assert run(folder, engine).failed[0].error.startswith(QUARANTINED)
    assert engine.given == ["poison.txt"]


def test_a_copy_of_it_is_set_apart_too(folder: Path) -> None:
    (folder / "zcopy.txt").write_bytes((folder / "poison.txt").read_bytes())
    run(folder, Poisoned())
    (group,) = ledger_report(Catalog(Layout(folder.with_name("index"))), "IDX")
    assert [Path(e.path).name for e in group.entries] == ["poison.txt", "zcopy.txt"]
