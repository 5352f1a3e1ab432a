"""A shape, a request for it, and clients of a server in this process."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from pydantic import BaseModel, Field

from hirec.llm.chat import ChatRequest, Message
from hirec.llm.client import LlmClient
from hirec.settings import LlmSettings
from hirec.testing.chat_server import LocalLlm


class Verdict(BaseModel):
    score: float
    why: str = Field(max_length=20)


REQUEST = ChatRequest("judge", "1", (Message("user", "How good is it?"),), Verdict, 64)

Connect = Callable[..., LlmClient]


@pytest.fixture
def request_() -> ChatRequest[Verdict]:
    return REQUEST


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Makes clients of a server, closed at the end; patient, so that no slow machine fails."""
    with ExitStack() as open_clients:

        def make(server: LocalLlm, **more: object) -> LlmClient:
            patient = {"backoff_s": 0.01, "attempts": 3, "timeout_s": 30.0, "deadline_s": 120.0}
            settings = LlmSettings.model_validate(
                {"base_url": server.url, "model": "tiny", **patient, **more}
            )
            return open_clients.enter_context(LlmClient(settings))

        yield make
