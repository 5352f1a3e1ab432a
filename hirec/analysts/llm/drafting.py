"""Drafts by a model: a program over printed numbers, or an answer made of quotes (HiREC 4.3)."""

import re
from collections.abc import Mapping, Sequence

from hirec.analysts.llm.operands import model_lines, read_operand, write_source
from hirec.analysts.llm.rendering import label_passages, show_passages
from hirec.analysts.llm.replies import (
    ExplainReply,
    OperandReply,
    ProgramReply,
    QuoteReply,
)
from hirec.analysts.protocol import Statement
from hirec.llm.chat import ChatModel, ChatRequest, Message, Shape
from hirec.prompts import from_data, load_prompt
from hirec.settings import CurationSettings
from hirec.types import CannotAnswer, Citation, Passage, Program, Query
from hirec.understanding import parse_of

_NAME = re.compile(r"[A-Za-z_]\w{0,39}", re.ASCII)
_SCALED = ("USD", "shares", "")
_LEAST_CHARS = 240
"""Of each passage, however many there are."""


class Drafter:
    """Writes drafts; whether they hold is for others to say."""

    def __init__(self, chat: ChatModel, settings: CurationSettings) -> None:
        self._chat = chat
        self._chars = settings.answer_chars

    def program(self, query: Query, evidence: Sequence[Passage]) -> Program:
        """Program-of-Thought; raises CannotAnswer with what the model misses."""
        labelled = label_passages(evidence)
        request = self._request("program", ProgramReply, query, labelled)
        return _program(self._chat.chat(request).value, query, labelled)

    def explain(self, query: Query, evidence: Sequence[Passage]) -> Statement:
        """Chain-of-Thought over quotes; raises CannotAnswer with what the model misses."""
        labelled = label_passages(evidence)
        request = self._request("explain", ExplainReply, query, labelled)
        return _statement(self._chat.chat(request).value, query, labelled)

    def repair(
        self,
        draft: Program | Statement,
        problem: str,
        query: Query,
        evidence: Sequence[Passage],
    ) -> Program | Statement:
        """The same conversation, the failed draft in it, and one turn that says what was wrong."""
        labelled = label_passages(evidence)
        if isinstance(draft, Program):
            asked = self._request("program", ProgramReply, query, labelled)
            again = _continued(asked, program_reply(draft, labelled).model_dump_json(), problem)
            return _program(self._chat.chat(again).value, query, labelled)
        first = self._request("explain", ExplainReply, query, labelled)
        second = _continued(first, explain_reply(draft, labelled).model_dump_json(), problem)
        return _statement(self._chat.chat(second).value, query, labelled)

    def _request(
        self, name: str, schema: type[Shape], query: Query, labelled: Mapping[str, Passage]
    ) -> ChatRequest[Shape]:
        chars = max(_LEAST_CHARS, self._chars // max(1, len(labelled)))
        return load_prompt(name).request(
            schema, passages=show_passages(labelled, query, chars), question=query.text
        )


def _continued(asked: ChatRequest[Shape], reply: str, problem: str) -> ChatRequest[Shape]:
    """The request once more, its prefix unchanged, with a reply and what was wrong with it."""
    repair = load_prompt("repair")
    turns = (Message("assistant", reply), *repair.messages(problem=problem))
    return ChatRequest(
        repair.name,
        f"{repair.version}.{asked.version}",
        (*asked.messages, *turns),
        asked.schema,
        repair.max_tokens,
    )


def _program(reply: ProgramReply, query: Query, labelled: Mapping[str, Passage]) -> Program:
    if reply.missing.strip() and not reply.program.strip():
        raise _refusal(reply.missing)
    # A name that is none would end up as code.
    named = [
        said if _NAME.fullmatch(said.name.strip()) else said.model_copy(update={"name": f"x{at}"})
        for at, said in enumerate(reply.operands, start=1)
    ]
    operands = tuple(read_operand(said, labelled) for said in named)
    wanted = parse_of(query).wanted
    return Program(
        write_source(operands, reply.program),
        operands,
        reply.unit,
        wanted.scale if reply.unit in _SCALED else 0,
        wanted.decimals,
    )


def _statement(reply: ExplainReply, query: Query, labelled: Mapping[str, Passage]) -> Statement:
    text = " ".join(from_data(reply.answer).split())
    if not text:
        raise _refusal(reply.missing or query.text)
    return Statement(text, tuple(_citation(quote, labelled) for quote in reply.quotes))


def _citation(quote: QuoteReply, labelled: Mapping[str, Passage]) -> Citation:
    words = " ".join(from_data(quote.words).split())
    passage = labelled.get(quote.passage.strip())
    if passage is None:
        return Citation("", 0, " ".join(quote.passage.split()), words)
    return Citation(passage.filing_id, passage.page_number, passage.passage_id, words, passage.box)


def _refusal(missing: str) -> CannotAnswer:
    said = " ".join(from_data(missing).split()).rstrip(".")
    return CannotAnswer(f"Not found in the filings: {said}.", (said,))


def program_reply(program: Program, labelled: Mapping[str, Passage]) -> ProgramReply:
    """What a model would have replied to give this program."""
    labels = {passage.passage_id: label for label, passage in labelled.items()}
    operands = [
        OperandReply(
            name=o.name,
            passage=labels.get(o.passage_id, o.passage_id)[:8],
            row=o.row[:160],
            column=o.column[:120],
            cell=o.printed[:80],
        )
        for o in program.operands
    ]
    lines = model_lines(program)[:1500]
    return ProgramReply.model_validate(
        {"operands": operands, "program": lines, "unit": program.unit, "missing": ""}
    )


def explain_reply(statement: Statement, labelled: Mapping[str, Passage]) -> ExplainReply:
    """What a model would have replied to give this statement, its steps left out."""
    labels = {passage.passage_id: label for label, passage in labelled.items()}
    quotes = [
        QuoteReply(passage=labels.get(c.passage_id, c.passage_id)[:8], words=c.quote[:400])
        for c in statement.citations
    ]
    return ExplainReply(quotes=quotes, steps="", answer=statement.text[:700], missing="")
