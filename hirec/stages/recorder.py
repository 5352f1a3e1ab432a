"""Writes the trace while the stages run."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hirec.llm.meter import metered
from hirec.types import StageRecord, Trace


class Recorder:
    """Collects the steps of one question."""

    def __init__(self, question: str) -> None:
        self._question = question
        self._steps: list[StageRecord] = []

    @contextmanager
    def step(self, stage: str, number: int = 0) -> Iterator[dict[str, Any]]:
        """Time a step and count what it spends on language models.

        What is put into the yielded dictionary becomes its detail. Steps do not nest.
        """
        detail: dict[str, Any] = {}
        started = time.perf_counter()
        with metered() as meter:
            try:
                yield detail
            finally:
                seconds = time.perf_counter() - started
                self._steps.append(StageRecord(stage, number, seconds, detail, meter.usage))

    def trace(self) -> Trace:
        """Return the trace so far."""
        return Trace(self._question, tuple(self._steps))
