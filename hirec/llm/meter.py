"""Counts what is spent on language models while something is done, without handing it through."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass

from hirec.llm.chat import ChatReply, ChatRequest, LlmError, Shape
from hirec.llm.errors import Failure
from hirec.types import Usage


@dataclass(frozen=True, slots=True)
class Call:
    """A reply to one request, with all that it took to get it."""

    task: str
    version: str
    usage: Usage
    """As the server counted it; of a reply out of the cache, when it was first asked for."""
    cached: bool = False
    key: str = ""
    """Hash of the request; empty where none was made."""
    failure: Failure | None = None
    """What it failed by."""

    def detail(self) -> dict[str, object]:
        """As the trace holds it."""
        usage = self.usage
        failed = {"failure": asdict(self.failure)} if self.failure else {}
        return {
            "task": self.task,
            "version": self.version,
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
            "prefix_tokens": usage.prefix_tokens,
            "replies": usage.calls,
            "seconds": round(usage.seconds, 3),
            "cached": self.cached,
            "key": self.key,
            **failed,
        }


class Meter:
    """The sum of what was spent, and each call; threads may add at once."""

    def __init__(self, outer: "Meter | None" = None) -> None:
        self._outer = outer
        self._lock = threading.Lock()
        self._usage = Usage()
        self._calls: list[Call] = []

    @property
    def usage(self) -> Usage:
        """Spent up to now."""
        with self._lock:
            return self._usage

    @property
    def calls(self) -> tuple[Call, ...]:
        """In the order in which they ended."""
        with self._lock:
            return tuple(self._calls)

    def add(self, usage: Usage, call: Call | None = None) -> None:
        """Count usage here and in the meters around this one."""
        with self._lock:
            self._usage += usage
            if call is not None:
                self._calls.append(call)
        if self._outer is not None:
            self._outer.add(usage, call)


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


def report(usage: Usage, call: Call | None = None) -> None:
    """Add to the innermost meter; every :class:`ChatModel` calls this for all it spends."""
    meter = _CURRENT.get()
    if meter is not None:
        meter.add(usage, call)


def report_outcome(
    request: ChatRequest[Shape], outcome: ChatReply[Shape] | LlmError
) -> ChatReply[Shape] | LlmError:
    """Add what a request cost, whether or not it came to a reply; returns the outcome."""
    first = outcome.first_usage
    failure = Failure.of(outcome) if isinstance(outcome, LlmError) else None
    call = Call(
        request.task,
        request.version,
        first or outcome.usage,
        cached=first is not None,
        key=outcome.key,
        failure=failure,
    )
    report(outcome.usage, call)
    return outcome
