"""Free text handed on while it is written."""

import asyncio
import queue
import time
from collections.abc import Iterator, Sequence

from hirec.backoff import wait_s
from hirec.llm.chat import LlmError, Message
from hirec.llm.errors import (
    LlmEmptyReplyError,
    LlmTimeoutError,
    LlmTruncatedError,
    LlmUnavailableError,
    LlmUnreachableError,
    may_pass,
)
from hirec.llm.exchange import Exchange
from hirec.llm.loop import LoopThread
from hirec.llm.reading import THINK
from hirec.settings import LlmSettings
from hirec.types import Usage

_END = None


class Stream:
    """One streamed reply; ``text`` and ``usage`` are whole when it has ended."""

    def __init__(
        self,
        endpoint: Exchange,
        slots: asyncio.Semaphore,
        settings: LlmSettings,
        messages: Sequence[Message],
        max_tokens: int,
    ) -> None:
        """Take what is asked; nothing is sent yet.

        Args:
            endpoint: Takes each try.
            slots: Limits how many requests run at once.
            settings: Tries, pauses and the most tokens.
            messages: In the order of the conversation.
            max_tokens: Of the reply; never more than the settings allow.

        """
        self.text = ""
        self.usage = Usage()
        self._endpoint = endpoint
        self._slots = slots
        self._settings = settings
        self._messages = messages
        self._max_tokens = min(max_tokens, settings.max_tokens)
        self._pieces: queue.SimpleQueue[str | LlmError | None] = queue.SimpleQueue()

    def pieces(self, loop: LoopThread) -> Iterator[str]:
        """Yield the parts as they come; closing the iterator ends the request."""
        work = loop.submit(self._produce())
        try:
            while (piece := self._pieces.get()) is not _END:
                if isinstance(piece, LlmError):
                    raise piece
                yield piece
        finally:
            work.cancel()

    async def _produce(self) -> None:
        started = time.monotonic()
        limit = self._settings.deadline_s
        failure: LlmError | None = LlmUnreachableError(
            "The streamed reply was broken off: its client was closed; open a new one."
        )
        try:
            async with self._slots, asyncio.timeout(limit):
                await self._persist()
            failure = None
        except TimeoutError:
            failure = LlmTimeoutError(
                f"The streamed reply was not whole within {limit:g} s; raise llm.deadline_s."
            )
        except LlmError as error:
            failure = error
        finally:
            self.usage += Usage(seconds=time.monotonic() - started)
            if failure is not None:
                failure.usage = self.usage
            self._pieces.put(failure)

    async def _persist(self) -> None:
        """Repeat what fails before its first word; afterwards the words cannot be taken back."""
        attempt = 1
        while True:
            try:
                return await self._once()
            except LlmError as error:
                given_up = attempt >= self._settings.attempts or not may_pass(error)
                if given_up or self.text:
                    raise
                asked = error.retry_after if isinstance(error, LlmUnavailableError) else ""
                pause = wait_s(attempt, self._settings.backoff_s, asked)
                if pause > self._settings.deadline_s:
                    raise
            attempt += 1
            await asyncio.sleep(pause)

    async def _once(self) -> None:
        reason = ""
        visible = _PastThinking()
        async for piece in self._endpoint.stream(self._messages, self._max_tokens):
            reason = piece.finish_reason or reason
            self.usage += piece.usage or Usage()
            self._hand_on(visible.read(piece.text))
        self._hand_on(visible.rest())
        if reason == "length":
            raise LlmTruncatedError(
                f"The streamed reply does not fit into {self._max_tokens} tokens; allow it more."
            )
        if not self.text:
            raise LlmEmptyReplyError(
                f"The model '{self._settings.model}' streamed nothing; use another model or ask "
                "in other words."
            )

    def _hand_on(self, text: str) -> None:
        if text:
            self.text += text
            self._pieces.put(text)


class _PastThinking:
    """Holds back a leading ``<think>…</think>`` of text that comes in parts."""

    def __init__(self) -> None:
        self._held = ""
        self._passed = False

    def read(self, text: str) -> str:
        if self._passed:
            return text
        self._held = (self._held + text).lstrip()
        opening, closing = THINK
        if self._held.startswith(opening):
            thought, found, answer = self._held.partition(closing)
            self._held = answer.lstrip() if found else thought
            self._passed = bool(found)
            return self._held if found else ""
        if not self._held or opening.startswith(self._held):
            return ""
        self._passed = True
        return self._held

    def rest(self) -> str:
        """What was held back and turned out to be no thinking."""
        return "" if self._passed or self._held.startswith(THINK[0]) else self._held
