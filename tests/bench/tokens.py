"""Tokens a question costs on the path of the language model, beside HiREC's table 4.

``python tests/bench/tokens.py INDEX QUESTIONS TOKENIZER [--limit N] [--passages 5]``

TOKENIZER is a ``tokenizer.json`` or a file of ranked byte pairs (``qwen.tiktoken``). Prompts are
the real ones, over the real index. No model is asked: the rule analyst says what one might, that
is which passages to keep, what is missing, what to ask next, which cells and lines make the
program. It is put into the shapes that a model has to keep to, so that replies can be counted as
well; a model's own words may be more, up to the limit that each prompt sets. What a real server
counted is in ``hirec eval run --settings``.
"""

import argparse
import base64
import itertools
import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path
from typing import Any

import regex
from pydantic import BaseModel
from tokenizers import Tokenizer

from hirec import HiREC
from hirec.analysts.llm.analyst import LlmAnalyst
from hirec.analysts.llm.drafting import explain_reply, program_reply
from hirec.analysts.llm.rendering import label_passages
from hirec.analysts.llm.replies import (
    ConverseReply,
    CurationReply,
    ExplainReply,
    ProgramReply,
    RewriteReply,
)
from hirec.analysts.protocol import Curation, CurationTask, Draft, History
from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.companies import CompanyDirectory
from hirec.evaluation.questions import load_questions
from hirec.index import Index
from hirec.llm.chat import ChatRequest
from hirec.llm.scripted import ScriptedChatModel
from hirec.models.encoder import load_encoder
from hirec.settings import RetrievalSettings, Settings
from hirec.systems import RetrieverFactory
from hirec.types import (
    Answer,
    Asked,
    CannotAnswer,
    Filing,
    ParsedQuestion,
    Passage,
    Program,
    Query,
    Relation,
    Scope,
)

PAPER = {"retrieval": (4291, 313), "answer": (1052, 159)}
"""Prompt and completion tokens a question (HiREC, table 4)."""
TASKS = {"converse": "retrieval", "rewrite": "retrieval", "curate": "retrieval"}
"""Of prompts; all others belong to the answer."""
_TURN = 5
"""Tokens that Qwen's chat template puts around a message: ``<|im_start|>``, role, ends of lines."""

Count = Callable[[str], int]
_reply: ContextVar[Callable[[], BaseModel]] = ContextVar("reply")


@dataclass
class Spent:
    """Tokens of one phase, over all questions."""

    calls: int = 0
    prompt: int = 0
    prefix: int = 0
    """Of the prompt: what the request before it with the same system part has in common."""
    completion: int = 0


class RulesInWords(LlmAnalyst):
    """The LLM analyst with a model that replies what the rule analyst finds."""

    def __init__(
        self, rules: RuleAnalyst, companies: CompanyDirectory, settings: Settings, count: Count
    ) -> None:
        super().__init__(ScriptedChatModel(self._said), rules, companies, settings)
        self._reader = rules
        self._count = count
        self.spent: dict[str, Spent] = defaultdict(Spent)
        """By task."""

    def _said(self, request: ChatRequest[Any]) -> BaseModel:
        reply = _reply.get()()
        spent = self.spent[request.task]
        system = self._count(request.messages[0].content) + _TURN
        spent.calls += 1
        spent.prefix += system
        spent.prompt += system + _TURN - 2
        spent.prompt += sum(self._count(m.content) + _TURN for m in request.messages[1:])
        spent.completion += self._count(json.dumps(reply.model_dump(), ensure_ascii=False)) + 1
        return reply

    def questions(
        self, question: str, history: History, companies: CompanyDirectory, as_of: date | None
    ) -> tuple[Asked, ...]:
        """Reply with the rules' questions."""

        def reply() -> ConverseReply:
            found = self._reader.questions(question, history, companies, as_of)
            return ConverseReply(questions=[part.text for part in found], unclear="")

        _reply.set(reply)
        return super().questions(question, history, companies, as_of)

    def rewrite(self, question: str, scope: Scope, parsed: ParsedQuestion | None = None) -> Query:
        """Reply with the rules' words and kind."""

        def reply() -> RewriteReply:
            query = self._reader.rewrite(question, scope, parsed)
            explains = query.intent.relation is Relation.EXPLAIN
            number = "both" if explains else "number"
            return RewriteReply(
                filing_words=query.document_text[:200],
                passage_words=query.passage_text[:240],
                kind=number if query.intent.needs_number else "text",
            )

        _reply.set(reply)
        return super().rewrite(question, scope, parsed)

    def curate(self, task: CurationTask) -> Curation:
        """Reply with the rules' curation of the same passages."""

        def reply() -> CurationReply:
            found = [*task.kept, *(candidate.passage for candidate in task.shown)]
            labels = _labels(list({p.passage_id: p for p in found}.values()))
            curation = self._reader.curate(task)
            asked = curation.complement.text if curation.complement else ""
            return CurationReply(
                keep=[labels[p.passage_id] for p in curation.kept],
                missing=[text[:160] for text in curation.missing[:6]],
                answerable=curation.answerable,
                question=asked[:300],
            )

        _reply.set(reply)
        return super().curate(task)

    def answer(
        self,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        ranking: Sequence[str],
    ) -> Draft:
        """Reply with the rules' program or quotes."""

        def reply() -> ProgramReply | ExplainReply:
            labelled = label_passages(evidence)
            try:
                draft = self._reader.answer(query, evidence, filings, ranking)
            except CannotAnswer as refusal:
                said = ", ".join(refusal.missing)[:300]
                if query.intent.needs_number:
                    return ProgramReply(operands=[], program="", unit="", missing=said)
                return ExplainReply(quotes=[], steps="", answer="", missing=said)
            if isinstance(draft, Program):
                return program_reply(draft, labelled)
            return explain_reply(draft, labelled)

        _reply.set(reply)
        return super().answer(query, evidence, filings, ranking)


def _labels(passages: Sequence[Passage]) -> dict[str, str]:
    return {passage.passage_id: label for label, passage in label_passages(passages).items()}


def counter(path: Path) -> Count:
    """How many tokens a text has."""
    if path.suffix == ".json":
        known = Tokenizer.from_file(str(path))
        return lambda text: len(known.encode(text, add_special_tokens=False).ids)
    lines = path.read_bytes().splitlines()
    ranks = {base64.b64decode(pair): int(rank) for pair, rank in map(bytes.split, lines)}
    return lambda text: sum(_pieces(word.encode(), ranks) for word in _WORD.findall(text))


_WORD = regex.compile(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""How Qwen cuts text before it looks for pairs."""


def _pieces(word: bytes, ranks: Mapping[bytes, int]) -> int:
    """Byte pairs, the lowest rank first."""
    parts = [word[at : at + 1] for at in range(len(word))]
    while len(parts) > 1:
        pairs = [ranks.get(a + b, len(ranks)) for a, b in itertools.pairwise(parts)]
        at = min(range(len(pairs)), key=pairs.__getitem__)
        if pairs[at] == len(ranks):
            break
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    return len(parts)


def main() -> None:
    """Ask every question; print tokens by task and by phase, a question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("--limit", type=int, default=None)
    parser.add_argument("--passages", type=int, default=5)
    args = parser.parse_args()
    settings = Settings(retrieval=RetrievalSettings(passages=args.passages))
    index = Index.open(args.index)
    encoder = load_encoder(settings.models)
    rules = RuleAnalyst(encoder)
    analyst = RulesInWords(rules, index.companies, settings, counter(args.tokenizer))
    retriever = RetrieverFactory(index, encoder, rules, settings).make("hirec", settings)
    hirec = HiREC(index, analyst, retriever, settings)
    questions = load_questions(args.questions)[: args.limit]
    for outcome in hirec.ask_many([each.question for each in questions], workers=1):
        assert isinstance(outcome, Answer), outcome
    _show(analyst.spent, len(questions))


def _show(spent: Mapping[str, Spent], questions: int) -> None:
    print(f"{questions} questions{'calls':>14}{'prompt':>9}{'of it prefix':>14}{'completion':>12}")
    phases: dict[str, Spent] = defaultdict(Spent)
    for task, each in sorted(spent.items()):
        whole = phases[TASKS.get(task, "answer")]
        for field in fields(Spent):
            setattr(whole, field.name, getattr(whole, field.name) + getattr(each, field.name))
        _line(task, each, questions)
    for phase, whole in sorted(phases.items(), reverse=True):
        _line(phase, whole, questions)
        print(f"{'  HiREC':14}{'':10}{PAPER[phase][0]:9,}{'':14}{PAPER[phase][1]:12,}")


def _line(name: str, each: Spent, questions: int) -> None:
    print(
        f"{name:14}{each.calls / questions:10.2f}{each.prompt / questions:9,.0f}"
        f"{each.prefix / each.prompt:14.0%}{each.completion / questions:12,.0f}"
    )


if __name__ == "__main__":
    main()
