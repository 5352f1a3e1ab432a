"""What is asked of a language model and what comes back, whoever serves it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel

from hirec.types import HirecError, Usage

Shape = TypeVar("Shape", bound=BaseModel)


class LlmError(HirecError):
    """A model could not be asked or did not reply as asked; ``usage`` is what was spent on it."""

    def __init__(self, message: str, usage: Usage | None = None) -> None:
        super().__init__(message)
        self.usage = usage or Usage()
        self.first_usage: Usage | None = None
        """Of a reply out of the cache that cannot be used: what it cost when it was asked for."""
        self.key = ""
        """Hash of the request; empty where none was made."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str
    images: tuple[bytes, ...] = ()
    """PNG pictures shown after the text, for vision models."""


@dataclass(frozen=True)
class ChatRequest(Generic[Shape]):
    """One task put to a model; what never changes comes first, so that servers can cache it."""

    task: str
    """Name of the prompt, for the trace."""
    version: str
    """Version of the prompt, for the trace and the cache."""
    messages: tuple[Message, ...]
    schema: type[Shape]
    """The reply is JSON of this shape."""
    max_tokens: int = 512


@dataclass(frozen=True)
class ChatReply(Generic[Shape]):
    """A reply that met its schema."""

    value: Shape
    usage: Usage
    """Spent now; a reply out of the cache costs nothing but counts in ``cached_calls``."""
    model: str
    """As the server names itself."""
    seconds: float = 0.0
    cached: bool = False
    first_usage: Usage | None = None
    """Of a cached reply: what it cost when the server was asked."""
    key: str = ""
    """Hash of the request, under which the cache keeps the reply."""


class ChatModel(Protocol):
    """Anyone who can be asked; raises :class:`LlmError` and nothing else of its own.

    Whatever is spent, failures too, goes to the meters open around the call
    (:func:`hirec.llm.meter.metered`); methods may be called from any thread.
    """

    name: str

    def chat(self, request: ChatRequest[Shape]) -> ChatReply[Shape]:
        """Ask once."""
        ...

    def chat_many(
        self, requests: Sequence[ChatRequest[Shape]]
    ) -> list[ChatReply[Shape] | LlmError]:
        """Ask several at once; replies in the order of the requests, failures in their place."""
        ...

    async def achat(self, request: ChatRequest[Shape]) -> ChatReply[Shape]:
        """Ask once, without blocking."""
        ...

    def stream(self, messages: Sequence[Message], max_tokens: int) -> Iterator[str]:
        """Yield a reply in free text as it is written."""
        ...
