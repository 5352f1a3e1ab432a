"""Several questions at once, and one question watched while it runs."""

import contextvars
import queue
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from hirec.stages.recorder import Listener
from hirec.types import Answer, StageRecord

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(
    work: Callable[[Item], Result], items: Sequence[Item], workers: int
) -> list[Result]:
    """Do the work for each item in threads; results in the order of the items.

    Each thread counts what it spends where the caller does. An error of one item is raised once
    all are done.

    Args:
        work: Called with one item.
        items: None gives no results.
        workers: Threads at most.

    """
    if not items:
        return []
    with ThreadPoolExecutor(max_workers=max(1, min(workers, len(items)))) as pool:
        done = [pool.submit(contextvars.copy_context().run, work, item) for item in items]
    return [future.result() for future in done]


def stream_steps(ask: Callable[[Listener], Answer]) -> Iterator[StageRecord | Answer]:
    """Run a question in a thread; yield its steps as they end, then its answer or its error."""
    heard: queue.SimpleQueue[StageRecord | Future[Answer]] = queue.SimpleQueue()
    pool = ThreadPoolExecutor(max_workers=1)
    running = pool.submit(contextvars.copy_context().run, ask, heard.put)
    running.add_done_callback(heard.put)
    pool.shutdown(wait=False)
    while not isinstance(step := heard.get(), Future):
        yield step
    yield step.result()
