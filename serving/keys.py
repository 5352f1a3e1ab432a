"""Keys that let somebody use a served index: made, listed, revoked, checked."""

import hashlib
import hmac
import re
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from hirec.types import HirecError

_PREFIX = "hirec"
_TABLE = """
CREATE TABLE IF NOT EXISTS keys (
  key_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  digest TEXT NOT NULL,
  scopes TEXT NOT NULL,
  per_minute INTEGER NOT NULL,
  created TEXT NOT NULL,
  revoked TEXT
)
"""
_COLUMNS = "key_id, name, digest, scopes, per_minute, created, revoked"


class KeysError(HirecError):
    """Keys cannot be read or written, or are described in a way that does not do."""


class Action(StrEnum):
    """What a key may allow."""

    ASK = "ask"
    """Put questions, search."""
    READ = "read"
    """Read filings, pages, traces and the ledger."""
    FEEDBACK = "feedback"
    """Say what answers were worth."""
    INGEST = "ingest"
    """Hand in filings."""
    OPERATE = "operate"
    """Read the metrics and the feedback."""


@dataclass(frozen=True, slots=True)
class Scope:
    """One action on one index, or on all."""

    action: Action
    index: str = "*"

    @classmethod
    def parse(cls, text: str) -> "Scope":
        """Read ``ask`` or ``ask:INDEX``; raises :class:`KeysError`."""
        action, _, index = text.partition(":")
        if action not in list(Action) or not re.fullmatch(r"[\w.-]+|\*|", index):
            actions = ", ".join(Action)
            raise KeysError(f"{text!r} is no scope; write ACTION or ACTION:INDEX of {actions}.")
        return cls(Action(action), index or "*")

    def __str__(self) -> str:
        return f"{self.action}:{self.index}"


@dataclass(frozen=True, slots=True)
class Key:
    """A key without its secret."""

    key_id: str
    name: str
    scopes: tuple[Scope, ...]
    per_minute: int
    """Requests that it may make in a minute."""
    created: str
    """ISO time, UTC."""
    revoked: str | None

    def allows(self, action: Action, index: str) -> bool:
        """Whether one of its scopes covers this."""
        return any(each.action is action and each.index in ("*", index) for each in self.scopes)


class KeyStore:
    """Keys in an SQLite file; only hashes of their secrets are kept.

    Every call opens its own connection, so that a key that was revoked is refused at once.
    """

    def __init__(self, path: Path) -> None:
        """Make the file where there is none; raises :class:`KeysError`."""
        self._path = path
        existed = path.exists()
        with self._connected() as connection:
            connection.execute(_TABLE)
        if not existed:
            path.chmod(0o600)

    def create(self, name: str, scopes: Sequence[Scope], per_minute: int) -> tuple[Key, str]:
        """A new key, and its secret text, which is shown this once.

        Args:
            name: For whoever lists the keys.
            scopes: What the key allows; at least one.
            per_minute: Requests allowed, at least one.

        Raises:
            KeysError: one of these is missing.

        """
        if not name.strip() or not scopes or per_minute < 1:
            raise KeysError("A key needs a name, a scope and at least one request a minute.")
        key_id, secret = secrets.token_hex(4), secrets.token_urlsafe(32)
        text = f"{_PREFIX}_{key_id}_{secret}"
        created = datetime.now(UTC).isoformat(timespec="seconds")
        scope_words = " ".join(map(str, scopes))
        row = (key_id, name, _digest(text), scope_words, per_minute, created, None)
        with self._connected() as connection:
            connection.execute(f"INSERT INTO keys ({_COLUMNS}) VALUES (?,?,?,?,?,?,?)", row)  # noqa: S608 - a constant
        return Key(key_id, name, tuple(scopes), per_minute, created, None), text

    def all(self) -> list[Key]:
        """Every key ever made, in the order of their making."""
        return [key for key, _ in self._rows("ORDER BY created, key_id")]

    def revoke(self, key_id: str) -> None:
        """Let a key be refused from now on; raises :class:`KeysError` where there is none."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with self._connected() as connection:
            sql = "UPDATE keys SET revoked = coalesce(revoked, ?) WHERE key_id = ?"
            if not connection.execute(sql, (now, key_id)).rowcount:
                raise KeysError(f"There is no key {key_id}; `hirec keys list` names them.")

    def find(self, text: str) -> Key | None:
        """The key of a secret text; None where there is none, or it was revoked."""
        key_id = text.split("_")[1] if text.count("_") >= 2 else ""
        for key, digest in self._rows("WHERE key_id = ?", key_id):
            if hmac.compare_digest(digest, _digest(text)) and key.revoked is None:
                return key
        return None

    def _rows(self, rest: str, *values: str) -> list[tuple[Key, str]]:
        with self._connected() as connection:
            rows = connection.execute(f"SELECT {_COLUMNS} FROM keys {rest}", values).fetchall()  # noqa: S608 - constants
        return [
            (
                Key(key_id, name, tuple(map(Scope.parse, scope_words.split())), rate, made, gone),
                digest,
            )
            for key_id, name, digest, scope_words, rate, made, gone in rows
        ]

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._path, timeout=30.0)) as connection, connection:
                yield connection
        except sqlite3.Error as error:
            raise KeysError(f"The keys in {self._path} cannot be used: {error}.") from error


def _digest(text: str) -> str:
    """Of a secret of 256 random bits, which needs no slow hash."""
    return hashlib.sha256(text.encode()).hexdigest()
