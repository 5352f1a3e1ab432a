"""Building an index that lives at a URI: a working copy in the local cache, published after.

The working copy is used as it is where it holds the generation in force at the place, so what a
killed run has read is kept; else it is made anew from the place, ledger and corrections included.
Passages stay at the place: a build writes those of new filings and reads none.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from hirec.index.damage import IndexDamagedError
from hirec.index.layout import Layout
from hirec.index.object_store import ObjectStore, OtherContentError
from hirec.index.published import Published, caches
from hirec.types import HirecError
from indexing.publisher import PublisherLease, publishing
from indexing.publishing import PublishReport, complete_commit, publish, published, unpack
from indexing.report import Progress, ignore
from indexing.writer import write_bytes, writing


@dataclass(frozen=True, slots=True)
class WorkingCopy:
    """The folder to build in, while nobody else may publish at its place."""

    folder: Path
    place: str
    """The URI without credentials."""
    generation: int
    """In force at the place; 0: none yet."""
    fetched: bool
    """Whether the folder was made anew from the place."""
    _uri: str
    _lease: PublisherLease

    def publish(self, progress: Progress = ignore) -> PublishReport:
        """Put what was built in force at the place, with its ledger; see :func:`publish`."""
        return publish(self.folder, self._uri, progress, lease=self._lease, ledger=True)


@contextmanager
def working_copy(uri: str) -> Iterator[WorkingCopy]:
    """The working copy of an index at a URI, up to date, under the lease of its place.

    Raises:
        IndexBusyError: another process builds or publishes there.
        HirecError: what is there was published without its ledger, or `obstore` is missing.
        IndexDamagedError: what is there is not what was published.
        StoreError: the place cannot be opened, reached or written.
        WriteError: the cache cannot be written.

    """
    place = ObjectStore(uri)
    remote = Published(uri, caches() / "builds")
    layout = remote.layout
    with publishing(uri) as lease:
        complete_commit(place, lease)
        number = max(published(place), default=0)
        fetched = bool(number) and not _follows(layout, place, number, lease)
        if fetched:
            _make_anew(layout, place, remote, lease)
        yield WorkingCopy(layout.root, place.name, number, fetched, uri, lease)


def _follows(layout: Layout, place: ObjectStore, number: int, lease: PublisherLease) -> bool:
    """Whether a working copy has the generation in force; raises HirecError without a ledger."""
    committed, stated = lease.committed
    if committed != number or not lease.ledger:
        raise HirecError(
            f"The index at {place.name} was published without its ledger, so only the folder that "
            "it was built in can go on: build there and --publish it, or give another URI."
        )
    own = layout.generation_file(number)
    return layout.catalog.exists() and own.exists() and own.read_bytes() == stated.encode()


def _make_anew(
    layout: Layout, place: ObjectStore, remote: Published, lease: PublisherLease
) -> None:
    """Copy what a builder needs, the generation last: killed before it, all is copied again."""
    with writing(layout.root):
        shutil.rmtree(layout.root, ignore_errors=True)
        layout.root.mkdir(parents=True)
    _fetch_ledger(layout, place, lease.ledger)
    if layout.labels.name in place.names(""):
        with writing(layout.labels):
            write_bytes(layout.labels, place.read(layout.labels.name))
    remote.copy()


def _fetch_ledger(layout: Layout, place: ObjectStore, name: str) -> None:
    packed = layout.root / PurePosixPath(name).name
    try:
        place.copy(name, packed, packed.name.partition(".")[0])
    except FileNotFoundError as error:
        raise IndexDamagedError(f"The index at {place.name} has lost its ledger {name}.") from error
    except OtherContentError as error:
        raise IndexDamagedError(f"{place.name}/{name} is not what was published.") from error
    with writing(layout.catalog):
        unpack(packed, layout.catalog)
        packed.unlink()
