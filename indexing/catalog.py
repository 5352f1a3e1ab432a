"""The write side of ``catalog.db``: every method is one transaction."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hirec.index.catalog import LEDGER_COLUMNS, CoverRow, LedgerRow, LedgerState, damaged
from hirec.index.identities import IDENTITY
from hirec.index.layout import CATALOG_SQL, Layout
from hirec.types import Identity
from indexing.hints import OF_ANOTHER_FILE
from indexing.lease import Lease
from indexing.rows import Input, PublishedRow, ReadFiling
from indexing.writer import FENCED, writing

_TABLES = ("filings", "covers", "ledger", "corrections", "listed", "meta")


class CatalogWriter:
    """Changes a catalog. One at a time: :func:`indexing.lease.exclusive` sees to that."""

    def __init__(self, layout: Layout, lease: Lease | None = None) -> None:
        """Open or create the catalog; raises ``IndexDamagedError`` or ``WriteError``.

        Once it is open under a lease, whoever has it open under an earlier one is refused every
        change by :class:`OvertakenError`. Without a lease nobody is held off.
        """
        try:
            with writing(layout.catalog):
                self._db = sqlite3.connect(layout.catalog, isolation_level=None)
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute("PRAGMA synchronous = NORMAL")
                self._db.execute("PRAGMA foreign_keys = ON")
                self._db.executescript(CATALOG_SQL)
        except sqlite3.DatabaseError as error:
            raise damaged(layout, error) from error
        self._layout = layout
        self._lease = lease
        if lease is not None:
            self._fence(lease.number)

    @property
    def lease(self) -> int:
        """Number of the lease that it is written under; 0 without one."""
        return self._lease.number if self._lease else 0

    def require_lease(self) -> None:
        """Raise :class:`OvertakenError` where a later lease is there."""
        if self._lease is not None:
            self._lease.require()

    def _fence(self, number: int) -> None:
        """Let nobody write under an earlier lease, nor this connection under a later one."""
        with writing(self._layout.catalog):
            for table in _TABLES:
                for change in ("INSERT", "UPDATE", "DELETE"):
                    self._db.execute(
                        f"CREATE TEMP TRIGGER {table}_{change} BEFORE {change} ON main.{table} "  # noqa: S608 - our own constants
                        f"WHEN (SELECT value FROM main.meta WHERE key = 'fence') > {number} "
                        f"BEGIN SELECT RAISE(ABORT, '{FENCED}'); END"
                    )
            sql = "UPDATE meta SET value = ? WHERE key = 'fence' AND value < ?"
            self._db.execute(sql, (number, number))
        self.require_lease()

    @property
    def database(self) -> sqlite3.Connection:
        """For the tables that have modules of their own; changes go through a transaction."""
        return self._db

    def close(self) -> None:
        """Fold the write-ahead log into the catalog and close it."""
        self._db.close()

    # Ledger

    def register(self, paths: Iterable[str]) -> None:
        """Give every file a ledger row; those that have one keep it."""
        rows = [(path, Path(path).stem) for path in paths]
        with self.transaction():
            self._db.executemany(
                "INSERT OR IGNORE INTO ledger (path, stem, state) VALUES (?, ?, 'new')", rows
            )

    def ledger_row(self, path: str) -> LedgerRow:
        """The row of a registered file."""
        sql = f"SELECT {LEDGER_COLUMNS} FROM ledger WHERE path = ?"  # noqa: S608 - a constant
        return LedgerRow.of(self._db.execute(sql, (path,)).fetchone())

    def ledger_paths(self) -> list[str]:
        """Paths of all files that are not superseded, sorted."""
        sql = "SELECT path FROM ledger WHERE state <> 'superseded' ORDER BY path"
        return [path for (path,) in self._db.execute(sql)]

    def paths_of(self, filing_id: str) -> list[str]:
        """Files that stand for a filing."""
        sql = "SELECT path FROM ledger WHERE filing_id = ? ORDER BY path"
        return [path for (path,) in self._db.execute(sql, (filing_id,))]

    def touch(self, file: Input) -> None:
        """Note a new time of a file whose content has not changed."""
        self._update(file, "size = ?, mtime_ns = ?", (file.size, file.mtime_ns))

    def paths_of_content(self, sha256: str) -> list[str]:
        """Files that held this content when they were last looked at."""
        sql = "SELECT path FROM ledger WHERE sha256 = ? ORDER BY path"
        return [path for (path,) in self._db.execute(sql, (sha256,))]

    def contents_noted(self, words: str) -> list[str]:
        """Contents of files that were read with a note of these words."""
        sql = "SELECT DISTINCT sha256 FROM ledger WHERE state = 'done' AND instr(note, ?)"
        return [sha256 for (sha256,) in self._db.execute(sql, (words,))]

    def fail(self, file: Input, error: str, tries: int = 1) -> None:
        """Note why a file could not be read; a version read before stays in the index.

        Args:
            file: The input, as it was found.
            error: One sentence.
            tries: Readers that it took.

        """
        kept = self.ledger_row(file.path).filing_id
        note = f" (the index keeps {kept} as read from it before)" if kept else ""
        self._record(file, LedgerState.FAILED, kept, f"{error}{note}", None, None, tries=tries)

    def link(self, file: Input, filing_id: str) -> list[str]:
        """Let a file stand for a filing already there; returns filings that this removed."""
        sql = "SELECT page_count FROM filings WHERE filing_id = ?"
        pages = self._db.execute(sql, (filing_id,)).fetchone()[0]
        sql = "SELECT max(note) FROM ledger WHERE filing_id = ?"
        note = self._db.execute(sql, (filing_id,)).fetchone()[0]
        with self.transaction():
            removed = self._release(file.path, filing_id)
            self._record(file, LedgerState.DONE, filing_id, None, 0.0, pages, note)
            self._changed()
        return removed

    def supersede(self, path: str, reason: str) -> list[str]:
        """Let a file no longer stand for a filing; returns filings that this removed."""
        with self.transaction():
            removed = self._release(path, None)
            self._db.execute(
                "UPDATE ledger SET state = 'superseded', filing_id = NULL, sha256 = NULL, "
                "size = NULL, mtime_ns = NULL, note = NULL, error = ? WHERE path = ?",
                (reason, path),
            )
            self._changed()
        return removed

    # Filings

    def filing_ids(self) -> list[str]:
        """All filings, sorted."""
        return [key for (key,) in self._db.execute("SELECT filing_id FROM filings ORDER BY 1")]

    def has(self, filing_id: str) -> bool:
        """True where there is such a filing."""
        sql = "SELECT 1 FROM filings WHERE filing_id = ?"
        return self._db.execute(sql, (filing_id,)).fetchone() is not None

    def identity(self, filing_id: str) -> Identity | None:
        """Identity of a filing, None where there is no such filing."""
        sql = "SELECT identity FROM filings WHERE filing_id = ?"
        row = self._db.execute(sql, (filing_id,)).fetchone()
        return None if row is None else IDENTITY.validate_json(row[0])

    def filing_of(self, sha256: str) -> str | None:
        """The filing with this content."""
        sql = "SELECT filing_id FROM filings WHERE sha256 = ?"
        row = self._db.execute(sql, (sha256,)).fetchone()
        return None if row is None else str(row[0])

    def free_id(self, proposed: str, file: Input) -> str:
        """``proposed``, or with a piece of the content's hash where another file has that id."""
        for length in (0, 6, 16, 64):
            key = f"{proposed}-{file.sha256[:length]}" if length else proposed
            sql = "SELECT sha256 FROM filings WHERE filing_id = ?"
            row = self._db.execute(sql, (key,)).fetchone()
            if row is None or row[0] == file.sha256 or self.paths_of(key) == [file.path]:
                return key
        raise AssertionError("two contents with one SHA-256")

    def put(
        self, file: Input, filing_id: str, read: ReadFiling, listed: str = "[]", tries: int = 1
    ) -> list[str]:
        """Add or replace the filing of a file.

        Where its content had another filing_id, all files of that content follow to the new one.

        Args:
            file: The input, as it was found.
            filing_id: The new one.
            read: What its reader says.
            listed: Those of its aliases that EDGAR's list gave, as JSON.
            tries: Readers that it took.

        Returns:
            filing_ids that this removed.

        """
        note = "\n".join(read.notes)
        with self.transaction():
            removed = self._release(file.path, filing_id)
            removed += self._rename(file.sha256, filing_id)
            self._db.execute("DELETE FROM filings WHERE filing_id = ?", (filing_id,))
            row = {
                "filing_id": filing_id,
                "sha256": file.sha256,
                "page_count": read.page_count,
                "passage_count": read.passage_count,
                "identity": IDENTITY.dump_json(read.identity).decode(),
                "listed": listed,
                "passages": read.passages,
                "changed": self._changed(),
            }
            self._db.execute(
                f"INSERT INTO filings ({', '.join(row)}) "  # noqa: S608 - our own constants
                f"VALUES ({', '.join('?' * len(row))})",
                tuple(row.values()),
            )
            self._db.execute(
                "INSERT INTO covers (filing_id, summary) VALUES (?, ?)", (filing_id, read.summary)
            )
            pages = read.page_count
            self._record(
                file, LedgerState.DONE, filing_id, None, read.seconds, pages, note, tries=tries
            )
            self._db.execute(
                "UPDATE ledger SET told = ?, note = ?, pages = ? WHERE sha256 = ? "
                "AND state = 'done'",
                (file.hints, note or None, read.page_count, file.sha256),
            )
        return removed

    # Vectors

    def pending_covers(self, limit: int) -> list[tuple[str, str]]:
        """(filing_id, summary) of the first filings that have no vector, by filing_id."""
        sql = "SELECT filing_id, summary FROM covers WHERE vector IS NULL ORDER BY 1 LIMIT ?"
        return list(self._db.execute(sql, (limit,)))

    def count_pending(self) -> int:
        """Filings that have no vector."""
        return int(
            self._db.execute("SELECT count(*) FROM covers WHERE vector IS NULL").fetchone()[0]
        )

    def put_vectors(self, filing_ids: Sequence[str], vectors: npt.NDArray[np.float32]) -> None:
        """Store vectors; shape (n, dimension)."""
        blobs = [row.astype("<f4").tobytes() for row in vectors]
        with self.transaction():
            self._db.executemany(
                "UPDATE covers SET vector = ? WHERE filing_id = ?",
                list(zip(blobs, filing_ids, strict=True)),
            )
            self.mark_changed(filing_ids)

    def awaiting_vectors(self, covers: Iterable[tuple[str, str]]) -> dict[str, str]:
        """Content → filing_id of those of the (content, summary) that are here without a vector."""
        sql = (
            "SELECT sha256, filing_id FROM filings JOIN covers USING (filing_id) "
            "WHERE sha256 = ? AND summary = ? AND vector IS NULL"
        )
        found = (self._db.execute(sql, cover).fetchone() for cover in covers)
        return dict(row for row in found if row)

    # What is published

    def published_rows(self) -> list[PublishedRow]:
        """All filings that have a vector, by filing_id."""
        stems: dict[str, dict[str, None]] = {}
        sql = "SELECT filing_id, stem FROM ledger WHERE filing_id IS NOT NULL ORDER BY path"
        for filing_id, stem in self._db.execute(sql):
            stems.setdefault(filing_id, {})[stem] = None
        sql = (
            "SELECT filing_id, changed, page_count, passage_count, passages FROM filings "
            "JOIN covers USING (filing_id) WHERE vector IS NOT NULL ORDER BY 1"
        )
        rows = self._db.execute(sql)
        return [PublishedRow._make((*row, tuple(stems.get(row[0], ())))) for row in rows]

    def covers(self, filing_ids: Sequence[str]) -> Iterator[CoverRow]:
        """Covers of these filings, in the order of the ids."""
        sql = (
            "SELECT filing_id, identity, summary, vector FROM filings JOIN covers "
            "USING (filing_id) WHERE filing_id IN (SELECT value FROM json_each(?)) ORDER BY 1"
        )
        yield from map(CoverRow._make, self._db.execute(sql, (json.dumps(filing_ids),)))

    def identities(self) -> Iterator[tuple[str, Identity]]:
        """(filing_id, identity) of all filings that have a vector, by filing_id."""
        sql = (
            "SELECT filing_id, identity FROM filings JOIN covers USING (filing_id) "
            "WHERE vector IS NOT NULL ORDER BY 1"
        )
        for filing_id, text in self._db.execute(sql):
            yield filing_id, IDENTITY.validate_json(text)

    def passages(self) -> Iterator[tuple[str, str]]:
        """(filing_id, digest of its file of passages) of all filings."""
        yield from self._db.execute("SELECT filing_id, passages FROM filings")

    def mark_changed(self, filing_ids: Iterable[str]) -> None:
        """Note, within a transaction, that readers are to see these filings anew."""
        revision = self._changed()
        sql = "UPDATE filings SET changed = ? WHERE filing_id = ?"
        self._db.executemany(sql, [(revision, filing_id) for filing_id in filing_ids])

    def overtake(self, revision: int) -> None:
        """Count on from a later revision than the catalog's own, with all filings changed."""
        with self.transaction():
            self._db.execute("UPDATE meta SET value = ? WHERE key = 'revision'", (revision,))
            self._db.execute("UPDATE filings SET changed = ?", (self._changed(),))

    def count_filings(self) -> int:
        """Filings in the catalog."""
        return int(self._db.execute("SELECT count(*) FROM filings").fetchone()[0])

    def meta(self, key: str) -> int:
        """``revision`` or ``fence``."""
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return int(row[0])

    # Inside a transaction

    def _rename(self, sha256: str, filing_id: str) -> list[str]:
        """Remove the filing that a content was before under another id."""
        former = self.filing_of(sha256)
        if former is None or former == filing_id:
            return []
        self._db.execute("DELETE FROM filings WHERE filing_id = ?", (former,))
        self._db.execute("UPDATE ledger SET filing_id = ? WHERE filing_id = ?", (filing_id, former))
        self._changed()
        return [former]

    def _release(self, path: str, successor: str | None) -> list[str]:
        """Remove the filing a file stood for, unless another file stands for it too."""
        row = self.ledger_row(path)
        former = row.filing_id
        if former is None or former == successor:
            return []
        if len(self.paths_of(former)) > 1:
            if row.seconds:  # this was the one that was read, and its name said what filing it is
                sql = "UPDATE ledger SET told = ? WHERE filing_id = ? AND path <> ?"
                self._db.execute(sql, (OF_ANOTHER_FILE, former, path))
            return []
        self._db.execute("DELETE FROM filings WHERE filing_id = ?", (former,))
        self._changed()
        return [former]

    def _changed(self) -> int:
        """Count a change; returns its revision."""
        self._db.execute("UPDATE meta SET value = value + 1 WHERE key = 'revision'")
        return self.meta("revision")

    def _record(
        self,
        file: Input,
        state: LedgerState,
        filing_id: str | None,
        error: str | None,
        seconds: float | None,
        pages: int | None,
        note: str | None = None,
        *,
        tries: int = 1,
    ) -> None:
        columns = (
            "attempts = CASE WHEN sha256 = ? THEN attempts ELSE 0 END + ?, state = ?, sha256 = ?, "
            "size = ?, mtime_ns = ?, filing_id = ?, error = ?, seconds = ?, pages = ?, note = ?, "
            "told = ?"
        )
        identity = (file.sha256, tries, state.value, file.sha256, file.size, file.mtime_ns)
        values = (filing_id, error, seconds, pages, note or None, file.hints)
        self._update(file, columns, (*identity, *values))

    def _update(self, file: Input, columns: str, values: tuple[object, ...]) -> None:
        sql = f"UPDATE ledger SET {columns} WHERE path = ?"  # noqa: S608 - our own constants
        with writing(self._layout.catalog):
            self._db.execute(sql, (*values, file.path))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is changed within, or nothing."""
        with writing(self._layout.catalog):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
