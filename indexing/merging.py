"""Merging shards: their readings stand in for readers, who read only what has to be read again."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from hirec.index.object_store import StoreError
from indexing.engine import Engine, Readers, Reading
from indexing.pool import Job, Outcome
from indexing.rows import Input, Task
from indexing.shards import Shards
from indexing.sources import FileSources

_NOT_HERE = (
    "other filings, or corrections, tell something about it, so it has to be read again, and it is "
    "not here as its shard read it; put it back, then run hirec index with its path and "
    "--retry-failed"
)


class MergingEngine:
    """Readings of shards, and readers for the files that have to be read again."""

    def __init__(self, shards: Shards, readers: Engine) -> None:
        """``readers`` read again what the shards read with something else."""
        self._shards = shards
        self._engine = readers

    def cores(self) -> int:
        """Of the readers."""
        return self._engine.cores()

    def readers(self, reading: Reading, workers: int) -> AbstractContextManager[Readers]:
        """Readers that ask the shards first."""
        return _merging(self._shards, self._engine.readers(reading, workers))


@contextmanager
def _merging(shards: Shards, inner: AbstractContextManager[Readers]) -> Iterator[Readers]:
    with inner as readers:
        yield _MergingReaders(shards, readers)


class _MergingReaders:
    """Gives readers only what the shards do not know."""

    def __init__(self, shards: Shards, readers: Readers) -> None:
        self._shards = shards
        self._readers = readers
        self._files = FileSources()
        self._known: dict[Any, Outcome[Any, Any]] = {}

    def ordered(self, jobs: Iterable[Job[Any]]) -> Iterator[Outcome[Any, Any]]:
        """Outcomes in the order of the jobs."""
        for outcome in self._readers.ordered(map(self._asked, jobs)):
            yield self._known.pop(outcome.key, outcome)

    def _asked(self, job: Job[Any]) -> Job[Any]:
        """The job for the readers, who keep its place where the shards know."""
        if job.arguments is None:
            return job
        task: Task = job.key
        known = self._shards.outcome(task)
        if known is not None:
            self._known[job.key] = known
            return Job(job.key, None)
        again = self._again(task)
        if again is None:
            self._known[job.key] = Outcome(job.key, failure=_NOT_HERE)
            return Job(job.key, None)
        return Job(job.key, (again, *job.arguments[1:]))

    def _again(self, task: Task) -> Path | None:
        """Where a file can be read again; None: it is not here, or not what the shard read."""
        expected = Input(task.file.path, 0, 0)
        try:
            (fetched,) = self._files.fetched([(expected, task.folder)])
        except StoreError:
            return None
        return fetched.at if fetched.file.sha256 == task.file.sha256 else None
