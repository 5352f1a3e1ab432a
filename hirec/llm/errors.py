"""What can go wrong when a language model is asked; each says in one sentence what to do."""

from collections.abc import Mapping
from dataclasses import dataclass

from hirec.llm.chat import LlmError
from hirec.types import Usage


class LlmNotSetError(LlmError):
    """No language model is set, or its key is not in the environment."""


class LlmUnreachableError(LlmError):
    """No connection to the server came about, or it broke each time."""


class LlmUnavailableError(LlmError):
    """The server is there but answered "not now" (408, 409, 425, 429, 5xx) each time."""

    def __init__(self, message: str, usage: Usage | None = None, retry_after: str = "") -> None:
        """Keep how long the server wants to be left alone.

        Args:
            message: What was tried, and what to do.
            usage: Spent until then.
            retry_after: The header of that name, as it came; empty: none did.

        """
        super().__init__(message, usage)
        self.retry_after = retry_after
        """The header of that name, as it came."""


class LlmTimeoutError(LlmError):
    """A reply, or the call with all its repetitions, took too long."""


class LlmRefusedError(LlmError):
    """The server refuses the request itself (400, 401, 404, 422 …): asking again is no use."""

    def __init__(self, message: str, usage: Usage | None = None, status: int = 0) -> None:
        """Keep the status.

        Args:
            message: What the server said, and what to do.
            usage: Spent until then.
            status: Of the HTTP answer.

        """
        super().__init__(message, usage)
        self.status = status
        """Of the HTTP answer."""


class LlmUnusableError(LlmError):
    """There is a reply, and it is not what was asked for: asking again gives the same."""

    def __init__(
        self, message: str, usage: Usage | None = None, text: str = "", model: str = ""
    ) -> None:
        """Keep what came, for whoever wants to look at it.

        Args:
            message: What is wrong, and what to do.
            usage: Spent until then.
            text: The reply as it came.
            model: As the server names itself.

        """
        super().__init__(message, usage)
        self.text = text
        """The reply as it came."""
        self.model = model
        """As the server names itself."""


class LlmDeclinedError(LlmUnusableError):
    """The model, or a content filter, declined to reply."""


class LlmTruncatedError(LlmUnusableError):
    """The reply did not fit into the limit of tokens, the raised one neither."""


class LlmReplyError(LlmUnusableError):
    """The reply cannot be read as what was asked for, also after it was asked for again."""


class LlmEmptyReplyError(LlmReplyError):
    """The reply has no content."""


class LlmSchemaIgnoredError(LlmError):
    """The server does not keep to JSON Schemas."""


class LlmSchemaError(LlmError):
    """A schema of ours cannot be asked for: it lacks a bound, or has a free-form part."""


class LlmCacheError(LlmError):
    """The cache of replies cannot be read or written."""


class LlmReplayError(LlmError):
    """A reply is not in the cache, and the settings forbid to ask the server."""


_KINDS: Mapping[str, type[LlmError]] = {
    kind.__name__: kind
    for kind in (
        LlmUnreachableError,
        LlmUnavailableError,
        LlmTimeoutError,
        LlmRefusedError,
        LlmDeclinedError,
        LlmTruncatedError,
        LlmReplyError,
        LlmEmptyReplyError,
        LlmSchemaIgnoredError,
    )
}


@dataclass(frozen=True, slots=True)
class Failure:
    """What a request failed by, as caches and traces keep it."""

    kind: str
    """Name of the error's class."""
    message: str

    @classmethod
    def of(cls, error: LlmError) -> "Failure":
        """The failure that an error is."""
        return cls(type(error).__name__, str(error))

    def error(self) -> LlmError:
        """The error anew; raises LlmCacheError where its kind is unknown here."""
        if self.kind not in _KINDS:
            raise LlmCacheError(f"'{self.kind}' is no failure of a language model known here.")
        return _KINDS[self.kind](self.message)


def may_pass(error: LlmError) -> bool:
    """True for failures of the moment: no connection, no time, "not now", no completion."""
    passing = (LlmUnreachableError, LlmUnavailableError, LlmTimeoutError, LlmReplyError)
    return isinstance(error, passing)
