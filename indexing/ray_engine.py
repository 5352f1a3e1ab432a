"""Readers on a Ray cluster: the same function, limits and failures as in the local pool.

Each reader is an actor of one processor that holds a local pool of one process, so a file that
kills its process, hangs or eats memory costs itself alone and is named as on one machine. Actors
get a file's content and give its passages back: nodes share no disk. The driver alone writes
catalog and ledger, in the order of the files; a reading lost with its node is tried once more
elsewhere, and what it gives depends on the content alone, so repeating it is harmless.
"""

import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import ray
from ray.exceptions import RayActorError, RayTaskError

from hirec.types import HirecError
from indexing.engine import Readers, Reading
from indexing.pool import Job, Outcome
from indexing.writer import write_bytes, writing

_AHEAD = 3
"""Files in flight a reader: one at work, others already there."""
_TRIES = 3
"""Of a file whose reader goes away with its node."""
_PATIENCE_S = 60
"""How long to wait for a reader where all are lost."""


class RayEngine:
    """A cluster at an address, or one of this machine's own processors."""

    def __init__(self, address: str | None = None) -> None:
        """``address`` as ``ray.init`` takes it; None: start a cluster here.

        Raises :class:`HirecError` where there is no cluster at the address.
        """
        if not ray.is_initialized():
            try:
                ray.init(address=address, log_to_driver=False, configure_logging=False)
            except (ConnectionError, ValueError, RuntimeError) as error:
                raise HirecError(
                    f"There is no Ray cluster at {address or 'this machine'} ({error}); start one "
                    "with `ray start --head`, or leave --address out."
                ) from error

    def cores(self) -> int:
        """Processors of all nodes."""
        return int(ray.cluster_resources().get("CPU", 1))

    def readers(self, reading: Reading, workers: int) -> AbstractContextManager[Readers]:
        """Actors that keep to the limits of the local pool."""
        return _RayReaders(reading, workers)


class _RayReaders:
    """Actors that read; use as a context manager."""

    def __init__(self, reading: Reading, workers: int) -> None:
        self._reading = reading
        self._workers = workers
        self._ready: list[_Actor] = []
        self._coming: list[_Actor] = []

    def __enter__(self) -> Self:
        self._ready = [self._start() for _ in range(self._workers)]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for actor in (*self._ready, *self._coming):
            ray.kill(actor.handle)

    def ordered(self, jobs: Iterable[Job[Any]]) -> Iterator[Outcome[Any, Any]]:
        """Outcomes in the order of the jobs; a file's passages are where the job wants them.

        Raises :class:`indexing.writer.WriteError` where a disk is full, of the driver or a node.
        """
        source = iter(jobs)
        window: deque[_Assigned] = deque()
        while True:
            while len(window) < self._workers * _AHEAD and (job := next(source, None)):
                window.append(self._submit(job))
            if not window:
                return
            yield self._outcome(window.popleft())

    def _start(self) -> "_Actor":
        return _Actor(ray.remote(num_cpus=1)(_Reader).remote(self._reading))

    def _submit(self, job: Job[Any]) -> "_Assigned":
        """Give the file to the reader with the least to do; nothing where it needs none."""
        if job.arguments is None:
            return _Assigned(job, Outcome(job.key))
        path, _, *others = job.arguments
        try:
            content = path.read_bytes() if path.is_file() else None
        except OSError as error:
            return _Assigned(job, Outcome(job.key, failure=f"cannot be read: {error.strerror}"))
        if content is None:
            reason = f"{path.name} is no regular file; give the file itself."
            return _Assigned(job, Outcome(job.key, failure=reason))
        self._welcome()
        actor = min(self._ready, key=_Actor.load)
        asked = actor.handle.read.remote(path.name, content, others)
        actor.asked.append(asked)
        return _Assigned(job, asked=asked, actor=actor)

    def _welcome(self) -> None:
        """Take in the actors that have come up in the place of lost ones; wait if none is left."""
        while self._coming:
            pings = [actor.ping for actor in self._coming]
            up, _ = ray.wait(pings, timeout=0 if self._ready else _PATIENCE_S)
            if not up:
                break
            joined = [actor for actor in self._coming if actor.ping in up]
            self._ready += joined
            self._coming = [actor for actor in self._coming if actor not in joined]
        if not self._ready:
            raise HirecError(
                "The Ray cluster has no reader left; run the same command again to continue."
            )

    def _outcome(self, given: "_Assigned") -> Outcome[Any, Any]:
        """Wait for a reading; one lost with its actor is tried again on another."""
        job = given.job
        for left in reversed(range(_TRIES)):
            if given.known is not None:
                return given.known
            try:
                outcome, passages = ray.get(given.asked)
            except RayTaskError as error:
                raise error.cause from error
            except RayActorError:
                self._lose(given.actor)
                given = self._submit(job) if left else given
                continue
            if passages is not None:
                assert job.arguments is not None  # noqa: S101 - what was read was asked for
                target = job.arguments[1]
                with writing(target):
                    target.parent.mkdir(parents=True, exist_ok=True)
                    write_bytes(target, passages)
            return replace(outcome, key=job.key)
        reason = f"its reader's node went away, each of the {_TRIES} times it was tried"
        return Outcome(job.key, failure=reason)

    def _lose(self, actor: "_Actor | None") -> None:
        """Go on without an actor; another one may come up in its place."""
        if actor in self._ready:
            self._ready.remove(actor)
            started = self._start()
            started.ping = started.handle.ping.remote()
            self._coming.append(started)


@dataclass(eq=False)
class _Actor:
    """A reader on some node, and what it was asked."""

    handle: Any
    asked: list[Any] = field(default_factory=list)
    ping: Any = None
    """Comes back when it is up; only of those started later."""

    def load(self) -> int:
        """Files that it has not read yet."""
        if self.asked:
            done, _ = ray.wait(self.asked, num_returns=len(self.asked), timeout=0)
            self.asked = [one for one in self.asked if one not in done]
        return len(self.asked)


@dataclass(frozen=True, slots=True)
class _Assigned:
    """A job, and who reads for it; or its outcome, where nobody has to."""

    job: Job[Any]
    known: Outcome[Any, Any] | None = None
    asked: Any = None
    actor: _Actor | None = None


class _Reader:
    """A reader on some node."""

    def __init__(self, reading: Reading) -> None:
        self._pool = reading.pool(1)

    def ping(self) -> None:
        """Say that it is up."""

    def read(
        self, name: str, content: bytes, others: Sequence[Any]
    ) -> tuple[Outcome[None, Any], bytes | None]:
        """Read a file of this name and content; its passages, None where it failed."""
        with tempfile.TemporaryDirectory(prefix="hirec-") as scratch:
            path, passages = Path(scratch) / name, Path(scratch) / "passages.parquet"
            with writing(path):
                path.write_bytes(content)
            (outcome,) = self._pool.ordered([Job(None, (path, passages, *others))])
            return outcome, None if outcome.failure else passages.read_bytes()
