"""One exchange with a model, however it is reached: the contract below the client."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from hirec.llm.chat import Message
from hirec.settings import LlmPrices
from hirec.types import Usage


@dataclass(frozen=True, slots=True)
class Completion:
    """What came back."""

    text: str
    refusal: str
    finish_reason: str
    model: str
    usage: Usage


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a streamed reply; the last ones carry the reason it ended and the usage."""

    text: str = ""
    finish_reason: str = ""
    usage: Usage | None = None


class Exchange(Protocol):
    """Takes messages to a model and its reply back; belongs to one event loop.

    Repeats nothing; raises :class:`hirec.llm.chat.LlmError` for whatever goes wrong.
    """

    async def complete(
        self, messages: Sequence[Message], max_tokens: int, name: str, schema: Mapping[str, Any]
    ) -> Completion:
        """Ask for JSON of a schema.

        Args:
            messages: In the order of the conversation.
            max_tokens: Of the reply, thinking included.
            name: The task's.
            schema: JSON Schema that the reply has to keep to.

        """
        ...

    def stream(self, messages: Sequence[Message], max_tokens: int) -> AsyncIterator[Piece]:
        """Ask for free text and hand it on as it comes."""
        ...

    async def close(self) -> None:
        """Let go of what is held for it."""
        ...


def counted(prompt: int, prefix: int, completion: int, prices: LlmPrices) -> Usage:
    """Usage of one reply, with its cost.

    Args:
        prompt: Tokens.
        prefix: Tokens of the prompt that came out of the server's cache.
        completion: Tokens, thinking included.
        prices: In USD for a million tokens.

    """
    prefix = min(prefix, prompt)
    prefix_usd = prices.input_usd if prices.prefix_usd is None else prices.prefix_usd
    cost = (prompt - prefix) * prices.input_usd + prefix * prefix_usd
    cost += completion * prices.output_usd
    return Usage(prompt, completion, 1, cost_usd=cost / 1e6, prefix_tokens=prefix)
