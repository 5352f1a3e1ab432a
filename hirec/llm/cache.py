"""Replies kept in SQLite under a hash of all that could change them: a run can be replayed."""

import hashlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hirec.llm.chat import Message
from hirec.llm.errors import Failure, LlmCacheError
from hirec.settings import LlmSettings
from hirec.types import Usage

_FORMAT = 1
_LONGEST_WAIT_S = 30.0
_PAUSE_S = 0.02
_TABLE = """
CREATE TABLE IF NOT EXISTS replies (
    key TEXT PRIMARY KEY, task TEXT NOT NULL, version TEXT NOT NULL, model TEXT NOT NULL,
    text TEXT NOT NULL, usage TEXT NOT NULL, seconds REAL NOT NULL,
    made_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) WITHOUT ROWID
"""
_FAILED = """
CREATE TABLE IF NOT EXISTS failures (
    key TEXT PRIMARY KEY, kind TEXT NOT NULL, message TEXT NOT NULL
) WITHOUT ROWID
"""
"""Beside the replies, not in them: files made before there was this table stay good."""
_HELD = """
SELECT task, version, model, count(*), count(kind),
    sum(json_extract(usage, '$.input_tokens')),
    sum(json_extract(usage, '$.output_tokens')), sum(json_extract(usage, '$.cost_usd'))
FROM replies LEFT JOIN failures USING (key)
GROUP BY task, version, model ORDER BY task, version, model
"""


@dataclass(frozen=True, slots=True)
class CachedReply:
    """A reply as the server gave it."""

    text: str
    model: str
    usage: Usage
    seconds: float
    failure: Failure | None = None
    """Why it cannot be used; None where it can."""


@dataclass(frozen=True, slots=True)
class CacheUsage:
    """What a cache holds of one task, version and model, with what it cost when it was asked."""

    task: str
    version: str
    model: str
    replies: int
    failed: int
    """Of these, replies that cannot be used."""
    input_tokens: int
    output_tokens: int
    cost_usd: float


def cache_key(
    settings: LlmSettings,
    messages: Sequence[Message],
    max_tokens: int,
    version: str = "",
    schema: dict[str, Any] | None = None,
) -> str:
    """SHA-256 over all that could change a reply.

    The server's address is part of it: two servers may offer different weights under one name.
    The key, prices, time limits and tries are not.

    Args:
        settings: Address, model, temperature, ``extra_body`` and the most tokens count.
        messages: Images count by their hash.
        max_tokens: Of the reply.
        version: Of the prompt.
        schema: JSON Schema of the reply; None for free text.

    Returns:
        64 hexadecimal digits.

    """
    content = {
        "format": _FORMAT,
        "base_url": settings.base_url.rstrip("/"),
        "model": settings.model,
        "temperature": settings.temperature,
        "extra_body": settings.extra_body,
        "max_tokens": max_tokens,
        "most_tokens": settings.max_tokens,
        "version": version,
        "schema": schema,
        "messages": [
            [each.role, each.content, [hashlib.sha256(png).hexdigest() for png in each.images]]
            for each in messages
        ],
    }
    text = json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class ReplyCache:
    """A file of replies; any number of threads and processes may use it at once."""

    def __init__(self, path: Path | str) -> None:
        """Make the file where there is none; raises :class:`LlmCacheError`."""
        self.path = Path(path)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LlmCacheError(
                f"Cannot make the folder of the reply cache {self.path}: {error.strerror}; name "
                "another place in llm.cache."
            ) from error
        self._lock = threading.Lock()
        self._opened: tuple[int, sqlite3.Connection] | None = None
        """With the process that opened it."""
        self._inherited: tuple[int, sqlite3.Connection] | None = None
        with self._transaction():
            pass

    def get(self, key: str) -> CachedReply | None:
        """The reply kept under a key; raises :class:`LlmCacheError`."""
        with self._transaction() as connection:
            row = connection.execute(
                "SELECT text, model, usage, seconds, kind, message FROM replies "
                "LEFT JOIN failures USING (key) WHERE key = ?",
                (key,),
            ).fetchone()
        if row is None:
            return None
        text, model, usage, seconds, kind, message = row
        failure = Failure(kind, message) if kind else None
        try:
            return CachedReply(text, model, Usage(**json.loads(usage)), seconds, failure)
        except (TypeError, ValueError) as error:
            raise self._damaged(error) from error

    def put(self, key: str, reply: CachedReply, task: str = "", version: str = "") -> None:
        """Keep a reply; the first one kept under a key stays. Raises :class:`LlmCacheError`.

        Args:
            key: See :func:`cache_key`.
            reply: With what it cost; one that failed is kept with its failure.
            task: Of the request, for whoever reads the file.
            version: Of the prompt.

        """
        usage = json.dumps(asdict(reply.usage))
        with self._transaction() as connection:
            made = connection.execute(
                "INSERT OR IGNORE INTO replies (key, task, version, model, text, usage, seconds) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (key, task, version, reply.model, reply.text, usage, reply.seconds),
            )
            if reply.failure is not None and made.rowcount:
                connection.execute(
                    "INSERT INTO failures (key, kind, message) VALUES (?, ?, ?)",
                    (key, reply.failure.kind, reply.failure.message),
                )

    def usage(self) -> list[CacheUsage]:
        """What the file holds, by task; raises :class:`LlmCacheError`."""
        with self._transaction() as connection:
            rows = connection.execute(_HELD).fetchall()
        return [CacheUsage(*row) for row in rows]

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        with self._lock:
            opened, self._opened = self._opened, None
            if opened is not None and opened[0] == os.getpid():
                opened[1].close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._lock, self._connection() as connection:
                yield connection
        except sqlite3.OperationalError as error:
            raise LlmCacheError(
                f"The reply cache {self.path} cannot be used ({error}); free it, make it writable "
                "or name another file in llm.cache."
            ) from error
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error

    def _connection(self) -> sqlite3.Connection:
        """The connection of this process; one that came along with a fork is left untouched."""
        if self._opened is None or self._opened[0] != os.getpid():
            self._inherited = self._opened
            self._opened = (os.getpid(), self._connect())
        return self._opened[1]

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=_LONGEST_WAIT_S, check_same_thread=False)
        try:
            _write_ahead(connection)
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute(_TABLE)
            connection.execute(_FAILED)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _damaged(self, error: Exception) -> LlmCacheError:
        return LlmCacheError(
            f"The reply cache {self.path} is damaged ({error}); restore it, or delete it to ask "
            "the server anew."
        )


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to a write-ahead log; SQLite waits for no other process that switches just then."""
    last = time.monotonic() + _LONGEST_WAIT_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > last:
                raise
            time.sleep(_PAUSE_S)
        else:
            return
