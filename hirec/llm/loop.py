"""An event loop in a thread of its own, shared by callers that block and callers that await."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future, wait
from typing import Any, TypeVar

from hirec.cancelling import check_cancelled

R = TypeVar("R")
_LOOK_S = 0.1
"""Between two looks whether the question was given up."""


class LoopThread:
    """Runs coroutines in one daemon thread; a child process made by fork needs a new one."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="hirec-llm", daemon=True)
        self._thread.start()

    def submit(self, work: Coroutine[Any, Any, R]) -> Future[R]:
        """Start it; cancelling the future cancels the work."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def call(self, work: Coroutine[Any, Any, R]) -> R:
        """Wait for it; an interrupted wait (Ctrl-C), or a question given up, cancels the work."""
        future = self.submit(work)
        try:
            while not future.done():
                wait([future], _LOOK_S)
                check_cancelled()
            return future.result()
        finally:
            future.cancel()

    def close(self) -> None:
        """Cancel what is under way and end the thread."""
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(_cancel_others(), self.loop).result()
            self.loop.call_soon_threadsafe(self.loop.stop)
            self._thread.join()
        if not self.loop.is_closed() and not self.loop.is_running():
            self.loop.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_default_executor()
