"""The read side of ``catalog.db``."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from hirec.index.damage import IndexDamagedError
from hirec.index.identities import IDENTITY
from hirec.index.layout import Layout
from hirec.types import Identity

_AT_ONCE = 1024


class LedgerState(StrEnum):
    """How far an input file has come."""

    NEW = "new"
    """Seen, not read yet."""
    DONE = "done"
    """Its filing is in the index."""
    FAILED = "failed"
    """Could not be read; the row's error says why."""
    SUPERSEDED = "superseded"
    """Was in the index; the file has gone, or its filing was removed on request."""


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One input file."""

    path: str
    stem: str
    state: LedgerState
    sha256: str | None
    size: int | None
    mtime_ns: int | None
    filing_id: str | None
    """Filing it stands for; for a failed row the version read before, where there was one."""
    error: str | None
    attempts: int
    """Times this content was read."""
    seconds: float | None
    pages: int | None
    note: str | None
    """What of a file that was read is not in the index, a line each: ``3 pages without text``."""
    told: str
    """What its content was read with beside itself, as JSON: corrections, other filings' names."""

    @classmethod
    def of(cls, row: Sequence[Any]) -> "LedgerRow":
        """Make a row from the columns of :data:`LEDGER_COLUMNS`."""
        path, stem, state, *rest = row
        return cls(path, stem, LedgerState(state), *rest)


LEDGER_COLUMNS = (
    "path, stem, state, sha256, size, mtime_ns, filing_id, error, attempts, seconds, pages, note, "
    "told"
)


UNSURE = (
    """(instr(identity, '"weak"') OR instr(identity, '"company":""') """
    """OR instr(identity, '"form":"UNKNOWN"'))"""
)
"""SQL: a field of a filing's identity is weak or unknown; looked for in its JSON as we write it,
which takes half the time of asking SQLite for the fields."""
DOUBTFUL = f"""({UNSURE} OR NOT instr(identity, '"notes":[]'))"""
"""SQL: something of a filing's identity is worth a person's look."""


class CoverRow(NamedTuple):
    """What of a filing goes into a segment."""

    filing_id: str
    identity: str
    """As JSON."""
    summary: str
    vector: bytes
    """float32, little endian."""


class Catalog:
    """Queries over a catalog; every call opens its own connection, so threads may share it.

    Every method raises :class:`IndexDamagedError` where the catalog cannot be read.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def ledger(self) -> list[LedgerRow]:
        """Every input file ever seen, ordered by path."""
        sql = f"SELECT {LEDGER_COLUMNS} FROM ledger ORDER BY path"  # noqa: S608 - a constant
        return [LedgerRow.of(row) for row in self._rows(sql)]

    def ledger_row(self, path: str) -> LedgerRow | None:
        """What became of an input file; None where it was never seen."""
        sql = f"SELECT {LEDGER_COLUMNS} FROM ledger WHERE path = ?"  # noqa: S608 - a constant
        return next((LedgerRow.of(row) for row in self._rows(sql, (path,))), None)

    def doubtful(self) -> dict[str, Identity]:
        """Identities with a field that is weak or unknown, or with a contradiction."""
        sql = f"SELECT filing_id, identity FROM filings WHERE {DOUBTFUL} ORDER BY 1"  # noqa: S608 - a constant
        return {key: IDENTITY.validate_json(text) for key, text in self._rows(sql)}

    def corrections(self) -> list[tuple[str, str, str, str]]:
        """(sha256, field, value, path as given) of every correction."""
        return self._rows("SELECT sha256, field, value, path FROM corrections ORDER BY 4, 2")

    def ledger_of_interest(self) -> list[LedgerRow]:
        """Rows of files that failed, have a note, a double, or a filing that is doubtful."""
        sql = (
            f"SELECT {LEDGER_COLUMNS} FROM ledger WHERE state = 'failed' OR note <> '' "  # noqa: S608 - constants
            "OR sha256 IN (SELECT sha256 FROM ledger GROUP BY sha256 HAVING count(*) > 1) "
            "OR sha256 IN (SELECT sha256 FROM corrections) "
            f"OR filing_id IN (SELECT filing_id FROM filings WHERE {DOUBTFUL}) ORDER BY path"
        )
        return [LedgerRow.of(row) for row in self._rows(sql)]

    def fence(self) -> int:
        """Number of the newest lease that the catalog was written under; 0 without one."""
        if not self._layout.catalog.exists():
            return 0
        if not self._rows("SELECT 1 FROM sqlite_master WHERE name = 'meta'"):
            return 0  # a build was killed while it made the tables
        return sum(value for (value,) in self._rows("SELECT value FROM meta WHERE key = 'fence'"))

    def faults(self) -> list[str]:
        """What SQLite finds wrong with the catalog; nothing where it is whole."""
        try:
            found = [str(fault) for (fault,) in self._rows("PRAGMA integrity_check")]
        except IndexDamagedError as error:
            return [str(error.__cause__)]
        return [] if found == ["ok"] else found

    def covers_until(self, revision: int) -> Iterator[list[CoverRow]]:
        """Covers that have a vector and have not changed since a revision, some at a time."""
        sql = (
            "SELECT filing_id, identity, summary, vector FROM filings JOIN covers "
            "USING (filing_id) WHERE changed <= ? AND vector IS NOT NULL AND filing_id > ? "
            "ORDER BY 1 LIMIT ?"
        )
        last = ""
        while rows := self._rows(sql, (revision, last, _AT_ONCE)):
            part = [CoverRow._make(row) for row in rows]
            yield part
            last = part[-1].filing_id

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        try:
            with closing(self._connect()) as connection:
                return connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise damaged(self._layout, error) from error

    def _connect(self) -> sqlite3.Connection:
        # SQLite cannot open a WAL file in a folder it may not write to, unless told that
        # nobody else writes either.
        mode = "mode=ro" if os.access(self._layout.root, os.W_OK) else "immutable=1"
        uri = f"{self._layout.catalog.resolve().as_uri()}?{mode}"
        return sqlite3.connect(uri, uri=True, timeout=30.0)


def damaged(layout: Layout, error: Exception) -> IndexDamagedError:
    """Say that the catalog cannot be read, and what to do."""
    return IndexDamagedError(
        f"The catalog {layout.catalog} cannot be read ({error}); restore it from a copy, or delete "
        f"{layout.root} and index the filings again with: hirec index PATH… --index {layout.root}"
    )
