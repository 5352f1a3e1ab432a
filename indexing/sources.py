"""Where the files of a build are looked up: on disk, at URIs, or in what shards noted."""

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from hirec.digests import sha256_of
from hirec.index.object_store import is_uri
from indexing.remote import CopyError, RemoteFiles
from indexing.rows import Input

_AT_ONCE = 8
"""Copied side by side, ahead of the readers; each is in memory for a moment."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file whose content is known."""

    file: Input
    """With its hash; without hash, size and time where it cannot be read."""
    at: Path | None = None
    """Where on this machine it can be read; None: nobody has looked."""
    failure: str = ""
    """Why it cannot be read; empty: it can, or its reader will say."""


class Sources(Protocol):
    """Files by their names: absolute paths, or URIs."""

    def look(self, name: str) -> Input:
        """The file as it is now, without its hash; raises OSError where it cannot be looked at."""
        ...

    def fetched(self, wanted: Iterable[tuple[Input, Path]]) -> Iterator[Fetched]:
        """Files with their hashes, in order; copies go into the folder named beside each.

        Raises StoreError where a place does not answer, WriteError.
        """
        ...

    def hashed(self, name: str) -> str:
        """The hash of a file's content; raises OSError, HirecError."""
        ...

    def holds(self, name: str) -> bool:
        """Whether the file is still there."""
        ...

    def changed(self, file: Input) -> bool:
        """Whether what its reader saw may be something else than what was hashed."""
        ...


class FileSources:
    """Files on disk and at URIs."""

    def __init__(self) -> None:
        self.remote = RemoteFiles()
        """Those at URIs."""

    def look(self, name: str) -> Input:
        """The file as it is now, without its hash; raises OSError where it cannot be looked at."""
        if is_uri(name):
            return self.remote.look(name)
        status = Path(name).stat()
        return Input(name, status.st_size, status.st_mtime_ns)

    def fetched(self, wanted: Iterable[tuple[Input, Path]]) -> Iterator[Fetched]:
        """Files with their hashes, in order; those at URIs are copied, a few ahead.

        Raises StoreError where a place does not answer, WriteError.
        """
        source = iter(wanted)
        window: deque[Input | Future[Fetched]] = deque()
        with ThreadPoolExecutor(_AT_ONCE) as copiers:
            while True:
                while len(window) < _AT_ONCE and (pair := next(source, None)):
                    remote = is_uri(pair[0].path)
                    window.append(copiers.submit(self._copied, *pair) if remote else pair[0])
                if not window:
                    return
                first = window.popleft()
                yield first.result() if isinstance(first, Future) else _on_disk(first)

    def hashed(self, name: str) -> str:
        """The hash of a file's content; raises OSError, HirecError."""
        if is_uri(name):
            return hashlib.sha256(self.remote.read(name)).hexdigest()
        return sha256_of(Path(name))

    def holds(self, name: str) -> bool:
        """Whether the file is still there, as far as can be seen."""
        return self.remote.holds(name) if is_uri(name) else Path(name).is_file()

    def changed(self, file: Input) -> bool:
        """Whether a file on disk is no longer what was hashed; of one at a URI a copy was read."""
        if is_uri(file.path):
            return False
        try:
            now = self.look(file.path)
        except OSError:
            return False  # gone, but it was read whole before
        return (now.size, now.mtime_ns) != (file.size, file.mtime_ns)

    def _copied(self, file: Input, folder: Path) -> Fetched:
        target = folder / Path(file.path).name
        try:
            return Fetched(self.remote.copy(file, target), target)
        except CopyError as error:
            return Fetched(Input(file.path, 0, 0), failure=str(error))


def _on_disk(file: Input) -> Fetched:
    path, unknown = Path(file.path), Input(file.path, 0, 0)
    if not path.is_file():  # opening a named pipe would wait for ever
        return Fetched(unknown, path)
    try:
        status = path.stat()  # it may have changed since it was listed: what is hashed now counts
        now = replace(file, size=status.st_size, mtime_ns=status.st_mtime_ns)
        return Fetched(replace(now, sha256=sha256_of(path)), path)
    except OSError:
        return Fetched(unknown, path)
