"""A model in this process: loaded once, asked in a thread, one request at a time."""

import asyncio
import functools
import os
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Protocol

from hirec.llm.chat import Message
from hirec.llm.client import LlmClient
from hirec.llm.endpoint import Endpoint
from hirec.llm.errors import LlmRefusedError
from hirec.llm.exchange import Completion, Piece
from hirec.llm.grammar import compact_grammar
from hirec.llm.models import find_model
from hirec.llm.offline import offline_client
from hirec.settings import Engine, LlmSettings, Settings

_TURN = threading.Lock()
"""Held while a model is loaded or replies: two at once would only share the processor."""


class LocalModel(Protocol):
    """A model that was loaded; raises :class:`hirec.llm.chat.LlmError`."""

    def reply(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        grammar: str,
        stopped: Callable[[], bool],
    ) -> Completion:
        """Reply within a grammar, or freely.

        Args:
            messages: In the order of the conversation.
            max_tokens: Of the reply.
            grammar: Empty: none.
            stopped: Asked while it writes; true ends the reply early.

        """
        ...


def open_client(settings: Settings) -> LlmClient:
    """The client of the settings' language model.

    Raises :class:`LlmNotSetError` where there is none, or where an engine or the file of its model
    is missing. A model in this process is loaded with the first question.
    """
    llm = settings.llm
    if llm.engine is Engine.SERVER:
        return LlmClient(llm)
    if llm.engine is Engine.VLLM:
        return offline_client(settings)
    file = find_model(llm.file)
    name = llm.model or file.stem
    here = {"base_url": f"{llm.engine}:{file.name}", "model": name, "concurrency": 1}
    chosen = llm.model_copy(update=here)
    if llm.engine is Engine.LLAMACPP:
        return LlmClient(chosen, lambda asked: ServedHere(str(file), asked))
    return LlmClient(chosen, lambda asked: LocalExchange(str(file), asked))


class LocalExchange:
    """OpenVINO in this process, asked in a thread; a request that is given up ends the reply."""

    def __init__(self, file: str, settings: LlmSettings) -> None:
        self._file = file
        self._settings = settings

    async def complete(
        self, messages: Sequence[Message], max_tokens: int, name: str, schema: Mapping[str, Any]
    ) -> Completion:
        """Ask for compact JSON of a schema."""
        del name
        return await self._asked(messages, max_tokens, compact_grammar(schema))

    async def stream(self, messages: Sequence[Message], max_tokens: int) -> AsyncIterator[Piece]:
        """Ask for free text, which comes in one piece."""
        reply = await self._asked(messages, max_tokens, "")
        yield Piece(reply.text, reply.finish_reason, reply.usage)

    async def close(self) -> None:
        """Keep the model: the next client of this process asks it too."""

    async def _asked(
        self, messages: Sequence[Message], max_tokens: int, grammar: str
    ) -> Completion:
        if any(message.images for message in messages):
            raise LlmRefusedError("The engine takes no pictures; use a vision model on a server.")
        stop = threading.Event()

        def ask() -> Completion:
            with _TURN:
                model = _openvino(self._file, self._settings.threads, os.getpid())
                return model.reply(messages, max_tokens, grammar, stop.is_set)

        try:
            return await asyncio.to_thread(ask)
        except asyncio.CancelledError:
            stop.set()
            raise


class ServedHere:
    """llama.cpp's server inside this process, on a free port of the loopback device."""

    def __init__(self, file: str, settings: LlmSettings) -> None:
        self._file = file
        self._settings = settings
        self._endpoint: Endpoint | None = None

    async def complete(
        self, messages: Sequence[Message], max_tokens: int, name: str, schema: Mapping[str, Any]
    ) -> Completion:
        """Ask for JSON of a schema."""
        endpoint = await self._opened()
        return await endpoint.complete(messages, max_tokens, name, schema)

    async def stream(self, messages: Sequence[Message], max_tokens: int) -> AsyncIterator[Piece]:
        """Ask for free text and hand it on as it comes."""
        endpoint = await self._opened()
        async for piece in endpoint.stream(messages, max_tokens):
            yield piece

    async def close(self) -> None:
        """Close the connections and keep the model."""
        if self._endpoint is not None:
            await self._endpoint.close()

    async def _opened(self) -> Endpoint:
        if self._endpoint is None:
            threads = self._settings.threads
            url = await asyncio.to_thread(_llamacpp, self._file, threads, os.getpid())
            here = self._settings.model_copy(update={"base_url": url})
            self._endpoint = Endpoint(here, _by_grammar)
        return self._endpoint


def _by_grammar(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """As llama.cpp takes it: by a schema it would let the model indent its JSON."""
    del name
    return {"grammar": compact_grammar(schema)}


@functools.cache
def _openvino(file: str, threads: int, process: int) -> LocalModel:
    """The model, loaded once a process: what a fork inherits has lost its threads."""
    del process
    from hirec.llm.openvino_model import OpenVinoModel

    return OpenVinoModel(file, threads)


@functools.cache
def _llamacpp(file: str, threads: int, process: int) -> str:
    """Base URL of llama.cpp's server with the model, started once a process."""
    del process
    from hirec.llm.llamacpp_server import start

    return start(file, threads)
