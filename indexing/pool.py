"""Reader processes: ordered results, bounded work in flight, a crash costs one file."""

import gc
import io
import multiprocessing
import os
import resource
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
from pebble import ProcessExpired, ProcessPool

from hirec.types import HirecError
from indexing.notes import QUARANTINED
from indexing.writer import WriteError

K = TypeVar("K")
R = TypeVar("R")

_AHEAD = 8
"""Jobs in flight a worker: enough that one slow file does not stop the others."""
_FILES_A_PROCESS = 100
"""A reader is replaced after so many files, whatever its libraries leak."""
_RESTARTS = 3
_TRIES = 2
"""Of a file whose reader dies: the first death may be somebody else's doing."""
_WORN = 75
"""Exit code of a reader that holds too much memory to be fair to the next file."""
_LATE = -signal.SIGALRM
"""Exit code of a reader that took too long."""
_LOST = 0
"""Exit code of a reader whose end the pool missed: it died as its job was handed to it."""
_GRACE_S = 10.0
"""Beyond its time, until a call without an answer is one whose reader was lost."""
_HANDED_S = 0.2
"""What the pool may take to note who was handed a job."""
_WORN_SHARE = 4
"""It does where it kept a quarter of what a file may take."""
_kept_limit = 0
"""In a reader process: the memory from which on it is worn out; 0: no limit."""


@dataclass(frozen=True, slots=True)
class Job(Generic[K]):
    """One call of the pool's function; without arguments it only keeps its place in the order."""

    key: K
    arguments: tuple[Any, ...] | None


@dataclass(frozen=True, slots=True)
class Outcome(Generic[K, R]):
    """What became of a job: a value, or the reason why there is none (neither: no arguments)."""

    key: K
    value: R | None = None
    failure: str = ""
    tries: int = 1
    """Readers that were given the job."""


@dataclass(slots=True)
class _Given(Generic[K, R]):
    """A job in the readers' hands."""

    job: Job[K]
    future: Future[R] | None
    """None where there is nothing to do."""
    tries: int = 1


class ReaderPool(Generic[R]):
    """Runs a function over jobs in processes of its own; use as a context manager.

    Processes start when the first job needs one. The function and its arguments must pickle.
    """

    def __init__(
        self,
        function: Callable[..., R],
        workers: int,
        timeout_s: float,
        memory_mb: int = 0,
        preload: Sequence[str] = (),
    ) -> None:
        """Start nothing yet.

        Args:
            function: Run in the processes.
            workers: How many of them.
            timeout_s: Seconds that a call may take.
            memory_mb: What a call may add to its process's memory; 0: no limit.
            preload: Modules imported once, before processes are forked.

        """
        self._function = function
        self._workers = workers
        self._timeout_s = timeout_s
        self._memory_mb = memory_mb
        self._pool: ProcessPool | None = None
        self._answered = False
        # A server process that never runs threads is the only safe parent for forks here.
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["__main__", *preload])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def ordered(self, jobs: Iterable[Job[K]]) -> Iterator[Outcome[K, R]]:
        """Outcomes in the order of the jobs, which are drawn only as there is room for them.

        Raises:
            WriteError: from the function; the disk concerns all files, not one.
            HirecError: reader processes die before they can do anything.

        """
        source = iter(jobs)
        window: deque[_Given[K, R]] = deque()
        restarts = 0
        while True:
            while len(window) < self._workers * _AHEAD and (job := next(source, None)):
                window.append(_Given(job, self._submit(job)))
            if not window:
                return
            given = window[0]
            error = None if given.future is None else self._wait(given.future)
            if isinstance(error, BrokenProcessPool) and restarts < _RESTARTS:
                restarts += 1
                self._restart(window)
                continue
            if isinstance(error, ProcessExpired):
                if error.exitcode == _LOST:
                    self._restart(list(window)[1:])
                if self._tries_again(given, error):
                    continue
            window.popleft()
            restarts = 0
            if isinstance(error, BrokenProcessPool) and not self._answered:
                raise HirecError(
                    "Reader processes die as soon as they start; raise index.memory_mb or set it "
                    "to 0, or use fewer workers. A script that builds must do so under "
                    '`if __name__ == "__main__":`.'
                )
            self._answered = True
            if isinstance(error, WriteError):
                raise error
            yield self._outcome(given, error)

    def _tries_again(self, given: _Given[K, R], error: ProcessExpired) -> bool:
        """Give a job whose reader died to another, unless it has had its tries."""
        if error.exitcode != _WORN:
            if given.tries == _TRIES or error.exitcode == _LATE:
                return False
            given.tries += 1
        given.future = self._submit(given.job)
        return True

    def _outcome(self, given: _Given[K, R], error: BaseException | None) -> Outcome[K, R]:
        if error is not None:
            return Outcome(given.job.key, failure=self._explain(error), tries=given.tries)
        value = None if given.future is None else given.future.result()
        return Outcome(given.job.key, value, tries=given.tries)

    def _submit(self, job: Job[K]) -> Future[R] | None:
        if job.arguments is None:
            return None
        if self._pool is None:
            self._pool = ProcessPool(
                max_workers=self._workers,
                max_tasks=_FILES_A_PROCESS,
                initializer=_prepare,
                initargs=(self._memory_mb,),
                context=self._context,
            )
        elif not self._pool.active:
            broken: Future[R] = Future()
            broken.set_exception(BrokenProcessPool())
            return broken
        arguments = (self._function, self._timeout_s, *job.arguments)
        future: Future[R] = self._pool.schedule(_call, args=arguments)
        return future

    def _wait(self, future: Future[R]) -> BaseException | None:
        """The error of a finished call; a pool that broke down may leave calls unfinished.

        So does a reader that dies before the pool has noted which job it was handed: its alarm
        would have ended the call, so one that goes on beyond that has nobody left to end it.
        """
        began = 0.0
        while True:
            try:
                return future.exception(timeout=1.0)
            except TimeoutError:
                if future.done():
                    continue
                if self._pool is None or not self._pool.active:
                    return BrokenProcessPool("the pool broke down")
                began = began or (time.monotonic() if future.running() else 0.0)
                if began and time.monotonic() - began > self._timeout_s + _GRACE_S:
                    return ProcessExpired("lost", code=_LOST)  # type: ignore[no-untyped-call]

    def _restart(self, unanswered: Iterable[_Given[K, R]]) -> None:
        """Start again what had no answer when the pool broke down or lost a reader."""
        self._stop()
        for given in unanswered:
            if given.future is None:
                continue
            if not given.future.done() or isinstance(given.future.exception(), BrokenProcessPool):
                given.future = self._submit(given.job)

    def _stop(self) -> None:
        if self._pool is not None:
            self._pool.stop()  # type: ignore[no-untyped-call]
            self._pool.join()
            self._pool = None

    def _explain(self, error: BaseException) -> str:
        match error:
            case HirecError():
                return str(error)
            case MemoryError():
                return f"needs more than {self._memory_mb} MB to read; raise index.memory_mb"
            case BrokenProcessPool():
                return "the reader process crashed, each time it was tried"
            case ProcessExpired() if error.exitcode == _LATE:
                return f"took longer than {self._timeout_s:g} s to read; raise index.timeout_s"
            case ProcessExpired():
                ending = _ending(error.exitcode)
                return f"{QUARANTINED} each of the {_TRIES} times it was tried ({ending})"
            case OSError():
                return f"cannot be read: {error.strerror or error}"
            case _:
                kind = type(error).__name__
                return f"a fault of the reader, please report it: {kind}: {error}"


def _call(function: Callable[..., R], timeout_s: float, *arguments: Any) -> R:  # noqa: ANN401
    if 0 < _kept_limit < _address_space():
        # What a bomb left behind must not cost the next file, which is given to another reader.
        time.sleep(_HANDED_S)
        os._exit(_WORN)
    # The alarm ends the process wherever it hangs, also when the parent is gone; it keeps to no
    # clock that may be set, as the pool's own limit would.
    signal.setitimer(signal.ITIMER_REAL, timeout_s)
    try:
        return function(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _prepare(memory_mb: int) -> None:
    """Make a reader process ready: bound the memory it may add to what it has now."""
    # Arrow reserves a gigabyte of address space at its first use: not the first file's doing.
    pq.write_table(pa.table({"page_number": [1]}), io.BytesIO())
    # Reading makes objects by the million and hardly a circle: seldom looking is a tenth faster.
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)
    used = _address_space()
    if memory_mb and used:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        limit = used + memory_mb * 1024 * 1024
        if hard == resource.RLIM_INFINITY or limit < hard:
            resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
            global _kept_limit
            _kept_limit = used + (limit - used) // _WORN_SHARE


def _address_space() -> int:
    """Bytes of this process; 0 where the system does not say (nor keep a limit)."""
    status = Path("/proc/self/statm")
    if not status.exists():
        return 0
    return int(status.read_text().split()[0]) * resource.getpagesize()


def _ending(exit_code: int) -> str:
    if exit_code == _LOST:
        return "without an answer"
    if exit_code < 0:
        return signal.Signals(-exit_code).name
    return f"exit code {exit_code}"
