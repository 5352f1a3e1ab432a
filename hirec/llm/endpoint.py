"""One exchange with an OpenAI-compatible server, and how its failures are named."""

import base64
import json
import os
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field, NonNegativeInt, ValidationError

from hirec.llm.chat import LlmError, Message
from hirec.llm.errors import (
    LlmNotSetError,
    LlmRefusedError,
    LlmReplyError,
    LlmTimeoutError,
    LlmUnavailableError,
    LlmUnreachableError,
)
from hirec.llm.exchange import Completion, Piece, counted
from hirec.settings import LlmPrices, LlmSettings
from hirec.types import Usage

if TYPE_CHECKING:  # a third of a second that questions without a model need not wait
    import openai

_LARGEST_BODY = 4 * 2**20
_LONGEST_CONNECT_S = 10.0
_NO_KEY = "none"
_NOT_NOW = frozenset({408, 409, 425, 429})
_MOST_WORDS = 300


class _Details(BaseModel):
    cached_tokens: int | None = None


class _Tokens(BaseModel):
    prompt_tokens: NonNegativeInt | None = None
    completion_tokens: NonNegativeInt | None = None
    prompt_tokens_details: _Details | None = None


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Completion(BaseModel):
    """The part of a chat completion that is used; servers differ in the rest."""

    choices: list[_Choice] = Field(min_length=1)
    model: str | None = None
    usage: _Tokens | None = None


Guide = Callable[[str, Mapping[str, Any]], dict[str, Any]]
"""Task and schema → what a request says so that the reply is held to the schema."""


def by_schema(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """As any server takes it."""
    form = {"name": _schema_name(name), "strict": True, "schema": schema}
    return {"response_format": {"type": "json_schema", "json_schema": form}}


class Endpoint:
    """A server and how to ask it; belongs to one event loop. Nothing is repeated here."""

    def __init__(self, settings: LlmSettings, guide: Guide = by_schema) -> None:
        """``guide`` is for servers that can do better than with a schema.

        Raises :class:`LlmNotSetError` where the key's variable is named but not set.
        """
        import openai

        self._settings = settings
        self._guide = guide
        self._key = _api_key(settings)
        self._client = openai.AsyncOpenAI(
            api_key=self._key or _NO_KEY,
            base_url=settings.base_url,
            max_retries=0,
            timeout=openai.Timeout(
                settings.timeout_s, connect=min(settings.timeout_s, _LONGEST_CONNECT_S)
            ),
        )

    async def complete(
        self, messages: Sequence[Message], max_tokens: int, name: str, schema: Mapping[str, Any]
    ) -> Completion:
        """Ask for JSON of a schema; raises an :class:`LlmError` for whatever goes wrong.

        :func:`hirec.llm.errors.may_pass` says which failures are worth another try.
        """
        import openai

        request = self._request(messages, max_tokens)
        request["extra_body"] = {**self._guide(name, schema), **request["extra_body"]}
        try:
            response = await self._client.chat.completions.with_raw_response.create(**request)
        except openai.OpenAIError as error:
            raise self._named(error) from error
        return self._read(response.content)

    async def stream(self, messages: Sequence[Message], max_tokens: int) -> AsyncIterator[Piece]:
        """Ask for free text and hand it on as it comes; raises as :meth:`complete` does."""
        import openai

        try:
            chunks = await self._client.chat.completions.create(
                **self._request(messages, max_tokens),
                stream=True,
                stream_options={"include_usage": True},
            )
            async with chunks:
                async for chunk in chunks:
                    tokens = (
                        _Tokens.model_validate(chunk.usage, from_attributes=True)
                        if (chunk.usage)
                        else None
                    )
                    usage = _usage(tokens, self._settings.prices) if tokens else None
                    for choice in chunk.choices[:1]:
                        yield Piece(choice.delta.content or "", choice.finish_reason or "")
                    if usage:
                        yield Piece(usage=usage)
        except openai.OpenAIError as error:
            raise self._named(error) from error
        except (ValueError, AttributeError) as error:
            raise LlmReplyError(
                f"The server at {self._where} streams what is no chat completion ({error}); check "
                "that llm.base_url is an OpenAI-compatible server."
            ) from error

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    @property
    def _where(self) -> str:
        return self._settings.base_url

    def _request(self, messages: Sequence[Message], max_tokens: int) -> dict[str, Any]:
        settings = self._settings
        request: dict[str, Any] = {
            "model": settings.model,
            "messages": [_turn(message) for message in messages],
            settings.max_tokens_name: max_tokens,
            "extra_body": settings.extra_body,
        }
        if settings.temperature is not None:
            request["temperature"] = settings.temperature
        return request

    def _read(self, body: bytes) -> Completion:
        if len(body) > _LARGEST_BODY:
            raise LlmReplyError(
                f"The server at {self._where} sent {len(body) // 2**20} MiB as one reply; check "
                "that it heeds the limit of tokens."
            )
        try:
            found = _Completion.model_validate(json.loads(body))
        except (ValidationError, ValueError, RecursionError) as error:
            detail = _short(body[: 2 * _MOST_WORDS].decode(errors="replace"))
            raise LlmReplyError(
                f"The server at {self._where} did not answer with a chat completion but with "
                f"'{detail}'; check that llm.base_url is an OpenAI-compatible server (it ends in "
                "/v1 as a rule)."
            ) from error
        choice = found.choices[0]
        return Completion(
            text=choice.message.content or "",
            refusal=choice.message.refusal or "",
            finish_reason=choice.finish_reason or "",
            model=found.model or self._settings.model,
            usage=_usage(found.usage or _Tokens(), self._settings.prices),
        )

    def _named(self, error: "openai.OpenAIError") -> LlmError:
        import openai

        where, settings = self._where, self._settings
        if isinstance(error, openai.APITimeoutError):
            return LlmTimeoutError(
                f"The server at {where} gave no reply within {settings.timeout_s:g} s; raise "
                "llm.timeout_s or lower llm.concurrency."
            )
        if isinstance(error, openai.APIStatusError):
            return self._named_status(error)
        if isinstance(error, openai.APIConnectionError):
            cause = error.__cause__
            detail = _short(str(cause or error)) or type(cause).__name__
            return LlmUnreachableError(
                f"The connection to the language model at {where} failed ({detail}); start the "
                "server, look into its log, or correct llm.base_url."
            )
        return LlmReplyError(
            f"The server at {where} broke off its reply ({self._safe(str(error))}); look into its "
            "log."
        )

    def _named_status(self, error: "openai.APIStatusError") -> LlmError:
        status, where = error.status_code, self._where
        detail = self._safe(_server_message(error))
        if status in _NOT_NOW or status >= 500:
            return LlmUnavailableError(
                f"The server at {where} answers {status} ({detail}); try again later, lower "
                "llm.concurrency or look into its log.",
                retry_after=error.response.headers.get("retry-after", ""),
            )
        remedy = {
            401: f"set the key in the environment variable named by llm.api_key_env "
            f"('{self._settings.api_key_env}')",
            403: "use a key that may use this model",
            404: f"check llm.base_url and that it serves llm.model '{self._settings.model}'",
            413: "show the model less (retrieval.passages)",
        }.get(status, "change what it names in section llm of the settings")
        if status == 400 and "context" in detail.lower():
            remedy = "show the model less (retrieval.passages) or start it with a longer context"
        return LlmRefusedError(
            f"The server at {where} refuses ({status}: {detail}); {remedy}.", status=status
        )

    def _safe(self, detail: str) -> str:
        """Servers repeat what they were sent; the key stays out of messages and traces."""
        return _short(detail.replace(self._key, "***") if self._key else detail)


def _usage(tokens: _Tokens, prices: LlmPrices) -> Usage:
    known = tokens.prompt_tokens_details
    prefix = (known.cached_tokens if known else 0) or 0
    return counted(tokens.prompt_tokens or 0, prefix, tokens.completion_tokens or 0, prices)


def _api_key(settings: LlmSettings) -> str:
    if not settings.api_key_env or settings.mode == "replay":
        return ""
    key = os.environ.get(settings.api_key_env, "")
    if not key:
        raise LlmNotSetError(
            f"The environment variable {settings.api_key_env} (llm.api_key_env) is not set; put "
            f"the key for {settings.base_url} into it."
        )
    return key


def _turn(message: Message) -> dict[str, Any]:
    if not message.images:
        return {"role": message.role, "content": message.content}
    pictures = [
        {
            "type": "image_url",
            "image_url": {"url": f"data:image/png;base64,{base64.b64encode(png).decode()}"},
        }
        for png in message.images
    ]
    return {"role": message.role, "content": [{"type": "text", "text": message.content}, *pictures]}


def _schema_name(task: str) -> str:
    """Servers take 64 letters, digits, ``_`` and ``-``."""
    return re.sub(r"[^a-zA-Z0-9_-]", "_", task)[:64] or "reply"


def _server_message(error: "openai.APIStatusError") -> str:
    """The server's own words, wherever it puts them."""
    body = error.body
    inner = body.get("error", body) if isinstance(body, dict) else body
    detail = inner.get("message", inner) if isinstance(inner, dict) else inner
    return str(detail or error.message)


def _short(detail: str) -> str:
    folded = " ".join(detail.split())
    return folded if len(folded) <= _MOST_WORDS else folded[:_MOST_WORDS] + "…"
