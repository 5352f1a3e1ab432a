"""Every checksum of an index: files of the generation in force, passages, rows of the catalog."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hirec.index.catalog import Catalog, CoverRow
from hirec.index.damage import IndexDamagedError
from hirec.index.directory import Directory
from hirec.index.generations import (
    FileMark,
    Generation,
    generation_numbers,
    newest_generation,
)
from hirec.index.layout import Layout
from hirec.index.passages import digest_of
from hirec.index.segment import Cover, Segment
from indexing.report import BuildEvent, Progress, ignore
from indexing.segments import halved, mark_of

_TOLD_EVERY = 200


@dataclass(frozen=True, slots=True)
class Damage:
    """Something of an index that is not as it was written."""

    path: Path
    what: str
    filing_id: str = ""
    """The filing whose file has to be read again; empty where the catalog can make it anew."""

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


def check(layout: Layout, progress: Progress = ignore) -> list[Damage]:
    """Read all of an index and say what is damaged; changes nothing.

    Raises:
        IndexMissingError: there is no generation yet.

    """
    catalog = Catalog(layout)
    found = [Damage(layout.catalog, fault) for fault in catalog.faults()]
    try:
        generation = newest_generation(layout)
    except IndexDamagedError:
        path = layout.generation_file(generation_numbers(layout)[-1])
        return [*found, Damage(path, "is no description of a generation")]
    files = list(_files(generation, layout))
    own = layout.generation_folder(generation.folder)
    if any(damage.path.parent == own for damage in files):
        return [*found, *files]
    with closing(Directory(own)) as directory:
        passages = list(_passages(directory, generation.filings, layout, progress))
        rows = [] if found or files else list(_rows(generation, directory, catalog, layout))
    return [*found, *files, *passages, *rows]


def _files(generation: Generation, layout: Layout) -> Iterator[Damage]:
    for path, mark in generation.paths(layout).items():
        if what := _difference(path, mark):
            yield Damage(path, what)


def _difference(path: Path, mark: FileMark) -> str:
    try:
        found = mark_of(path)
    except FileNotFoundError:
        return "is gone"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if found.size != mark.size:
        return f"has {found.size} bytes and was written with {mark.size}"
    return "" if found == mark else "has another checksum than it was written with"


def _passages(
    directory: Directory, total: int, layout: Layout, progress: Progress
) -> Iterator[Damage]:
    for done, (filing_id, digest) in enumerate(directory.passages()):
        if done % _TOLD_EVERY == 0:
            progress(BuildEvent("checking", done, total))
        path = layout.passages_file(filing_id, digest)
        try:
            same = digest_of(path.read_bytes()) == digest
        except FileNotFoundError:
            yield Damage(path, "is gone", filing_id)
            continue
        except OSError as error:
            yield Damage(path, f"cannot be read: {error.strerror}", filing_id)
            continue
        if not same:
            yield Damage(path, "has another checksum than it was written with", filing_id)
    progress(BuildEvent("checking", total, total))


def _rows(
    generation: Generation, directory: Directory, catalog: Catalog, layout: Layout
) -> Iterator[Damage]:
    """Filings that the catalog tells otherwise than the segments, whose checksums are right."""
    segments = [Segment(layout.segment_folder(mark.name)) for mark in generation.segments]
    for part in catalog.covers_until(generation.revision):
        where = {key: at for key, *at in directory.places([row.filing_id for row in part])}
        for row in part:
            if row.filing_id not in where:
                what = f"{row.filing_id} is missing from the generation"
                yield Damage(layout.catalog, what, row.filing_id)
            else:
                segment, place = where[row.filing_id]
                ((_, cover),) = segments[segment].covers([place])
                vector = segments[segment].vectors(np.array([place], dtype=np.int64))
                if what := _differences(row, cover, vector):
                    what = f"tells {what} of {row.filing_id} otherwise than it was published"
                    yield Damage(layout.catalog, what, row.filing_id)


def _differences(row: CoverRow, cover: Cover, vector: npt.NDArray[np.float32]) -> str:
    known = np.frombuffer(row.vector, dtype="<f4")
    pairs = {
        "the identity": (row.identity, cover.identity),
        "the summary": (row.summary, cover.summary),
        "the vector": (halved(known).tobytes(), halved(vector).tobytes()),
    }
    return " and ".join(name for name, (here, there) in pairs.items() if here != there)
