"""Counts what is spent on language models while something is done, without handing it through."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from hirec.types import Usage


class Meter:
    """The sum of what was spent; threads may add at once."""

    def __init__(self, outer: "Meter | None" = None) -> None:
        self._outer = outer
        self._lock = threading.Lock()
        self._usage = Usage()

    @property
    def usage(self) -> Usage:
        """Spent up to now."""
        with self._lock:
            return self._usage

    def add(self, usage: Usage) -> None:
        """Count usage here and in the meters around this one."""
        with self._lock:
            self._usage += usage
        if self._outer is not None:
            self._outer.add(usage)


_CURRENT: ContextVar[Meter | None] = ContextVar("hirec_llm_meter", default=None)


@contextmanager
def metered() -> Iterator[Meter]:
    """Count what is spent inside; meters nest, and the outer one counts it too.

    A thread started inside sees the meter only where it runs in a copy of the context
    (``contextvars.copy_context().run``, as ``asyncio.to_thread`` does).
    """
    meter = Meter(_CURRENT.get())
    token = _CURRENT.set(meter)
    try:
        yield meter
    finally:
        _CURRENT.reset(token)


def report(usage: Usage) -> None:
    """Add to the innermost meter; every :class:`ChatModel` calls this for all it spends."""
    meter = _CURRENT.get()
    if meter is not None:
        meter.add(usage)
