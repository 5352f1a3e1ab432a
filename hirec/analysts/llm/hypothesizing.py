"""Hypothetical passages by a language model (HyDE; FinSage 3.2 and 4.2.1)."""

from hirec.analysts.llm.replies import HypothesesReply
from hirec.llm.chat import ChatModel, ChatRequest
from hirec.llm.errors import LlmUnusableError
from hirec.prompts import load_prompt
from hirec.types import Query


class Hypothesizer:
    """Asks a model what a filing would print, a call a question."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat

    def hypothesize(self, query: Query) -> tuple[str, ...]:
        """Its passages; none where its reply cannot be used, which costs a hint and no more.

        Raises :class:`~hirec.llm.chat.LlmError` where it cannot be asked.
        """
        try:
            return tuple(self._chat.chat(hypotheses_request(query.text)).value.passages)
        except LlmUnusableError:
            return ()


def hypotheses_request(question: str) -> ChatRequest[HypothesesReply]:
    """What a model is asked; ``hirec train`` teaches replies to exactly this."""
    return load_prompt("hypothesize").request(HypothesesReply, question=question)
