"""Asking a language model on behalf of a judge, an agent or an intent."""

from typing import TypeVar

from pydantic import BaseModel

from hirec.llm.chat import ChatModel, ChatRequest
from hirec.llm.errors import LlmUnusableError
from hirec.tournament.judge import InvalidReply

Reply = TypeVar("Reply", bound=BaseModel)


def asked(chat: ChatModel, request: ChatRequest[Reply]) -> Reply:
    """The model's reply; raises InvalidReply for one that cannot be used.

    A model that cannot be reached stays a :class:`~hirec.llm.chat.LlmError`: nobody has decided.
    """
    try:
        return chat.chat(request).value
    except LlmUnusableError as error:
        raise InvalidReply(str(error)) from error
