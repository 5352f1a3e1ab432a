"""Ending a question early, without handing a flag through every stage.

Whoever asks sets the flag from another thread; the question looks at it before each step and
while it waits for a language model, whose request is then given up.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from hirec.types import HirecError

_FLAG: ContextVar[threading.Event | None] = ContextVar("hirec_cancelled", default=None)


class QuestionCancelledError(HirecError):
    """Nobody waits for the answer any more."""


@contextmanager
def cancellable(flag: threading.Event) -> Iterator[None]:
    """What is asked within ends with :class:`QuestionCancelledError` once the flag is set."""
    token = _FLAG.set(flag)
    try:
        yield
    finally:
        _FLAG.reset(token)


def check_cancelled() -> None:
    """Raises :class:`QuestionCancelledError` where the question around was given up."""
    flag = _FLAG.get()
    if flag is not None and flag.is_set():
        raise QuestionCancelledError("The question was given up before its answer was there.")
