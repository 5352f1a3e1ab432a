"""Where the files of a build are looked up: on this machine's disk, or in what shards noted."""

import dataclasses
import hashlib
from pathlib import Path
from typing import Protocol

from indexing.rows import Input


class Sources(Protocol):
    """Files by their paths."""

    def look(self, path: Path) -> Input:
        """The file as it is now, without its hash; raises OSError where it cannot be looked at."""
        ...

    def hashed(self, file: Input) -> Input:
        """With the hash of its content; without hash, size and time where it cannot be read."""
        ...

    def holds(self, path: Path) -> bool:
        """Whether the file is still there."""
        ...


class LocalSources:
    """Files on disk."""

    def look(self, path: Path) -> Input:
        """The file as it is now, without its hash; raises OSError where it cannot be looked at."""
        status = path.stat()
        return Input(path, status.st_size, status.st_mtime_ns)

    def hashed(self, file: Input) -> Input:
        """With the hash of its content; without hash, size and time where it cannot be read."""
        if not file.path.is_file():  # opening a named pipe would wait for ever
            return Input(file.path, 0, 0)
        try:
            with file.path.open("rb") as content:
                digest = hashlib.file_digest(content, "sha256").hexdigest()
        except OSError:
            return Input(file.path, 0, 0)
        return dataclasses.replace(file, sha256=digest)

    def holds(self, path: Path) -> bool:
        """Whether the file is still there."""
        return path.is_file()
