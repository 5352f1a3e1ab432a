"""Questions that run: in a bounded pool, watched while they do, ended when nobody waits."""

import asyncio
import contextlib
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from fastapi import Request

from hirec.cancelling import QuestionCancelledError, cancellable, check_cancelled
from hirec.stages.recorder import Listener
from hirec.types import StageRecord
from serving.http.errors import BusyError

Stored = Mapping[str, Any]
"""An answer as it was stored."""
_LONGEST_S = 60
"""Nobody is sent away for longer, since many of those before may never come back."""
_SMOOTH = 0.1
"""Weight of the newest question in the mean time of one."""


class Running:
    """A question that was taken; use it as a context manager: on leaving, it is given up."""

    def __init__(self, flag: threading.Event, ahead: int) -> None:
        self._flag = flag
        self.ahead = ahead
        """Questions that have to end before it begins, when it was taken."""
        self._loop = asyncio.get_running_loop()
        self._steps: asyncio.Queue[StageRecord | None] = asyncio.Queue()

    def begin(self, future: "Future[Stored]") -> None:
        """Take over the work that will end in the answer."""
        self._future = future

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *error: object) -> None:
        """Give it up; one that has ended does not notice, one that waits gives way in its turn."""
        self._flag.set()

    def hear(self, step: StageRecord | None) -> None:
        """Take a step, or None after the last; called in any thread."""
        with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
            self._loop.call_soon_threadsafe(self._steps.put_nowait, step)

    async def next_step(self, patience_s: float) -> StageRecord | None:
        """The next step, or None after the last; raises TimeoutError after some waiting."""
        return await asyncio.wait_for(self._steps.get(), patience_s)

    async def answer(self) -> Stored:
        """The stored answer; raises what the question failed by."""
        return await asyncio.wrap_future(self._future)


class Questions:
    """A pool that takes so many questions at once and lets others wait in the order they came.

    One that would wait for longer than ``longest_wait_s`` is refused: a bound on the time, as a
    number of places would be long where questions are slow and needlessly short where they are
    not.
    """

    def __init__(self, workers: int, longest_wait_s: float) -> None:
        self.workers = workers
        self.longest_wait_s = longest_wait_s
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="hirec-question")
        self._lock = threading.Lock()
        self._flags: set[threading.Event] = set()
        self._mean_s = 1.0
        self._sent_away: deque[float] = deque()
        """When those who were refused, and are not due yet, were told to ask again."""
        self.closed = False

    @property
    def taken(self) -> int:
        """Questions that run or wait."""
        return len(self._flags)

    def take(self, ask: Callable[[Listener], Stored]) -> Running:
        """Start a question, or let it wait; raises :class:`BusyError` if it would for too long."""
        flag = threading.Event()
        with self._lock:
            ahead = max(0, len(self._flags) - self.workers + 1)
            wait_s = self._mean_s * ahead / self.workers
            if self.closed or wait_s > self.longest_wait_s:
                raise self._busy(wait_s)
            self._flags.add(flag)
        running = Running(flag, ahead)
        running.begin(self._pool.submit(self._run, ask, running, flag))
        return running

    def close(self) -> None:
        """Refuse new questions, give up those under way and wait for their threads."""
        with self._lock:
            self.closed = True
            for flag in self._flags:
                flag.set()
        self._pool.shutdown(wait=True)

    def _run(
        self, ask: Callable[[Listener], Stored], running: Running, flag: threading.Event
    ) -> Stored:
        begun = time.monotonic()
        try:
            with cancellable(flag):
                check_cancelled()
                return ask(running.hear)
        finally:
            with self._lock:
                self._flags.discard(flag)
                if not flag.is_set():  # one that was given up tells nothing of how long one takes
                    self._mean_s += _SMOOTH * (time.monotonic() - begun - self._mean_s)
            running.hear(None)

    def _busy(self, wait_s: float) -> BusyError:
        """Who is refused comes after all who were refused before, so that nobody waits for good."""
        now = time.monotonic()
        while self._sent_away and self._sent_away[0] <= now:
            self._sent_away.popleft()
        before_s = self._mean_s * len(self._sent_away) / self.workers
        late_s = wait_s - self.longest_wait_s + before_s
        seconds = min(_LONGEST_S, max(1, math.ceil(late_s)))
        self._sent_away.append(now + seconds)
        return BusyError(
            f"{len(self._flags)} questions run or wait, which would take about {wait_s:.0f} s; "
            f"ask again in about {seconds} s.",
            seconds,
        )


async def answer_unless_disconnected(request: Request, running: Running) -> Stored:
    """The answer; a client that leaves before ends its question (QuestionCancelledError)."""
    with running:
        answer = asyncio.ensure_future(running.answer())
        leaving = asyncio.ensure_future(_left(request))
        try:
            await asyncio.wait({answer, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
            raise QuestionCancelledError("The client left before the answer was there.")
        finally:
            answer.cancel()
            leaving.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
