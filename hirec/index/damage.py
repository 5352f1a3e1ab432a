"""What can be wrong with the files of an index, and files that never change opened."""

import sqlite3
from pathlib import Path

from hirec.types import HirecError


class IndexDamagedError(HirecError):
    """A file of the index is absent or unreadable."""


def broken(path: Path, reason: object) -> IndexDamagedError:
    """Say that a file which the catalog can make again is damaged, and what to do."""
    return IndexDamagedError(
        f"{path} cannot be read ({reason}); mend the index with: hirec index --repair --index "
        "FOLDER"
    )


def open_unchanging(path: Path) -> sqlite3.Connection:
    """A database that nobody writes any more, for all threads.

    Raises:
        FileNotFoundError: there is no such file.
        IndexDamagedError: the file is no database.

    """
    if not path.exists():
        raise FileNotFoundError(path)
    uri = f"{path.resolve().as_uri()}?immutable=1"
    try:
        database = sqlite3.connect(uri, uri=True, check_same_thread=False)
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        raise broken(path, error) from error
    return database
