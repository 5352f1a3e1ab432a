"""Who reads the files of a build: processes of this machine, or a cluster's."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from indexing.pool import Job, Outcome, ReaderPool


class Readers(Protocol):
    """A function run over jobs, somewhere; see :class:`indexing.pool.ReaderPool`."""

    def ordered(self, jobs: Iterable[Job[Any]]) -> Iterator[Outcome[Any, Any]]:
        """Outcomes in the order of the jobs, which are drawn only as there is room for them."""
        ...


@dataclass(frozen=True, slots=True)
class Reading:
    """What readers run, and how long and large a call may get; see ``ReaderPool``."""

    function: Callable[..., Any]
    timeout_s: float
    memory_mb: int = 0
    preload: tuple[str, ...] = ()

    def pool(self, workers: int) -> ReaderPool[Any]:
        """Processes of this machine that keep to it."""
        return ReaderPool(self.function, workers, self.timeout_s, self.memory_mb, self.preload)


class Engine(Protocol):
    """Makes readers."""

    def cores(self) -> int:
        """Readers that it has room for."""
        ...

    def readers(self, reading: Reading, workers: int) -> AbstractContextManager[Readers]:
        """So many readers."""
        ...


class LocalEngine:
    """Processes of this machine."""

    def cores(self) -> int:
        """Processors of this machine."""
        return os.cpu_count() or 1

    def readers(self, reading: Reading, workers: int) -> AbstractContextManager[Readers]:
        """A pool of processes."""
        return reading.pool(workers)
