"""Who reads the files of a build: processes of this machine, or a cluster's."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from indexing.pool import Job, Outcome, ReaderPool


class Readers(Protocol):
    """A function run over jobs, somewhere; see :class:`indexing.pool.ReaderPool`."""

    def ordered(self, jobs: Iterable[Job[Any]]) -> Iterator[Outcome[Any, Any]]:
        """Outcomes in the order of the jobs, which are drawn only as there is room for them."""
        ...


class Engine(Protocol):
    """Makes readers."""

    def cores(self) -> int:
        """Readers that it has room for."""
        ...

    def readers(
        self,
        function: Callable[..., Any],
        workers: int,
        timeout_s: float,
        memory_mb: int,
        preload: Sequence[str],
    ) -> AbstractContextManager[Readers]:
        """So many readers of the function; limits are those of ``ReaderPool``."""
        ...


class LocalEngine:
    """Processes of this machine."""

    def cores(self) -> int:
        """Processors of this machine."""
        return os.cpu_count() or 1

    def readers(
        self,
        function: Callable[..., Any],
        workers: int,
        timeout_s: float,
        memory_mb: int,
        preload: Sequence[str],
    ) -> AbstractContextManager[Readers]:
        """A pool of processes."""
        return ReaderPool[Any](function, workers, timeout_s, memory_mb, preload)
