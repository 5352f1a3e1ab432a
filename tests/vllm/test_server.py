"""Our client against real `vllm serve`, started as the launcher starts it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Literal

from pydantic import BaseModel, Field

from hirec.llm.chat import ChatRequest, LlmError, Message
from hirec.llm.client import LlmClient
from hirec.settings import LlmSettings

Serve = Callable[..., AbstractContextManager[str]]


class Curated(BaseModel):
    kept: list[Literal["p1", "p2", "p3"]] = Field(max_length=3)
    answerable: bool
    missing: str = Field(max_length=20)


def requests(count: int) -> list[ChatRequest[Curated]]:
    static = Message("system", "Curate the passages and say what is missing. " * 40)
    return [
        ChatRequest("curate", "1", (static, Message("user", f"No. {number}")), Curated, 96)
        for number in range(count)
    ]


def test_hirec_serve_llm_starts_it_and_every_reply_is_whole(
    tiny_qwen: str, tiny_adapter: str, serve: Serve
) -> None:
    with serve("tiny", tiny_qwen, tiny_adapter, 2048) as url:
        for model in ("tiny", "curator"):
            with LlmClient(LlmSettings(base_url=url, model=model)) as client:
                replies = client.chat_many(requests(12))
            assert [reply for reply in replies if isinstance(reply, LlmError)] == []
