"""Questions in a conversation, made to stand alone by a model (FinSage 3.2)."""

import re
from datetime import date

from hirec.analysts.llm.replies import ConverseReply
from hirec.analysts.protocol import Analyst, History
from hirec.companies import CompanyDirectory
from hirec.llm.chat import ChatModel
from hirec.prompts import load_prompt
from hirec.types import Asked, CannotAnswer

_TURNS = 5
"""Turns of the history that are shown."""
_TURN_CHARS = 300
_COMPOUND = re.compile(
    r"\?.+\?|;|\band (?:what|how|which|who|why|did|was|were|is|are)\b", re.I | re.S
)
"""What makes a question without history worth a call."""


class Converser:
    """Asks a model what a question means, and holds the reply against what was said."""

    def __init__(self, chat: ChatModel, rules: Analyst) -> None:
        self._chat = chat
        self._rules = rules

    def questions(
        self, question: str, history: History, companies: CompanyDirectory, as_of: date | None
    ) -> tuple[Asked, ...]:
        """Self-contained questions; raises CannotAnswer where the model says it is unclear.

        Also where a question comes back with a company that nobody named: it would be answered
        for another one than was asked. One over several filings is taken apart by the rules: which
        filings those are is no opinion.

        Args:
            question: As typed.
            history: The (question, answer) turns before it, oldest first.
            companies: Those of the index; what is scoped is scoped among them.
            as_of: Filings made later do not count; None: all do.

        """
        if not history:
            parts = self._by_filing(question, companies, as_of)
            if any(part.by_filing for part in parts) or not _COMPOUND.search(question):
                return parts
        request = load_prompt("converse").request(
            ConverseReply, history=_history_text(history), question=question
        )
        reply = self._chat.chat(request).value
        found = tuple(dict.fromkeys(" ".join(text.split()) for text in reply.questions))
        found = tuple(text for text in found if text)
        if reply.unclear.strip() and not found:
            raise CannotAnswer(f"The question is unclear: {reply.unclear.strip()}")
        stated = " ".join([*(f"{asked} {answer}" for asked, answer in history), question])
        known = {ref.company_key for ref in self._rules.scope(stated, companies, as_of).companies}
        for text in found:
            for ref in self._rules.scope(text, companies, as_of).companies:
                if ref.company_key not in known:
                    raise CannotAnswer(f"The question is unclear: nobody named {ref.name}.")
        texts = found or (question,)
        return tuple(part for text in texts for part in self._by_filing(text, companies, as_of))

    def _by_filing(
        self, text: str, companies: CompanyDirectory, as_of: date | None
    ) -> tuple[Asked, ...]:
        """The question, with its parts by filing where the rules see any."""
        parts = self._rules.questions(text, (), companies, as_of)
        return parts if any(part.by_filing for part in parts) else (Asked(text),)


def _history_text(history: History) -> str:
    turns = [
        f"Q: {asked[:_TURN_CHARS]}\nA: {answer[:_TURN_CHARS]}"
        for asked, answer in history[-_TURNS:]
    ]
    return "\n".join(turns) or "(none)"
