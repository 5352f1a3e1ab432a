"""How long stored runs are kept."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hirec.types import HirecError
from serving.feedback.store import FeedbackStore

_STAMP = "%Y%m%dT%H%M%S"
_EVERY_S = 3600.0
"""A server looks at its stored runs so often."""


def clear_traces(index_dir: Path, days: float) -> int:
    """Delete the stored runs of an index that are older; returns how many.

    Runs that somebody said something of are kept: the feedback is worth nothing without them.
    Raises :class:`HirecError` where one cannot be deleted.
    """
    before = datetime.now(UTC) - timedelta(days=days)
    kept = FeedbackStore(index_dir).trace_ids()
    old = [
        path
        for path in (index_dir / "traces").glob("*.json")
        if path.stem not in kept and _stored(path) < before
    ]
    for path in old:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise HirecError(f"Cannot delete {path}: {error.strerror}.") from error
    return len(old)


def _stored(path: Path) -> datetime:
    """When a run was stored, by its id; what has another name is never old."""
    try:
        return datetime.strptime(path.stem.partition("-")[0], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return datetime.max.replace(tzinfo=UTC)


class Retention:
    """Clears the runs of a server's indexes now and then; threads may share it."""

    def __init__(self, days: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Keep runs for so many days."""
        self._days = days
        self._clock = clock
        self._lock = threading.Lock()
        self._next: dict[Path, float] = {}

    def apply(self, index_dir: Path) -> None:
        """Clear the runs of an index, where that is due; raises as :func:`clear_traces` does."""
        now = self._clock()
        with self._lock:
            if now < self._next.get(index_dir, now):
                return
            self._next[index_dir] = now + _EVERY_S
        clear_traces(index_dir, self._days)
