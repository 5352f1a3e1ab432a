"""Taking one request to a reply of its shape: repeated, raised once, asked again once."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from hirec.backoff import wait_s
from hirec.llm.chat import LlmError, Message
from hirec.llm.errors import (
    LlmDeclinedError,
    LlmEmptyReplyError,
    LlmReplyError,
    LlmTimeoutError,
    LlmTruncatedError,
    LlmUnavailableError,
    may_pass,
)
from hirec.llm.exchange import Completion, Exchange
from hirec.llm.reading import UnreadableError, read_reply, without_thinking
from hirec.settings import LlmSettings
from hirec.types import Usage

Shape = TypeVar("Shape", bound=BaseModel)

_SHOWN_AGAIN = 2000


@dataclass(frozen=True)
class Outcome(Generic[Shape]):
    """A reply that met its shape, and all that was spent on the way to it."""

    value: Shape
    text: str
    model: str
    usage: Usage


class Conversation(Generic[Shape]):
    """One request on its way; whatever it raises carries what was spent until then."""

    def __init__(
        self,
        endpoint: Exchange,
        settings: LlmSettings,
        task: str,
        shape: type[Shape],
        schema: dict[str, Any],
    ) -> None:
        """Take how the model is reached and what is wanted of it.

        Args:
            endpoint: Takes each try.
            settings: Tries, pauses, ``deadline_s`` and the most tokens.
            task: Name of the request in messages.
            shape: What the reply is validated as.
            schema: JSON Schema of the shape, as servers take it.

        """
        self._endpoint = endpoint
        self._settings = settings
        self._task = task
        self._shape = shape
        self._schema = schema
        self._spent = Usage()
        self._ends = 0.0

    async def ask(
        self, messages: Sequence[Message], max_tokens: int, *, again: bool = True
    ) -> Outcome[Shape]:
        """Ask until there is a readable reply, within ``deadline_s``.

        Raises :class:`LlmError`.

        Args:
            messages: Of the first request.
            max_tokens: Of the reply; raised once where it was cut off.
            again: Allows to ask once more, showing what was wrong with the first reply.

        """
        started = time.monotonic()
        limit = self._settings.deadline_s
        self._ends = started + limit
        try:
            async with asyncio.timeout(limit):
                outcome = await self._ask(messages, max_tokens, again=again)
        except TimeoutError as error:
            self._count_time(started)
            raise LlmTimeoutError(
                f"{self._task}: no readable reply within {limit:g} s; raise llm.deadline_s or ask "
                "for less.",
                self._spent,
            ) from error
        except LlmError as error:
            self._count_time(started)
            error.usage = self._spent
            raise
        self._count_time(started)
        return Outcome(outcome.value, outcome.text, outcome.model, self._spent)

    async def _ask(
        self, messages: Sequence[Message], max_tokens: int, *, again: bool
    ) -> Outcome[Shape]:
        reply = await self._whole(messages, max_tokens)
        try:
            return self._read(reply)
        except UnreadableError as error:
            if not again:
                raise self._unreadable(reply, error) from error
            complaint = str(error)
        shown = without_thinking(reply.text)[:_SHOWN_AGAIN] or "(nothing)"
        repeated = (
            *messages,
            Message("assistant", shown),
            Message(
                "user",
                f"This reply cannot be used: {complaint} Reply again, with nothing but the JSON "
                "that was asked for.",
            ),
        )
        reply = await self._whole(repeated, max_tokens)
        try:
            return self._read(reply)
        except UnreadableError as error:
            raise self._unreadable(reply, error) from error

    async def _whole(self, messages: Sequence[Message], max_tokens: int) -> Completion:
        """A reply that did not run into the limit of tokens, which is raised once."""
        limit = min(max_tokens, self._settings.max_tokens)
        raised = min(2 * max_tokens, self._settings.max_tokens)
        reply = await self._sent(messages, limit)
        if reply.finish_reason == "length" and raised > limit:
            limit = raised
            reply = await self._sent(messages, limit)
        if reply.finish_reason == "length":
            raise LlmTruncatedError(
                f"{self._task}: the reply does not fit into {limit} tokens; raise llm.max_tokens, "
                "or keep the model from thinking at length.",
                text=reply.text,
                model=reply.model,
            )
        if reply.refusal or reply.finish_reason == "content_filter":
            note = " ".join(reply.refusal.split())[:300] or "its content filter"
            raise LlmDeclinedError(
                f"{self._task}: the model '{reply.model}' declined ({note}); ask in other words or "
                "use another model.",
                text=reply.refusal or reply.text,
                model=reply.model,
            )
        return reply

    async def _sent(self, messages: Sequence[Message], max_tokens: int) -> Completion:
        """One completion, after as many tries as the settings allow."""
        attempt = 1
        while True:
            try:
                reply = await self._tried(messages, max_tokens)
            except LlmError as error:
                if attempt >= self._settings.attempts or not may_pass(error):
                    raise
                asked = error.retry_after if isinstance(error, LlmUnavailableError) else ""
                pause = wait_s(attempt, self._settings.backoff_s, asked)
                if time.monotonic() + pause >= self._ends:
                    raise
            else:
                self._spent += reply.usage
                return reply
            attempt += 1
            await asyncio.sleep(pause)

    async def _tried(self, messages: Sequence[Message], max_tokens: int) -> Completion:
        """One exchange; the HTTP client limits silence only, so a trickle is limited here."""
        limit = self._settings.timeout_s
        try:
            async with asyncio.timeout(limit):
                return await self._endpoint.complete(messages, max_tokens, self._task, self._schema)
        except TimeoutError as error:
            raise LlmTimeoutError(
                f"{self._task}: no whole reply within {limit:g} s; raise llm.timeout_s or lower "
                "llm.concurrency."
            ) from error

    def _read(self, reply: Completion) -> Outcome[Shape]:
        text = without_thinking(reply.text)
        if not text:
            raise UnreadableError("It is empty.")
        return Outcome(read_reply(text, self._shape), text, reply.model, self._spent)

    def _unreadable(self, reply: Completion, error: UnreadableError) -> LlmReplyError:
        kind = LlmReplyError if without_thinking(reply.text) else LlmEmptyReplyError
        return kind(
            f"{self._task}: the reply of '{reply.model}' cannot be used ({error}); use a model or "
            "a server that keeps to JSON Schemas.",
            text=reply.text,
            model=reply.model,
        )

    def _count_time(self, started: float) -> None:
        self._spent += Usage(seconds=time.monotonic() - started)
