"""What a build writes anew, and what it leaves where it is."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from hirec.index import Index
from hirec.index.generations import newest_generation
from hirec.index.layout import Layout
from hirec.index.manifest import Manifest
from hirec.settings import IndexSettings
from hirec.types import Form, Identity, IndexMissingError
from indexing.catalog import CatalogWriter
from indexing.generations import catch_up, publish_anew, write_generation
from indexing.rows import Input, ReadFiling
from indexing.writer import OvertakenError, write_bytes


class Building:
    """An index that grows without files to read."""

    def __init__(self, root: Path) -> None:
        self.layout = Layout(root)
        root.mkdir(exist_ok=True)
        manifest = Manifest.of(IndexSettings(), "encoder-a")
        write_bytes(self.layout.manifest, manifest.model_dump_json().encode())
        self.catalog = CatalogWriter(self.layout)

    def put(self, numbers: Iterable[int], said: str = "as ever") -> None:
        for number in numbers:
            key = f"C{number % 7}_{2000 + number}_10K"
            identity = Identity(f"C{number % 7} Corp", Form.ANNUAL, 2000 + number)
            file = Input(f"/in/{number}.txt", 1, 1, f"{number} {said}")
            self.catalog.register([file.path])
            read = ReadFiling(key, identity, f"Cover of {key}, {said}", 1, 1, 0.0)
            self.catalog.put(file, key, read)
            vector = np.random.default_rng([number, len(said)]).random((1, 4), dtype=np.float32)
            self.catalog.put_vectors([key], vector)

    def remove(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self.catalog.supersede(f"/in/{number}.txt", "gone")

    def publish(self) -> Index:
        write_generation(self.catalog, self.layout)
        return Index.open(self.layout.root)

    def segments(self) -> dict[str, int]:
        return {mark.name: mark.rows for mark in newest_generation(self.layout).segments}


@pytest.fixture
def building(tmp_path: Path) -> Building:
    return Building(tmp_path / "index")


def told(index: Index) -> object:
    """All that questions can see of an index."""
    query = np.array([0.1, 0.4, 0.3, 0.2], dtype=np.float32)
    return (
        list(index.filings.items()),
        index.search_documents(query, 99),
        index.search_documents(query, 99, list(index.filings)[::3]),
        index.listed(company="c3", year=2010, offset=0, limit=9),
        index.listed(company="c3", offset=1, limit=2),
        index.cover_scores("cover of C3 as ever in 2010").tolist(),
        index.days.tolist(),
        [(key, index.companies.filings(key)) for key in index.companies.keys()],  # noqa: SIM118
        index.generation.fingerprint,
    )


def test_a_small_addition_leaves_the_large_segment_alone(building: Building) -> None:
    building.put(range(40))
    building.publish()
    (large,) = building.segments()
    building.put([40, 41])
    building.publish()
    assert building.segments()[large] == 40
    assert sorted(building.segments().values()) == [2, 40]
    building.put([42])  # the small segment before it is swallowed
    building.publish()
    assert sorted(building.segments().values()) == [3, 40]


def test_a_segment_that_has_lost_a_quarter_is_written_again(building: Building) -> None:
    building.put(range(40))
    building.publish()
    building.remove(range(10))
    building.publish()
    assert list(building.segments().values()) == [40]
    building.remove([10])
    building.publish()
    assert list(building.segments().values()) == [29]


def test_many_builds_make_the_index_that_one_makes(tmp_path: Path, building: Building) -> None:
    building.put(range(30))
    building.publish()
    building.put([30, 3, 7], "replaced")
    building.publish()
    building.remove([5, 30])
    building.put([31, 32])
    once = Building(tmp_path / "once")
    once.put([n for n in range(33) if n not in (3, 5, 7, 30)])
    once.put([3, 7], "replaced")
    assert len(building.segments()) > 1
    assert told(building.publish()) == told(once.publish())


def test_publishing_anew_keeps_the_segments_that_are_not_spoilt(building: Building) -> None:
    building.put(range(40))
    building.publish()
    building.put([40, 41])
    before = told(building.publish())
    large, small = building.segments()
    spoilt = {building.layout.segment_folder(large) / "covers.faiss"}
    publish_anew(building.catalog, building.layout, spoilt)
    assert small in building.segments()
    assert large not in building.segments()
    assert [p.stem for p in building.layout.generations.glob("*.json")] == ["3"]
    assert told(Index.open(building.layout.root)) == before


def test_a_catalog_restored_from_a_copy_is_published_as_it_is(
    tmp_path: Path, building: Building
) -> None:
    building.put(range(20))
    building.publish()
    copy = sqlite3.connect(tmp_path / "copy.db")
    building.catalog.database.backup(copy)
    building.put(range(5), "replaced after the copy")
    building.publish()
    copy.backup(building.catalog.database)
    catch_up(building.catalog, building.layout)
    building.put([0], "replaced after it was restored")
    once = Building(tmp_path / "once")
    once.put(range(1, 20))
    once.put([0], "replaced after it was restored")
    assert told(building.publish()) == told(once.publish())


def test_nothing_new_makes_no_generation(building: Building) -> None:
    building.put(range(3))
    first = building.publish()
    again = building.publish()
    assert first.generation == again.generation
    assert not first.stale


def test_the_last_two_generations_are_kept(building: Building) -> None:
    opened = []
    for number in range(4):
        building.put([number])
        opened.append(building.publish())
    folders = {p.name for p in building.layout.generations.glob("*") if p.is_dir()}
    assert folders == {index.generation.folder for index in opened[-2:]}
    kept = {mark.name for index in opened[-2:] for mark in index.generation.segments}
    assert {p.name for p in building.layout.segments.iterdir()} == kept


def test_an_index_that_lost_all_its_filings_holds_none(building: Building) -> None:
    building.put([1])
    building.publish()
    building.remove([1])
    with pytest.raises(IndexMissingError, match="holds no filings yet"):
        building.publish()
    building.put([2])
    assert list(building.publish().filings) == ["C2_2002_10K"]


def test_who_was_overtaken_puts_nothing_in_force(
    building: Building, monkeypatch: pytest.MonkeyPatch
) -> None:
    building.put([1])
    first = building.publish()
    building.put([2])

    def meanwhile() -> None:
        other = building.layout.generation_file(2)
        other.write_text(first.generation.model_copy(update={"number": 2}).model_dump_json())

    monkeypatch.setattr(building.catalog, "require_lease", meanwhile)
    with pytest.raises(OvertakenError, match="has taken over"):
        building.publish()
    assert list(Index.open(building.layout.root).filings) == ["C1_2001_10K"]
