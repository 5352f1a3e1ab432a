"""The directory of a generation: which filings it holds, where they are, who carried them."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hirec.index.damage import broken, open_unchanging

DIRECTORY, ORDER, DAYS = "directory.db", "order.npy", "days.npy"
"""Files of a generation's folder. ``order.npy``: for each place of each segment the filing's number
in this generation, -1 for none (int32); ``days.npy``: since when each number is known (int32)."""

DIRECTORY_SQL = """
CREATE TABLE filings (
  number INTEGER PRIMARY KEY, filing_id TEXT NOT NULL UNIQUE, segment INTEGER NOT NULL,
  place INTEGER NOT NULL, page_count INTEGER NOT NULL, passage_count INTEGER NOT NULL,
  passages TEXT NOT NULL
);
CREATE TABLE sources (number INTEGER, rank INTEGER, stem TEXT, PRIMARY KEY (number, rank))
  WITHOUT ROWID;
CREATE INDEX sources_stem ON sources (stem);
CREATE TABLE profiles (identity TEXT PRIMARY KEY, filings INTEGER NOT NULL) WITHOUT ROWID;
"""
"""``filings``: numbered from 0 in the order of their ids; ``passages`` is the digest that names
their file. ``sources``: stems of the files that carried a filing, in the order of their paths.
``profiles``: identities as JSON but for who filed, and how many filings have each.
Beside them the tables of :mod:`hirec.companies.tables`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a filing of the generation is."""

    number: int
    filing_id: str
    segment: int
    place: int
    page_count: int
    passage_count: int
    passages: str
    sources: tuple[str, ...]


_ENTRIES = (
    "SELECT f.*, (SELECT json_group_array(stem) FROM (SELECT stem FROM sources AS s "
    "WHERE s.number = f.number ORDER BY rank)) FROM filings AS f "
)


class Directory:
    """Look-ups in a directory; threads may share it. Each method raises IndexDamagedError."""

    def __init__(self, folder: Path) -> None:
        """Open the directory of a generation's folder; raises FileNotFoundError."""
        self._path = folder / DIRECTORY
        self.database = open_unchanging(self._path)
        """For the tables of companies."""

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def ids(self) -> Iterator[str]:
        """All filing_ids in order."""
        return (key for (key,) in self._rows("SELECT filing_id FROM filings ORDER BY number"))

    def holds(self, filing_id: str) -> bool:
        """Whether there is such a filing."""
        return bool(self._rows("SELECT 1 FROM filings WHERE filing_id = ?", (filing_id,)))

    def entry(self, filing_id: str) -> Entry | None:
        """One filing, None where there is none of that id."""
        rows = self._rows(f"{_ENTRIES} WHERE f.filing_id = ?", (filing_id,))
        return _entry(*rows[0]) if rows else None

    def entries(self, numbers: Iterable[int]) -> list[Entry]:
        """The filings of these numbers, in the order of numbers."""
        listed = ",".join(map(str, numbers))
        rows = self._rows(f"{_ENTRIES} WHERE f.number IN ({listed}) ORDER BY f.number")
        return [_entry(*row) for row in rows]

    def places(self, filing_ids: Sequence[str]) -> list[tuple[str, int, int]]:
        """(filing_id, segment, place) of those that are here."""
        sql = (
            "SELECT filing_id, segment, place FROM filings "
            "WHERE filing_id IN (SELECT value FROM json_each(?))"
        )
        return self._rows(sql, (json.dumps(list(filing_ids)),))

    def carried_by(self, stem: str) -> list[str]:
        """Filings that came in files of this stem, by filing_id."""
        sql = (
            "SELECT DISTINCT filing_id FROM sources JOIN filings USING (number) WHERE stem = ? "
            "ORDER BY filing_id"
        )
        return [key for (key,) in self._rows(sql, (stem,))]

    def profiles(self) -> Iterator[str]:
        """Forms and periods of all filings, as JSON, the most usual first."""
        sql = "SELECT identity FROM profiles ORDER BY filings DESC, identity"
        return (identity for (identity,) in self._rows(sql))

    def passages(self) -> Iterator[tuple[str, str]]:
        """(filing_id, digest of its file of passages) of all."""
        yield from self._rows("SELECT filing_id, passages FROM filings")

    def _rows(self, sql: str, values: Sequence[str] = ()) -> list[Any]:
        try:
            return self.database.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise broken(self._path, error) from error


def _entry(
    number: int,
    filing_id: str,
    segment: int,
    place: int,
    page_count: int,
    passage_count: int,
    passages: str,
    sources: str,
) -> Entry:
    stems = tuple(dict.fromkeys(json.loads(sources)))
    return Entry(number, filing_id, segment, place, page_count, passage_count, passages, stems)
