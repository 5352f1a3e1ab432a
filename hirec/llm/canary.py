"""Finding out whether a server keeps to JSON Schemas, which some ignore without a word."""

from typing import Literal

from pydantic import BaseModel

from hirec.llm.cache import cache_key
from hirec.llm.chat import Message
from hirec.llm.conversation import Conversation
from hirec.llm.errors import LlmReplyError, LlmSchemaIgnoredError, LlmTruncatedError
from hirec.llm.exchange import Exchange
from hirec.llm.schema import strict_schema
from hirec.settings import LlmSettings
from hirec.types import Usage

_MESSAGES = (Message("user", "Say hello in one short English sentence. Use plain words only."),)
"""What a model does with it by itself is anything but the schema."""
_MAX_TOKENS = 128


class Canary(BaseModel):
    """A shape no model writes unless it is held to it."""

    canary: Literal["sings", "sleeps"]


def canary_key(settings: LlmSettings) -> str:
    """Under which a cache remembers that it has sung."""
    return cache_key(settings, _MESSAGES, _MAX_TOKENS, "canary", strict_schema(Canary))


async def check_canary(endpoint: Exchange, settings: LlmSettings) -> Usage:
    """Ask for a canary and return what it cost.

    Raises :class:`LlmSchemaIgnoredError` where the reply is something else, or pads the JSON with
    white space until the limit; other failures as they are.
    """
    conversation = Conversation(endpoint, settings, "canary", Canary, strict_schema(Canary))
    try:
        outcome = await conversation.ask(_MESSAGES, _MAX_TOKENS, again=False)
    except (LlmReplyError, LlmTruncatedError) as error:
        raise LlmSchemaIgnoredError(
            f"The server at {settings.base_url} ignores JSON Schema in response_format ({error}); "
            'start vLLM with --structured-outputs-config \'{"backend": "xgrammar", '
            '"disable_any_whitespace": true}\', or use a llama.cpp or Ollama server of 2025 or '
            "later.",
            error.usage,
        ) from error
    return outcome.usage
