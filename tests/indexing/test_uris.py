"""Filings at URIs are listed, copied one by one, read, and told by their URIs."""

import io
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from hirec.index import Index
from hirec.index.catalog import LedgerState
from hirec.index.object_store import ObjectStore, StoreError
from hirec.settings import IndexSettings, Settings
from hirec.testing.encoder import HashingEncoder
from hirec.types import HirecError
from indexing.builder import build, merge
from indexing.discover import discover
from indexing.labels import Label
from indexing.plan import BuildOptions
from indexing.repairing import repair
from indexing.report import BuildReport
from indexing.shards import Part

SETTINGS = Settings(index=IndexSettings(workers=2))
NAMES = ("ACME", "BOLT", "CORE")


@pytest.fixture
def folder(tmp_path: Path, write_filing) -> Path:
    """Three filings, one of them in a subfolder, and one hidden."""
    place = tmp_path / "filings of all"
    write_filing(place / "acme.txt", "ACME", 2023)
    write_filing(place / "bolt #1.pdf", "BOLT", 2023)
    write_filing(place / "more" / "core.txt", "CORE", 2023)
    write_filing(place / ".hidden" / "dusk.txt", "DUSK", 2023)
    return place


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index"


def uri(folder: Path) -> str:
    return folder.as_uri()


def named(folder: Path, name: str) -> str:
    """A file as ledger and messages name it: the URI without escapes."""
    return f"file://{folder}/{name}"


def built(index: Path, *places: Path | str, **options) -> BuildReport:
    return build(places, index, SETTINGS, encoder=HashingEncoder(), options=BuildOptions(**options))


def ledger(index: Path) -> dict[str, tuple[LedgerState, str | None]]:
    return {row.path: (row.state, row.error) for row in Index.open(index).ledger()}


class Watched:
    """A file system that counts what is read, and gives what a fault makes of it."""

    def __init__(self, files, fault: Callable) -> None:
        self._files = files
        self._fault = fault
        self._lock = threading.Lock()
        self.read: list[str] = []

    def __getattr__(self, name):
        return getattr(self._files, name)

    def open_input_file(self, path: str):
        with self._lock:
            self.read.append(Path(path).name)
            count = len(self.read)
        return self._fault(self._files, path, count) or self._files.open_input_file(path)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch):
    """Watches the places opened from now on; with a fault for some of what is read."""
    made: list[Watched] = []

    def install(fault: Callable = lambda *_: None) -> list[Watched]:
        opened = ObjectStore.__init__

        def init(self, uri: str) -> None:
            opened(self, uri)
            self.files = Watched(self.files, fault)
            made.append(self.files)

        monkeypatch.setattr(ObjectStore, "__init__", init)
        monkeypatch.setattr("hirec.index.object_store._BACKOFF_S", 0.0)
        return made

    return install


class CutOff(io.BytesIO):
    """Says how much there should be and gives less."""

    def size(self) -> int:
        return len(self.getvalue()) + 7


def test_the_index_is_the_one_of_the_files_here(folder: Path, index: Path, tmp_path: Path) -> None:
    assert built(index, uri(folder)).done == 3
    built(tmp_path / "local", folder)
    there, here = Index.open(index), Index.open(tmp_path / "local")
    assert list(there.filings.items()) == list(here.filings.items())
    assert there.passages(list(there.filings)) == here.passages(list(here.filings))
    assert there.fingerprint == here.fingerprint
    assert list(ledger(index)) == [
        named(folder, name) for name in ("acme.txt", "bolt #1.pdf", "more/core.txt")
    ]
    assert not (index / "unfinished").exists()


def test_only_what_is_new_or_changed_is_copied(
    folder: Path, index: Path, watched, write_filing
) -> None:
    made = watched()
    built(index, uri(folder))
    assert sorted(made[-1].read) == ["acme.txt", "bolt #1.pdf", "core.txt"]
    report = built(index, uri(folder))
    assert (report.done, report.skipped, made[-1].read) == (0, 3, [])
    (folder / "acme.txt").touch()
    write_filing(folder / "more" / "core.txt", "CORE", 2022)
    write_filing(folder / "dusk.txt", "DUSK", 2023)
    report = built(index, uri(folder))
    assert sorted(made[-1].read) == ["acme.txt", "core.txt", "dusk.txt"]
    assert (report.done, report.skipped) == (2, 2)
    assert set(Index.open(index).filings) >= {"CORE_2022_10K", "DUSK_2023_10K"}


def test_a_file_that_is_named_and_files_here_go_together(folder: Path, index: Path) -> None:
    both = built(index, uri(folder / "bolt #1.pdf"), folder / "more", str(folder / "acme.txt"))
    assert both.done == 3
    assert list(ledger(index)) == [
        str(folder / "acme.txt"),
        str(folder / "more" / "core.txt"),
        named(folder, "bolt #1.pdf"),
    ]


def test_a_file_that_fails_is_named_and_tried_again(folder: Path, index: Path, watched) -> None:
    def refused(_files, path: str, _count: int):
        if path.endswith("acme.txt"):
            raise OSError("503 SlowDown")

    watched(refused)
    report = built(index, uri(folder))
    assert report.done == 2
    (failed,) = report.failed
    assert failed.path == named(folder, "acme.txt")
    assert f"{failed.path} cannot be reached, each of the 4 times" in failed.error
    assert "503 SlowDown" in failed.error
    assert ledger(index)[failed.path] == (LedgerState.FAILED, failed.error)


def test_a_run_after_a_failure_reads_what_failed(folder: Path, index: Path, watched) -> None:
    broken = {"now": True}

    def cut(files, path: str, _count: int):
        if broken["now"] and path.endswith("core.txt"):
            with files.open_input_file(path) as stream:
                return CutOff(stream.read())
        return None

    watched(cut)
    (failed,) = built(index, uri(folder)).failed
    assert "more/core.txt is cut off on its way each time" in failed.error
    broken["now"] = False
    report = built(index, uri(folder))
    assert (report.done, report.skipped, report.failed) == (1, 2, ())


def test_faults_of_a_moment_cost_nothing(folder: Path, index: Path, watched) -> None:
    def every_second(_files, _path: str, count: int) -> None:
        if count % 2:
            raise OSError("503 SlowDown")

    watched(every_second)
    report = built(index, uri(folder))
    assert (report.done, report.failed) == (3, ())


def test_a_file_that_goes_before_it_is_copied_is_named(folder: Path, index: Path, watched) -> None:
    def gone(_files, path: str, _count: int) -> None:
        if path.endswith("acme.txt"):
            raise FileNotFoundError(path)

    watched(gone)
    (failed,) = built(index, uri(folder)).failed
    assert failed.error == f"{named(folder, 'acme.txt')} is not there any more."


def test_a_place_that_goes_away_stops_the_build_and_it_continues(
    folder: Path, index: Path, monkeypatch: pytest.MonkeyPatch, watched, write_filing
) -> None:
    for number in range(30):
        write_filing(folder / f"more{number:02}.txt", f"M{number}", 2023)
    down = threading.Event()

    def after_ten(_files, _path: str, count: int) -> None:
        if count > 10:
            down.set()
            raise OSError("no route to host")

    with monkeypatch.context() as patch:
        watched(after_ten)
        looked = ObjectStore.look

        def look(self, name: str):
            if down.is_set():
                raise StoreError(f"{self.name} cannot be reached")
            return looked(self, name)

        patch.setattr(ObjectStore, "look", look)
        with pytest.raises(StoreError, match="filings of all cannot be reached"):
            built(index, uri(folder))
    monkeypatch.undo()
    report = built(index, uri(folder))
    assert report.failed == ()
    assert report.skipped + report.done == report.filings == 33
    assert 0 < report.skipped <= 10, "what came was read and kept"


def test_pruning_lets_go_of_what_has_gone_there(folder: Path, index: Path) -> None:
    other = folder.with_name("filings of all others")
    other.mkdir()
    (folder / "more" / "core.txt").rename(other / "core.txt")
    built(index, uri(folder), uri(other))
    (folder / "acme.txt").unlink()
    assert built(index, uri(folder), prune=True).removed == ("ACME_2023_10K",)
    assert set(Index.open(index).filings) == {"BOLT_2023_10K", "CORE_2023_10K"}


def test_shards_of_a_place_merge_to_its_index(folder: Path, index: Path, tmp_path: Path) -> None:
    shards = [tmp_path / f"shard{number}" for number in (1, 2)]
    for number, shard in enumerate(shards, 1):
        built(shard, uri(folder), part=Part(number, 2))
    merge(shards, tmp_path / "merged", SETTINGS, encoder=HashingEncoder())
    built(index, uri(folder))
    assert ledger(tmp_path / "merged") == ledger(index)
    merged, whole = Index.open(tmp_path / "merged"), Index.open(index)
    assert merged.fingerprint == whole.fingerprint
    assert list(merged.filings.items()) == list(whole.filings.items())


def test_corrections_are_for_files_at_uris_too(folder: Path, index: Path) -> None:
    said = {"fiscal_year": "2021"}
    built(index, uri(folder), labels=[Label(named(folder, "acme.txt"), said)])
    assert "ACME_2021_10K" in Index.open(index).filings
    built(index, labels=[Label("core.txt", {"fiscal_year": "2020"})])
    assert "CORE_2020_10K" in Index.open(index).filings, "it was copied again to be read"
    assert named(folder, "more/core.txt") in (index / "labels.csv").read_text()


def test_what_is_damaged_is_read_again_from_its_place(folder: Path, index: Path) -> None:
    built(index, uri(folder))
    passages = next((index / "passages").rglob("CORE*.parquet"))
    passages.write_bytes(b"nothing")
    report = repair(index, SETTINGS, encoder=HashingEncoder())
    assert report.read_again == (named(folder, "more/core.txt"),)
    assert not report.left


def test_what_is_no_place_or_holds_nothing_is_one_sentence(folder: Path, index: Path) -> None:
    with pytest.raises(HirecError, match="does not exist; give a folder of filings or a file"):
        discover([uri(folder / "absent")], index)
    (folder / "empty").mkdir()
    with pytest.raises(HirecError, match="No filings found in file://"):
        discover([uri(folder / "empty")], index)
    with pytest.raises(StoreError, match=r"^ftp://host/x is no place that can be opened"):
        discover(["ftp://host/x"], index)


def test_credentials_and_options_are_said_nowhere() -> None:
    place = ObjectStore(
        "s3://key:secret@bucket/a%20b/?endpoint_override=127.0.0.1:1&region=us-east-1"
    )
    assert (place.name, place.root) == ("s3://bucket/a b", "bucket/a b")
    with pytest.raises(StoreError) as failure:
        ObjectStore("s3://key:secret@bucket/a?nonsense=1")
    assert "secret" not in str(failure.value)
