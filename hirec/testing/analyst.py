"""An analyst that plays a script: for tests of the stages, and for users who test their own."""

from collections.abc import Mapping, Sequence
from datetime import date

from hirec.analysts.protocol import Curation, CurationTask, Draft, History, Statement
from hirec.companies import CompanyDirectory
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


class ScriptedAnalyst:
    """Replies with what it was given: curations and drafts in order, cards by passage."""

    name = "scripted"

    def __init__(
        self,
        scope: Scope | None = None,
        curations: Sequence[Curation] = (),
        draft: Draft | None = None,
        cards: Mapping[str, Card] | None = None,
        repairs: Sequence[Program] = (),
        objections: Sequence[str] = (),
        certain: bool = True,
        hypotheses: Sequence[str] = (),
    ) -> None:
        """Take the script; what is not given is empty.

        Args:
            scope: Of every question.
            curations: One a round.
            draft: Of every answer; None: CannotAnswer.
            cards: passage_id → card.
            repairs: One a failed program; afterwards None.
            objections: One a review; afterwards none.
            certain: Whether it has the last word on answerability.
            hypotheses: Passages that it imagines for any query.

        """
        self.certain = certain
        self._repairs = list(repairs)
        self._objections = list(objections)
        self._scope = scope or Scope()
        self._curations = list(curations)
        self._draft = draft
        self._cards = cards or {}
        self._hypotheses = tuple(hypotheses)
        self.tasks: list[CurationTask] = []
        """Every curation task seen, for assertions."""
        self.problems: list[str] = []
        """Every problem shown for repair, for assertions."""

    def questions(
        self, question: str, history: History, companies: CompanyDirectory, as_of: date | None
    ) -> tuple[Asked, ...]:
        """Leave the question as it is."""
        del history, companies, as_of
        return (Asked(question),)

    def scope(self, question: str, companies: CompanyDirectory, as_of: date | None) -> Scope:
        """Return the script's scope."""
        del question, companies, as_of
        return self._scope

    def rewrite(self, question: str, scope: Scope, parsed: ParsedQuestion | None = None) -> Query:
        """Leave the question as it is."""
        del parsed
        intent = Intent("", (), (), Relation.LOOKUP, (), needs_number=False, keywords=())
        return Query(
            question, question, scope, intent, document_text=question, passage_text=question
        )

    def hypothesize(self, query: Query) -> tuple[str, ...]:
        """Return the script's hypotheses."""
        del query
        return self._hypotheses

    def card(self, passage: Passage, filing: Filing) -> Card:
        """Return the script's card, else an empty one."""
        del filing
        empty = Card(passage.passage_id, "", section=passage.section)
        return self._cards.get(passage.passage_id, empty)

    def may_state(self, passage: Passage, intent: Intent) -> bool:
        """Whether the script has a card."""
        del intent
        return passage.passage_id in self._cards

    def curate(self, task: CurationTask) -> Curation:
        """Return the next curation; after the last one, keep what there is as unanswerable."""
        self.tasks.append(task)
        if self._curations:
            return self._curations.pop(0)
        return Curation(kept=task.kept, answerable=False)

    def answer(
        self,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        ranking: Sequence[str],
    ) -> Draft:
        """Return the script's draft; without one, decline."""
        del evidence, filings, ranking
        if self._draft is None:
            raise CannotAnswer("The script holds no draft.", (query.text,))
        return self._draft

    def review(
        self,
        draft: Program | Statement,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        ranking: Sequence[str],
    ) -> str:
        """Return the script's next objection, then none."""
        del draft, query, evidence, filings, ranking
        return self._objections.pop(0) if self._objections else ""

    def repair(
        self,
        draft: Program,
        problem: str,
        query: Query,
        evidence: Sequence[Passage],
    ) -> Program | None:
        """Return the script's next repair; after the last one, none."""
        del draft, query, evidence
        self.problems.append(problem)
        return self._repairs.pop(0) if self._repairs else None
