"""Drafts by a model: numbers and what is done with them, or sentences and the lines behind them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hirec.analysts.llm.exhibit import Exhibit, show_lines
from hirec.analysts.llm.formulas import write_program
from hirec.analysts.llm.replies import (
    explain_reply,
    figure_reply,
)
from hirec.analysts.llm.statements import choices, write_statement
from hirec.analysts.protocol import Statement
from hirec.llm.chat import ChatModel, ChatRequest, Message, Shape
from hirec.prompts import load_prompt
from hirec.settings import CurationSettings
from hirec.types import CannotAnswer, Filing, Passage, Program, Query
from hirec.understanding import parse_of


class Drafter:
    """Writes drafts; whether they hold is for others to say."""

    def __init__(self, chat: ChatModel, settings: CurationSettings) -> None:
        self._chat = chat
        self._chars = settings.max_evidence_chars

    def program(
        self,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        problem: str = "",
    ) -> Program:
        """Program-of-Thought; raises CannotAnswer where the evidence prints no such figure.

        Args:
            query: What is asked; its parse says in which form the number is wanted.
            evidence: Passages whose lines and numbers are shown under ids.
            filings: By filing_id; those of the evidence.
            problem: What was wrong with the draft before; empty for a first one.

        """
        exhibit = show_lines(evidence, query, self._chars)
        if not exhibit.places:
            raise CannotAnswer(f"Not found in the filings: {query.text}", (query.text,))
        shape = figure_reply(list(exhibit.places))
        reply = self._chat.chat(_request("program", shape, query, exhibit, problem)).value
        return write_program(reply, exhibit.places, filings, parse_of(query).wanted)

    def explain(self, query: Query, evidence: Sequence[Passage]) -> Statement:
        """An answer in words over pointed lines; raises CannotAnswer where none carries it."""
        exhibit = show_lines(evidence, query, self._chars, numbers=False)
        if not exhibit.lines:
            raise CannotAnswer(f"Not found in the filings: {query.text}", (query.text,))
        shape = explain_reply(list(exhibit.lines), choices(query))
        reply = self._chat.chat(_request("explain", shape, query, exhibit)).value
        return write_statement(reply, query, exhibit.lines)


def _request(
    name: str, shape: type[Shape], query: Query, exhibit: Exhibit, problem: str = ""
) -> ChatRequest[Shape]:
    """The request; a second one has the same prefix, and says at its end what went wrong."""
    asked = load_prompt(name).request(shape, passages=exhibit.shown, question=query.text)
    if not problem:
        return asked
    repair = load_prompt("repair")
    (stated,) = repair.messages(problem=problem)
    *before, last = asked.messages
    again = Message(last.role, f"{last.content}\n{stated.content}")
    version = f"{repair.version}.{asked.version}"
    return replace(asked, task=repair.name, version=version, messages=(*before, again))
