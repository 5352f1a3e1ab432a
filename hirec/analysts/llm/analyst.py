"""The LLM analyst: a model reads and writes, the rule analyst scopes, makes cards and checks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from hirec.analysts.llm.conversing import Converser
from hirec.analysts.llm.curating import Curator
from hirec.analysts.llm.drafting import Drafter
from hirec.analysts.llm.replies import RewriteReply
from hirec.analysts.llm.review import review_program, review_statement
from hirec.analysts.protocol import (
    Analyst,
    Curation,
    CurationTask,
    Draft,
    Explained,
    History,
    Statement,
)
from hirec.companies import CompanyDirectory
from hirec.llm.chat import ChatModel
from hirec.prompts import load_prompt
from hirec.settings import Settings
from hirec.types import (
    Asked,
    CannotAnswer,
    Card,
    Filing,
    Intent,
    ParsedQuestion,
    Passage,
    Program,
    Query,
    Relation,
    Scope,
)


class LlmAnalyst:
    """Asks a model for queries, curation and drafts; whatever it replies is looked up.

    Scope and cards are the rule analyst's, which also gives every number a second reading. Every
    method raises :class:`~hirec.llm.chat.LlmError` where the model cannot be asked or its reply
    cannot be read.
    """

    name = "llm"
    certain = False

    def __init__(
        self, chat: ChatModel, rules: Analyst, companies: CompanyDirectory, settings: Settings
    ) -> None:
        self._chat = chat
        self._rules = rules
        self._sandbox = settings.sandbox
        self._converser = Converser(chat, rules)
        self._curator = Curator(chat, rules, companies, settings.curation)
        self._drafter = Drafter(chat, settings.curation)

    def questions(
        self, question: str, history: History, companies: CompanyDirectory, as_of: date | None
    ) -> tuple[Asked, ...]:
        """Ask the model where there is a history, or where several things seem to be asked."""
        return self._converser.questions(question, history, companies, as_of)

    def scope(self, question: str, companies: CompanyDirectory, as_of: date | None) -> Scope:
        """Parse, as the rule analyst does: a model's companies might not be in the index."""
        return self._rules.scope(question, companies, as_of)

    def rewrite(self, question: str, scope: Scope, parsed: ParsedQuestion | None = None) -> Query:
        """Put the model's words to those of the lexicon (HiREC 4.1.1)."""
        query = self._rules.rewrite(question, scope, parsed)
        prompt = load_prompt("rewrite")
        request = prompt.request(RewriteReply, scope=query.document_text, question=question)
        reply = self._chat.chat(request).value
        intent = query.intent
        if reply.kind == "both":
            intent = replace(intent, needs_number=True, relation=Relation.EXPLAIN)
        elif not intent.needs_number:
            intent = replace(intent, needs_number=reply.kind == "number")
        return replace(
            query,
            intent=intent,
            document_text=_joined(reply.filing_words, query.document_text),
            passage_text=_joined(query.passage_text, reply.passage_words),
        )

    def hypothesize(self, query: Query) -> tuple[str, ...]:
        """Take the lexicon's: a model's words for the passage are in the query already."""
        return self._rules.hypothesize(query)

    def card(self, passage: Passage, filing: Filing, intent: Intent) -> Card:
        """Abstract a passage by the lexicon: a model would be asked a hundred times a question."""
        return self._rules.card(passage, filing, intent)

    def curate(self, task: CurationTask) -> Curation:
        """Filter, check and ask for more in one call."""
        return self._curator.curate(task)

    def answer(
        self,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        ranking: Sequence[str],
    ) -> Draft:
        """Program-of-Thought for figures, Chain-of-Thought for words, one after the other for both.

        Of both, one that the evidence does not carry is left out.
        """
        del filings, ranking
        if not query.intent.needs_number:
            return self._drafter.explain(query, evidence)
        if query.intent.relation is not Relation.EXPLAIN:
            return self._drafter.program(query, evidence)
        try:
            program = self._drafter.program(query, evidence)
        except CannotAnswer:
            return self._drafter.explain(query, evidence)
        try:
            return Explained(program, self._drafter.explain(query, evidence))
        except CannotAnswer:
            return program

    def review(
        self,
        draft: Program | Statement,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        ranking: Sequence[str],
    ) -> str:
        """Hold quotes, entity, period and scale against the pages, values against the rules'."""
        if isinstance(draft, Statement):
            return review_statement(draft, query, evidence)
        return review_program(draft, query, evidence, filings, ranking, self._rules, self._sandbox)

    def repair(
        self,
        draft: Program | Statement,
        problem: str,
        query: Query,
        evidence: Sequence[Passage],
    ) -> Program | Statement | None:
        """Show the model its draft and what was wrong with it."""
        return self._drafter.repair(draft, problem, query, evidence)


def _joined(first: str, second: str) -> str:
    return " ".join(f"{first} {second}".split())
