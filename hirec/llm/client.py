"""Asking a language model over HTTP: the one client of the project."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

from pydantic import BaseModel

from hirec.llm.cache import CachedReply, ReplyCache, cache_key
from hirec.llm.canary import canary_key, check_canary
from hirec.llm.chat import ChatReply, ChatRequest, LlmError, Message
from hirec.llm.conversation import Conversation
from hirec.llm.endpoint import Endpoint
from hirec.llm.errors import Failure, LlmNotSetError, LlmReplayError, LlmUnusableError
from hirec.llm.exchange import Exchange
from hirec.llm.loop import LoopThread
from hirec.llm.meter import report, report_outcome
from hirec.llm.reading import UnreadableError, read_reply
from hirec.llm.schema import strict_schema
from hirec.llm.streaming import Stream
from hirec.settings import Engine, LlmSettings
from hirec.types import Usage

Shape = TypeVar("Shape", bound=BaseModel)


_HOLD = frozenset({Engine.OPENVINO, Engine.LLAMACPP})
"""Engines in this process are held to grammars by us: there is nothing to find out."""


class LlmClient:
    """A :class:`ChatModel` behind an OpenAI-compatible server (vLLM, Ollama, llama.cpp, hosted).

    All requests run in one event loop in a thread of its own, at most ``concurrency`` at once.
    Before the first of them a canary makes sure that the server keeps to JSON Schemas. Close it, or
    use it as a context manager.
    """

    def __init__(
        self, settings: LlmSettings, reach: Callable[[LlmSettings], Exchange] = Endpoint
    ) -> None:
        """Connects to nothing yet; raises LlmNotSetError without base_url, LlmCacheError.

        ``reach`` makes what carries requests and replies, anew in each process.
        """
        if not settings.base_url:
            raise LlmNotSetError(
                "No language model is set; put llm.base_url and llm.model into the settings, or "
                "start from laptop.yaml, vllm.yaml, ollama.yaml, llamacpp.yaml or hosted.yaml in "
                "configs/."
            )
        self.name = settings.model
        self._settings = settings
        self._reach = reach
        self._cache = ReplyCache(settings.cache) if settings.cache else None
        self._lock = threading.Lock()
        self._running: _Running | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def chat(self, request: ChatRequest[Shape]) -> ChatReply[Shape]:
        """Ask once; raises :class:`LlmError`."""
        return _delivered(request, self._run().loop.call(self._outcome(request)))

    async def achat(self, request: ChatRequest[Shape]) -> ChatReply[Shape]:
        """Ask once without blocking; cancelling the task cancels the request."""
        running = self._run()
        work = running.loop.submit(self._outcome(request))
        return _delivered(request, await asyncio.wrap_future(work))

    def chat_many(
        self, requests: Sequence[ChatRequest[Shape]]
    ) -> list[ChatReply[Shape] | LlmError]:
        """Ask several at once; replies in the order of the requests, failures in their place."""

        async def all_at_once() -> list[ChatReply[Shape] | LlmError]:
            return await asyncio.gather(*map(self._outcome, requests))

        outcomes = self._run().loop.call(all_at_once())
        return [report_outcome(*pair) for pair in zip(requests, outcomes, strict=True)]

    def stream(self, messages: Sequence[Message], max_tokens: int) -> Iterator[str]:
        """Yield a reply in free text as it is written; a cached one comes in one piece.

        Raises :class:`LlmError`, after part of the text where the failure comes late. Closing the
        iterator ends the request.
        """
        key = cache_key(self._settings, messages, max_tokens)
        kept = self._cached(key, "stream")
        if kept is not None:
            report(Usage(cached_calls=1))
            yield kept.text
            return
        running = self._run()
        stream = Stream(running.endpoint, running.slots, self._settings, messages, max_tokens)
        try:
            yield from stream.pieces(running.loop)
        finally:
            report(stream.usage)
        if self._cache is not None:
            reply = CachedReply(stream.text, self.name, stream.usage, stream.usage.seconds)
            self._cache.put(key, reply, "stream")

    def check(self) -> None:
        """Find out now whether the server is there and keeps to JSON Schemas.

        Raises :class:`LlmError`; in replay mode nothing is asked.
        """
        if self._settings.mode == "live":
            report(self._run().loop.call(self._checked(again=True)))

    def close(self) -> None:
        """End what is under way and close the connections; the next call opens new ones."""
        with self._lock:
            running, self._running = self._running, None
        if running is not None and running.pid == os.getpid():
            running.loop.call(running.endpoint.close())
            running.loop.close()
        if self._cache is not None:
            self._cache.close()

    async def _outcome(self, request: ChatRequest[Shape]) -> ChatReply[Shape] | LlmError:
        """The reply, or the failure as a value: one failure ends none of the others."""
        try:
            return await self._reply(request)
        except LlmError as error:
            return error

    async def _reply(self, request: ChatRequest[Shape]) -> ChatReply[Shape]:
        settings = self._settings
        schema = strict_schema(request.schema, lengths=settings.schema_lengths)
        key = cache_key(settings, request.messages, request.max_tokens, request.version, schema)
        try:
            cached = await asyncio.to_thread(self._replayed, key, request)
            return cached or await self._asked(request, schema, key)
        except LlmError as error:
            error.key = key
            raise

    async def _asked(
        self, request: ChatRequest[Shape], schema: dict[str, Any], key: str
    ) -> ChatReply[Shape]:
        """What the server replies, kept; a reply that cannot be used is kept and raised."""
        running = self._run()
        first = await self._checked()
        async with running.slots:
            conversation = Conversation(
                running.endpoint, self._settings, request.task, request.schema, schema
            )
            try:
                outcome = await conversation.ask(request.messages, request.max_tokens)
            except LlmUnusableError as error:
                spent, failure = error.usage, Failure.of(error)
                unusable = CachedReply(error.text, error.model, spent, spent.seconds, failure)
                await self._keep(key, unusable, request)
                error.usage += first
                raise
            except LlmError as error:
                error.usage += first
                raise
        seconds = outcome.usage.seconds
        kept = CachedReply(outcome.text, outcome.model, outcome.usage, seconds)
        await self._keep(key, kept, request)
        usage = outcome.usage + first
        return ChatReply(outcome.value, usage, outcome.model, seconds, key=key)

    async def _keep(self, key: str, reply: CachedReply, request: ChatRequest[Shape]) -> None:
        if self._cache is not None:
            await asyncio.to_thread(self._cache.put, key, reply, request.task, request.version)

    def _replayed(self, key: str, request: ChatRequest[Shape]) -> ChatReply[Shape] | None:
        """The reply out of the cache; one that a changed shape no longer takes is none.

        Raises what the request failed by where that is kept.
        """
        kept = self._cached(key, f"{request.task} (version {request.version})")
        if kept is None:
            return None
        if kept.failure is not None:
            error = kept.failure.error()
            error.usage, error.first_usage = Usage(cached_calls=1), kept.usage
            raise error
        try:
            value = read_reply(kept.text, request.schema)
        except UnreadableError as error:
            if self._settings.mode == "replay":
                raise LlmReplayError(
                    f"{request.task}: the reply in {self._settings.cache} does not fit the shape "
                    f"any more ({error}); set llm.mode to live to ask anew."
                ) from error
            return None
        spent = Usage(cached_calls=1)
        return ChatReply(value, spent, kept.model, cached=True, first_usage=kept.usage, key=key)

    def _cached(self, key: str, what: str) -> CachedReply | None:
        kept = self._cache.get(key) if self._cache is not None else None
        if kept is None and self._settings.mode == "replay":
            raise LlmReplayError(
                f"{what}: no reply to this request in {self._settings.cache}, and llm.mode is "
                "replay; set it to live, or use the settings and prompts of the recorded run."
            )
        return kept

    async def _checked(self, *, again: bool = False) -> Usage:
        """Ask for the canary once a server and model; all who come meanwhile share the outcome.

        Returns what it cost: the first to come pays. ``again`` asks even where that is known.
        """
        running = self._run()
        held = self._settings.engine in _HOLD
        if not again and (held or running.sang or await asyncio.to_thread(self._remembered)):
            running.sang = True
            return Usage()
        pays = running.canary is None or running.canary.done()
        if running.canary is None or running.canary.done():
            running.canary = asyncio.ensure_future(check_canary(running.endpoint, self._settings))
        try:
            usage = await asyncio.shield(running.canary)
        except LlmError as error:
            shared = copy(error)
            shared.usage = error.usage if pays else Usage()
            raise shared from error
        running.sang = True
        if pays and self._cache is not None:
            kept = CachedReply("", self.name, usage, usage.seconds)
            await asyncio.to_thread(self._cache.put, canary_key(self._settings), kept, "canary")
        return usage if pays else Usage()

    def _remembered(self) -> bool:
        """Whether the cache knows that the canary has sung for this server and model."""
        return self._cache is not None and self._cache.get(canary_key(self._settings)) is not None

    def _run(self) -> "_Running":
        """Loop, connections and slots of this process: after a fork they are made anew."""
        with self._lock:
            if self._running is None or self._running.pid != os.getpid():
                self._running = _Running.start(self._settings, self._reach)
            return self._running


@dataclass
class _Running:
    """What lives as long as the loop does."""

    pid: int
    loop: LoopThread
    endpoint: Exchange
    slots: asyncio.Semaphore
    canary: asyncio.Future[Usage] | None = None
    sang: bool = False

    @classmethod
    def start(cls, settings: LlmSettings, reach: Callable[[LlmSettings], Exchange]) -> "_Running":
        endpoint = reach(settings)
        slots = asyncio.Semaphore(settings.concurrency)
        return cls(os.getpid(), LoopThread(), endpoint, slots)


def _delivered(
    request: ChatRequest[Shape], outcome: ChatReply[Shape] | LlmError
) -> ChatReply[Shape]:
    report_outcome(request, outcome)
    if isinstance(outcome, LlmError):
        raise outcome
    return outcome
