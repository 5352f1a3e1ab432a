"""One analyst's way from a question to an answer: scope, evidence, tournament, answer."""

from dataclasses import replace
from datetime import date

from hirec.analysts.protocol import Analyst, History
from hirec.index import Index
from hirec.settings import Settings
from hirec.stages.answering import AnswerStage, abstain
from hirec.stages.coverage import checked_scope, in_doubt
from hirec.stages.curation import Collected, EvidenceLoop
from hirec.stages.months import with_quarters
from hirec.stages.names import with_names
from hirec.stages.newest import with_newest
from hirec.stages.readings import read_again
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import Retriever
from hirec.stages.serialization import query_json
from hirec.stages.tournament import Tournament
from hirec.tournament.by_model import ByModel
from hirec.types import Answer, Asked, CannotAnswer, Citation, Query, Scope, named_pages
from hirec.understanding import understand

_PLACES = 3
"""Pages named where nothing was found."""
_QUOTED = 160
"""Characters quoted of such a page."""


class Reader:
    """Answers self-contained questions by one analyst."""

    def __init__(
        self,
        index: Index,
        analyst: Analyst,
        retriever: Retriever,
        settings: Settings,
        by_model: ByModel | None = None,
    ) -> None:
        """Join the stages over one generation.

        Args:
            index: As of one build.
            analyst: Does whatever needs reading.
            retriever: Made over the same generation.
            settings: The whole tree.
            by_model: What a model does in the tournament; nothing where it is None.

        """
        self.name = analyst.name
        self._index = index
        self._analyst = analyst
        self._loop = EvidenceLoop(retriever, analyst, settings)
        self._tournament = Tournament(
            analyst, settings.tournament, settings.retrieval.rrf_k, by_model
        )
        self._answers = AnswerStage(analyst, settings.sandbox, index.passages)

    def questions(self, question: str, history: History, as_of: date | None) -> tuple[Asked, ...]:
        """Self-contained questions; raises CannotAnswer where it is unclear what is meant.

        Args:
            question: As typed.
            history: The (question, answer) turns before it, oldest first.
            as_of: Filings made later do not count; None: all do.

        """
        return self._analyst.questions(question, history, self._index.companies, as_of)

    def understand(self, asked: Asked, as_of: date | None, recorder: Recorder) -> Query:
        """Scope and rewriting; raises CannotAnswer where the scope names what is not here.

        Args:
            asked: One question; brings scope and parse where it comes from a conversation.
            as_of: Filings made later do not count; None: all do.
            recorder: Takes the step.

        """
        with recorder.step("scope") as detail:
            named = self._scope(asked, as_of)
            parsed = asked.parsed if named is asked.scope else None
            scope = named.widened if asked.any_filing else named
            detail["companies"] = [company.name for company in scope.companies]
            detail["unknown_companies"] = list(scope.unknown_companies)
            detail["periods"] = [ref.period.label() for ref in scope.periods]
            detail["forms"] = [form.value for form in scope.forms]
            detail["event_dates"] = [day.isoformat() for day in scope.event_dates]
            parsed = parsed or understand(asked.text, scope)
            parsed, scope = with_quarters(parsed, scope, self._index)
            try:
                scope = checked_scope(scope, parsed, self._index)
            except CannotAnswer as refusal:
                detail["missing"] = list(refusal.missing)
                raise
            parsed, scope = with_newest(parsed, scope, self._index)
            if any(not ref.said for ref in scope.periods):
                detail["newest"] = [ref.period.label() for ref in scope.periods]
            query = self._analyst.rewrite(asked.text, scope, parsed)
            query = replace(query, facts=asked.facts)
            detail["metrics"] = list(query.intent.metrics)
            detail["relation"] = query.intent.relation.value
            detail["query"] = query_json(query)
            return query

    def _scope(self, asked: Asked, as_of: date | None) -> Scope:
        """Whose and of when, names that only the index decides among them."""
        scope = asked.scope or self._analyst.scope(asked.text, self._index.companies, as_of)
        return with_names(scope, asked.text, self._index)

    def read(self, query: Query, recorder: Recorder) -> Answer:
        """The answer to a query that was understood."""
        filings = self._index.filings
        found = self._loop.collect(query, filings, recorder)
        with recorder.step("tournament") as detail:
            ordered = self._tournament.order(query, found.evidence, filings)
            detail.update(ordered.detail)
        evidence = ordered.evidence
        if found.answerable:
            answer = self._answers.answer(
                query, evidence, filings, found.filings, recorder, found.likely
            )
            answer = in_doubt(answer, query.scope, filings)
        else:
            answer = _not_found(query.text, found)
        return replace(answer, evidence=evidence, filings=found.filings, ranked=found.ranked)

    def answer(self, asked: Asked, as_of: date | None, recorder: Recorder) -> Answer:
        """Answer, or say what is missing.

        What is not verified as it stands is read again in other words, see
        :mod:`hirec.stages.rereading`.

        Args:
            asked: One question that stands alone.
            as_of: Filings made later do not count; None: all do.
            recorder: Takes the steps.

        """

        def ask(one: Asked) -> Answer:
            return self._as_asked(one, as_of, recorder)

        certain = self._analyst.certain
        return read_again(
            asked, ask(asked), lambda: self._scope(asked, as_of), ask, recorder, certain=certain
        )

    def _as_asked(self, asked: Asked, as_of: date | None, recorder: Recorder) -> Answer:
        try:
            query = self.understand(asked, as_of, recorder)
        except CannotAnswer as refusal:
            return abstain(asked.text, str(refusal))
        return self.read(query, recorder)


def _not_found(question: str, found: Collected) -> Answer:
    """An abstention that says what was looked for, and on which pages a reader would look on."""
    missing = ", ".join(found.missing) or "what is asked"
    if found.nearest:
        figures = "; ".join(
            f"“{at.quote}”, {at.filing_id} page {at.page_number}" for at in found.nearest
        )
        where = f" What comes nearest: {figures}."
        return abstain(question, f"Not found in the filings: {missing}.{where}", found.nearest)
    by_page = {(p.filing_id, p.page_number): p for p in reversed(found.ranked)}
    nearest = list(reversed(by_page.values()))[:_PLACES]
    places = tuple(Citation.of(passage, passage.text[:_QUOTED]) for passage in nearest)
    where = f" The nearest pages: {named_pages(places)}." if places else ""
    return abstain(question, f"Not found in the filings: {missing}.{where}", places)
