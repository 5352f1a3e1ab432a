"""Feedback on stored runs, in SQLite beside their traces."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass, fields
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from hirec.types import HirecError

FILE = "feedback.db"
WORDS_MOST = 2000
"""Characters of what somebody says, and of the answer that would be right."""
SCORES = range(1, 6)
_TABLE = """
CREATE TABLE IF NOT EXISTS feedback (
  number INTEGER PRIMARY KEY, trace_id TEXT NOT NULL, question TEXT NOT NULL, kind TEXT NOT NULL,
  score INTEGER, words TEXT NOT NULL, passage_id TEXT NOT NULL, answer TEXT NOT NULL,
  given_by TEXT NOT NULL, given TEXT NOT NULL
)
"""


class FeedbackError(HirecError):
    """Feedback says nothing, too much, or cannot be kept."""


class Kind(StrEnum):
    """What an answer was worth."""

    HELPFUL = "helpful"
    WRONG_FIGURE = "wrong_figure"
    """The figure, or what is said, is not right."""
    WRONG_SOURCE = "wrong_source"
    """The pages cited are not those that answer."""
    OTHER = "other"
    """What the words say."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What somebody said of a run. Construction raises :class:`FeedbackError`."""

    trace_id: str
    question: str
    """Of the run, so that a list need not open its trace."""
    kind: Kind
    score: int | None = None
    """1 (useless) to 5."""
    words: str = ""
    passage_id: str = ""
    """The passage that does answer, where the one who says so knows it."""
    answer: str = ""
    """What would be right, where the one who says so knows it."""
    given_by: str = ""
    """Id of the key; empty without keys."""
    given: str = ""
    """ISO time, UTC; set when it is kept."""

    def __post_init__(self) -> None:
        if self.score is not None and self.score not in SCORES:
            raise FeedbackError(f"A score is a whole number from 1 to 5, not {self.score}.")
        if max(len(self.words), len(self.answer)) > WORDS_MOST:
            raise FeedbackError(
                f"Words, and the right answer, have at most {WORDS_MOST:,} letters."
            )
        if self.kind is Kind.OTHER and not self.words.strip() and self.score is None:
            raise FeedbackError("Say something in words, or give a score.")


_COLUMNS = ", ".join(field.name for field in fields(Feedback))


class FeedbackStore:
    """Feedback on the runs of an index; every call opens its own connection."""

    def __init__(self, index_dir: Path) -> None:
        self._path = index_dir / "traces" / FILE

    def add(self, said: Feedback) -> Feedback:
        """Keep it, with the time; raises :class:`FeedbackError` where it cannot be written."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        row = (*astuple(said)[:-1], now)
        marks = ",".join("?" * len(row))
        with self._connected() as connection:
            connection.execute(_TABLE)
            connection.execute(f"INSERT INTO feedback ({_COLUMNS}) VALUES ({marks})", row)  # noqa: S608 - constants
        return _feedback(row)

    def recent(self, limit: int, offset: int = 0) -> list[Feedback]:
        """The newest first."""
        return self._rows("ORDER BY number DESC LIMIT ? OFFSET ?", limit, offset)

    def count(self) -> int:
        """How many there are."""
        if not self._path.exists():
            return 0
        with self._connected() as connection:
            ((count,),) = connection.execute("SELECT count(*) FROM feedback").fetchall()
        return int(count)

    def opinions(self) -> list[Feedback]:
        """Of each person on each run the last that was said, the oldest first.

        Without keys nobody knows who is who, and the last word on a run counts.
        """
        latest = "SELECT max(number) FROM feedback GROUP BY trace_id, given_by"
        return self._rows(f"WHERE number IN ({latest}) ORDER BY number")

    def trace_ids(self) -> set[str]:
        """Runs that somebody said something of."""
        return {said.trace_id for said in self._rows("GROUP BY trace_id")}

    def _rows(self, rest: str, *values: int) -> list[Feedback]:
        if not self._path.exists():
            return []
        with self._connected() as connection:
            sql = f"SELECT {_COLUMNS} FROM feedback {rest}"  # noqa: S608 - constants
            return [_feedback(row) for row in connection.execute(sql, values)]

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        try:
            self._path.parent.mkdir(exist_ok=True)
            with closing(sqlite3.connect(self._path, timeout=30.0)) as connection, connection:
                yield connection
        except (sqlite3.Error, OSError) as error:
            raise FeedbackError(
                f"The feedback in {self._path} cannot be used: {error}; is the folder writable?"
            ) from error


def _feedback(row: tuple[Any, ...]) -> Feedback:
    trace_id, question, kind, *rest = row
    return Feedback(trace_id, question, Kind(kind), *rest)
