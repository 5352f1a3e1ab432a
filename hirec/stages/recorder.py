"""Writes the trace while the stages run."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hirec.cancelling import check_cancelled
from hirec.llm.meter import metered
from hirec.types import StageRecord, Trace

Listener = Callable[[StageRecord], None]
"""Called with each step when it has ended."""


class Recorder:
    """Collects the steps of one question, or of one part of it."""

    def __init__(
        self, question: str, listener: Listener | None = None, part: int | None = None
    ) -> None:
        """Begin with no step.

        Args:
            question: As it was asked.
            listener: Called with each step when it has ended.
            part: Number of the part; None: the whole question.

        """
        self._question = question
        self._listener = listener
        self._part = part
        self._steps: list[StageRecord] = []

    @contextmanager
    def step(self, stage: str, number: int = 0) -> Iterator[dict[str, Any]]:
        """Time a step and count what it spends on language models, call by call.

        What is put into the yielded dictionary becomes its detail. Steps do not nest. Raises
        :class:`~hirec.cancelling.QuestionCancelledError` where the question was given up.
        """
        check_cancelled()
        detail: dict[str, Any] = {} if self._part is None else {"part": self._part}
        started = time.perf_counter()
        with metered() as meter:
            try:
                yield detail
            finally:
                seconds = time.perf_counter() - started
                if meter.calls:
                    detail["calls"] = [call.detail() for call in meter.calls]
                self.add(StageRecord(stage, number, seconds, detail, meter.usage))

    def add(self, step: StageRecord) -> None:
        """Take in a step that has ended."""
        self._steps.append(step)
        if self._listener is not None:
            self._listener(step)

    def part(self, number: int) -> "Recorder":
        """A recorder for one part of the question, with the same listener."""
        return Recorder(self._question, self._listener, number)

    def take(self, other: "Recorder") -> None:
        """Take in the steps of a part, which its listener has heard already."""
        self._steps.extend(other._steps)

    def trace(self) -> Trace:
        """Return the trace so far."""
        return Trace(self._question, tuple(self._steps))
