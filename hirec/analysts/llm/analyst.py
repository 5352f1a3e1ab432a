"""The LLM analyst: a model reads and writes, the rule analyst scopes, makes cards and checks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from hirec.analysts.llm.conversing import Converser
from hirec.analysts.llm.curating import Curator
from hirec.analysts.llm.drafting import Drafter
from hirec.analysts.llm.hypothesizing import Hypothesizer
from hirec.analysts.llm.replies import RewriteReply
from hirec.analysts.llm.review import CHOSEN, review_program, review_statement
from hirec.analysts.protocol import (
    Curation,
    CurationTask,
    Draft,
    Explained,
    History,
    Statement,
)
from hirec.analysts.rule.analyst import RuleAnalyst
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
from hirec.understanding import parse_of


class LlmAnalyst:
    """Asks a model to curate and to draft, in a call each; its replies point at what it was shown.

    Scope, queries and cards are the rule analyst's, which also gives every number a second
    reading; what a question is after the model is asked only where the parser could not place it.
    Every
    method raises :class:`~hirec.llm.chat.LlmError` where the model cannot be asked or its reply
    cannot be read.
    """

    name = "llm"
    certain = False

    def __init__(self, chat: ChatModel, rules: RuleAnalyst, settings: Settings) -> None:
        """Share one model and one set of rules among the tasks.

        Args:
            chat: Asked to tell questions apart, to curate and to draft.
            rules: Scopes, makes cards, and reads every number a second time.
            settings: Read are ``curation``, ``sandbox``, ``llm.answers_figures`` and
                ``retrieval.hypotheses``.

        """
        self._chat = chat
        self._rules = rules
        self._sandbox = settings.sandbox
        self._figures = settings.llm.answers_figures
        self._converser = Converser(chat, rules)
        by_model = settings.retrieval.hypotheses == "llm"
        self._hypothesizer = Hypothesizer(chat) if by_model else None
        self._curator = Curator(chat, rules, settings.curation)
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
        """Take the lexicon's words; ask for more where the parser could not place the question."""
        query = self._rules.rewrite(question, scope, parsed)
        if not parse_of(query).unplaced:
            return query
        request = load_prompt("rewrite").request(RewriteReply, question=question)
        reply = self._chat.chat(request).value
        intent = query.intent
        if reply.kind == "both":
            intent = replace(intent, needs_number=True, relation=Relation.EXPLAIN)
        elif not intent.needs_number:
            intent = replace(intent, needs_number=reply.kind == "number")
        words = " ".join(f"{query.passage_text} {reply.words}".split())
        return replace(query, intent=intent, passage_text=words)

    def hypothesize(self, query: Query) -> tuple[str, ...]:
        """Take the lexicon's, and where the settings say so a model's beside it."""
        own = self._rules.hypothesize(query)
        return (*own, *self._hypothesizer.hypothesize(query)) if self._hypothesizer else own

    def card(self, passage: Passage, filing: Filing) -> Card:
        """Abstract a passage by the lexicon: a model would be asked a hundred times a question."""
        return self._rules.card(passage, filing)

    def may_state(self, passage: Passage, intent: Intent) -> bool:
        """Ask the lexicon."""
        return self._rules.may_state(passage, intent)

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
        del ranking
        if not query.intent.needs_number:
            return self._drafter.explain(query, evidence)
        if query.intent.relation is not Relation.EXPLAIN:
            return self._drafter.program(query, evidence, filings)
        if not self._figures:
            return self._drafter.explain(query, evidence)
        try:
            program = self._drafter.program(query, evidence, filings)
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
        """Hold period, unit and scale to the question and the pages, values to the rules'.

        Of words it is asked whether their lines speak about the question: that they hold what is
        said was seen when they were written.
        """
        if isinstance(draft, Statement):
            return review_statement(draft, query, evidence, self._rules)
        return review_program(draft, query, evidence, filings, ranking, self._rules, self._sandbox)

    def repair(
        self,
        draft: Program,
        problem: str,
        query: Query,
        evidence: Sequence[Passage],
    ) -> Program | None:
        """Ask for the program once more, with what was wrong with the first.

        That no second reading comes to it is nothing that another program would mend.
        """
        del draft
        if problem == CHOSEN:
            return None
        return self._drafter.program(query, evidence, {}, problem)
