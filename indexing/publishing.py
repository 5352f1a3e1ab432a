"""Publishing an index at a URI: what readers open, the generation itself last."""

import io
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa

from hirec.digests import sha256_of
from hirec.index.damage import IndexDamagedError
from hirec.index.directory import Directory
from hirec.index.generations import Generation, newest_generation
from hirec.index.layout import Layout
from hirec.index.manifest import read_manifest
from hirec.index.object_store import ObjectStore
from hirec.types import HirecError
from indexing.lease import exclusive
from indexing.publisher import PublisherLease, publishing
from indexing.report import BuildEvent, Progress, ignore
from indexing.writer import writing

_AT_ONCE = 8
_BATCH = 256
_KEPT = 2
_LEDGERS = "ledgers"
_PIECE = 8 * 1024 * 1024
_OBJECT_STORES = ("s3", "gcs", "abfs")
"""File systems in which an object is there whole or not at all, and folders are but names."""


@dataclass(frozen=True, slots=True)
class PublishReport:
    """What was copied."""

    number: int
    """The generation in force at the place now."""
    copied: int
    """Files; those that were there before are not copied again."""
    bytes: int


def publish(
    index_dir: Path,
    uri: str,
    progress: Progress = ignore,
    *,
    lease: PublisherLease | None = None,
    ledger: bool = False,
) -> PublishReport:
    """Copy the generation in force of an index to a URI.

    Killed at any moment, readers of the place see the generation before, and the same call
    continues. A generation that this index does not follow is refused, and so is who publishes at
    the same place at the same moment.

    Args:
        index_dir: Where the index is.
        uri: Where it goes.
        progress: Called as files are copied.
        lease: Of the place, where the caller holds it.
        ledger: Ledger and corrections too, so that a builder elsewhere can go on; where the place
            has them they always go. Otherwise they stay here.

    Raises:
        IndexDamagedError: passages are neither here nor there.
        IndexMissingError: there is no index, or no build of it has finished.
        StoreError: the place cannot be opened, reached or written.
        IndexBusyError: another process publishes there, or writes this index.
        HirecError: another index is published there, or `obstore` is missing for a store.

    """
    layout = Layout(index_dir.resolve())
    read_manifest(layout)
    place = ObjectStore(uri)
    held = nullcontext(lease) if lease else publishing(uri)
    with exclusive(layout), held as lease:
        generation = newest_generation(layout)
        stated = layout.generation_file(generation.number).read_bytes()
        complete_commit(place, lease)
        before = published(place)
        _require_earlier(place, before, generation.number, stated)
        needed = [*_passages(generation, layout), *generation.paths(layout), layout.manifest]
        there = place.names("")
        todo = [path for path in needed if _new(path, layout, there)]
        size = 0
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            for start in range(0, len(todo), _BATCH):
                progress(BuildEvent("publishing", start, len(todo)))
                part = todo[start : start + _BATCH]
                size += sum(pool.map(lambda path: _put(place, path, layout), part))
        state = _put_ledger(place, layout, there) if ledger or lease.ledger else ""
        lease.commit(generation.number, stated.decode(), state)
        _put(place, layout.generation_file(generation.number), layout)
        progress(BuildEvent("publishing", len(todo), len(todo)))
        _drop_old(place, state)
    return PublishReport(generation.number, len(todo), size)


def published(place: ObjectStore) -> list[int]:
    """Numbers of the generations at a place, the one in force last; raises StoreError."""
    stems = (name.removesuffix(".json") for name in place.names("generations"))
    return sorted(int(stem) for stem in stems if stem.isdecimal())


def _require_earlier(place: ObjectStore, before: list[int], number: int, stated: bytes) -> None:
    """Raise HirecError where the place holds what this index does not follow."""
    newest = before[-1] if before else 0
    same = newest == number and place.read(f"generations/{number}.json") == stated
    if newest >= number and not same:
        raise HirecError(
            f"{place.name} holds generation {newest} of another index, or a later one than this "
            f"index has ({number}); give another URI, or delete what is there."
        )


def _passages(generation: Generation, layout: Layout) -> list[Path]:
    folder = layout.generation_folder(generation.folder)
    with closing(Directory(folder)) as directory:
        return [layout.passages_file(*row) for row in directory.passages()]


def _new(path: Path, layout: Layout, there: dict[str, int]) -> bool:
    """Whether a file is to be copied; all but the manifest are named by what they hold."""
    name = path.relative_to(layout.root).as_posix()
    if path == layout.manifest:
        return True
    if path.exists():
        return there.get(name) != path.stat().st_size
    if name in there:  # a working copy leaves at the place what others published
        return False
    raise IndexDamagedError(f"{path} is gone; mend the index, then publish it again.")


def complete_commit(place: ObjectStore, lease: PublisherLease) -> None:
    """Write the file of a generation whose publisher put it in force and died."""
    number, stated = lease.committed
    if number > max(published(place), default=0):
        _write(place, f"generations/{number}.json", lambda: io.BytesIO(stated.encode()))


def _put(place: ObjectStore, path: Path, layout: Layout) -> int:
    """Copy a file; returns its bytes. Raises StoreError."""
    _write(place, path.relative_to(layout.root).as_posix(), lambda: path.open("rb"))
    return path.stat().st_size


def _put_ledger(place: ObjectStore, layout: Layout, there: dict[str, int]) -> str:
    """Copy the catalog as it is now, and the corrections; returns its name at the place."""
    copy, packed = layout.unfinished / "ledger.db", layout.unfinished / "ledger.db.zst"
    with writing(copy):
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.unlink(missing_ok=True)
        with closing(sqlite3.connect(layout.catalog)) as catalog:
            catalog.execute("VACUUM INTO ?", (str(copy),))
        with copy.open("rb") as plain, pa.CompressedOutputStream(packed, "zstd") as stream:
            shutil.copyfileobj(plain, stream, _PIECE)
        copy.unlink()
    name = f"{_LEDGERS}/{sha256_of(packed)}.db.zst"
    if there.get(name) != packed.stat().st_size:
        _write(place, name, lambda: packed.open("rb"))
    packed.unlink()
    if layout.labels.exists():
        _put(place, layout.labels, layout)
    return name


def unpack(packed: Path, target: Path) -> None:
    """Write the catalog that a ledger's object holds."""
    with pa.CompressedInputStream(packed, "zstd") as stream, target.open("wb") as plain:
        shutil.copyfileobj(stream, plain, _PIECE)


def _write(place: ObjectStore, name: str, content: Callable[[], BinaryIO]) -> None:
    target = place.path(name)
    whole = place.files.type_name in _OBJECT_STORES
    written = target if whole else f"{target}.unfinished"

    def put() -> None:
        if not whole:
            place.files.create_dir(target.rpartition("/")[0], recursive=True)
        with content() as source, place.files.open_output_stream(written) as stream:
            shutil.copyfileobj(source, stream, _PIECE)
        if not whole:
            place.files.move(written, target)

    place.again(put, name)


def _drop_old(place: ObjectStore, ledger: str) -> None:
    """Delete what only generations before the one before had, and ledgers but the newest.

    Passages stay.
    """
    for name in place.names(_LEDGERS):
        if f"{_LEDGERS}/{name}" != ledger:
            place.files.delete_file(place.path(f"{_LEDGERS}/{name}"))
    numbers = published(place)
    for old in numbers[:-_KEPT]:
        place.files.delete_file(place.path(f"generations/{old}.json"))
    kept = [
        Generation.model_validate_json(place.read(f"generations/{number}.json"))
        for number in numbers[-_KEPT:]
    ]
    folders = {each.folder for each in kept}
    segments = {mark.name for each in kept for mark in each.segments}
    for top, used in (("generations", folders), ("segments", segments)):
        for name in place.names(top):
            folder, inside, _ = name.partition("/")
            if inside and folder not in used:
                place.files.delete_file(place.path(f"{top}/{name}"))
