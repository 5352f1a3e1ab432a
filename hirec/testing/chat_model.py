"""A chat model that plays a script: for tests, and for users who test their own analysts."""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import Any, TypeVar

from pydantic import BaseModel

from hirec.llm.chat import ChatReply, ChatRequest, LlmError, Message
from hirec.llm.errors import LlmReplyError
from hirec.llm.meter import report, report_outcome
from hirec.llm.reading import UnreadableError, read_reply
from hirec.types import Usage

Shape = TypeVar("Shape", bound=BaseModel)

Line = BaseModel | dict[str, object] | str | LlmError
"""A reply as a value, as an object, as the very text of the model (good or bad), or a failure."""

Script = Callable[[ChatRequest[Any]], Line]
"""Writes the reply to a request."""


class ScriptedChatModel:
    """Replies with what it was given, held to the schema as a real reply is.

    Make it with :meth:`fixed`, :meth:`playing`, :meth:`cycling` or from a function. Each reply
    counts one call, a token for each word of the prompt and of the reply. ``requests`` holds what
    it was asked.
    """

    name = "scripted"

    def __init__(self, script: Script, streamed: Sequence[str] = ("Scripted.",)) -> None:
        self.requests: list[ChatRequest[Any]] = []
        self._script = script
        self._streamed = tuple(streamed)
        self._lock = threading.Lock()

    @classmethod
    def fixed(cls, line: Line) -> "ScriptedChatModel":
        """The same reply each time."""
        return cls(lambda _: line)

    @classmethod
    def cycling(cls, lines: Sequence[Line]) -> "ScriptedChatModel":
        """One reply after another, and from the start again."""
        turns = cycle(lines)
        return cls(lambda _: next(turns))

    @classmethod
    def playing(cls, lines: Sequence[Line]) -> "ScriptedChatModel":
        """One reply after another; asked once more, it fails by name."""
        turns = iter(lines)
        over = LlmReplyError(f"The script of {len(lines)} replies is over; give it more.")
        return cls(lambda _: next(turns, over))

    def chat(self, request: ChatRequest[Shape]) -> ChatReply[Shape]:
        """Reply with the next line; raises it where it is an error, or does not fit."""
        outcome = report_outcome(request, self._outcome(request))
        if isinstance(outcome, LlmError):
            raise outcome
        return outcome

    async def achat(self, request: ChatRequest[Shape]) -> ChatReply[Shape]:
        """As :meth:`chat`."""
        return self.chat(request)

    def chat_many(
        self, requests: Sequence[ChatRequest[Shape]]
    ) -> list[ChatReply[Shape] | LlmError]:
        """Reply to each in order."""
        return [report_outcome(request, self._outcome(request)) for request in requests]

    def stream(self, messages: Sequence[Message], max_tokens: int) -> Iterator[str]:
        """Yield the pieces given for streaming."""
        del max_tokens
        report(_usage(messages, "".join(self._streamed)))
        yield from self._streamed

    def _outcome(self, request: ChatRequest[Shape]) -> ChatReply[Shape] | LlmError:
        with self._lock:
            self.requests.append(request)
            line = self._script(request)
        if isinstance(line, LlmError):
            return line
        text = _text(line)
        usage = _usage(request.messages, text)
        try:
            return ChatReply(read_reply(text, request.schema), usage, self.name)
        except UnreadableError as error:
            return LlmReplyError(
                f"{request.task}: the scripted reply cannot be used ({error}); mend the script.",
                usage,
            )


def _text(line: BaseModel | dict[str, object] | str) -> str:
    if isinstance(line, str):
        return line
    return line.model_dump_json() if isinstance(line, BaseModel) else json.dumps(line)


def _usage(messages: Sequence[Message], reply: str) -> Usage:
    asked = sum(len(message.content.split()) for message in messages)
    return Usage(input_tokens=asked, output_tokens=len(reply.split()), calls=1)
