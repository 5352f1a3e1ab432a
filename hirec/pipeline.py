"""The whole flow: scope, documents, passages, curation, tournament, answer, trace."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Self

from hirec.analysts.protocol import Analyst
from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.index import Index
from hirec.models.encoder import fingerprint, load_encoder
from hirec.settings import Settings
from hirec.stages.answering import AnswerStage, abstain
from hirec.stages.coverage import check_scope
from hirec.stages.curation import EvidenceLoop
from hirec.stages.given import GivenPassages
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import Retriever, retrieve
from hirec.stages.tournament import Tournament
from hirec.systems import Progress, RetrieverFactory
from hirec.types import Answer, CannotAnswer, Passage, Query, QuestionError, Retrieval

MAX_QUESTION_CHARS = 4000


class HiREC:
    """Asks questions of an index.

    Example:
        ``HiREC.open("index/").ask("What was Adobe's operating income in FY2016?").text``

    """

    def __init__(
        self,
        index: Index,
        analyst: Analyst,
        retriever: Retriever,
        settings: Settings | None = None,
    ) -> None:
        self.index = index
        self.settings = settings or Settings()
        self._analyst = analyst
        self._retriever = retriever
        self._loop = EvidenceLoop(retriever, analyst, self.settings)
        self._tournament = Tournament(
            analyst, self.settings.tournament, self.settings.retrieval.rrf_k
        )
        self._answers = AnswerStage(analyst, self.settings.sandbox)

    @classmethod
    def open(
        cls, path: Path | str, settings: Settings | None = None, system: str = "hirec"
    ) -> Self:
        """Open an index with the models of the settings.

        ``system`` is ``hirec`` or one of the baselines of :data:`hirec.systems.SYSTEMS`. Raises
        IndexMissingError, IndexIncompatibleError, ModelError.
        """
        return cls.open_systems(path, {system: (system, settings or Settings())})[system]

    @classmethod
    def open_systems(
        cls,
        path: Path | str,
        variants: Mapping[str, tuple[str, Settings]],
        progress: Progress | None = None,
    ) -> dict[str, Self]:
        """Open an index once for several systems, or for one under several settings.

        Args:
            path: Folder of the index.
            variants: Name → (system, settings), at least one; the models are those of the first.
            progress: Called with (embedded, all) while passages are embedded for a baseline.

        """
        first = next(iter(variants.values()))[1]
        index = Index.open(path, encoder_fingerprint=fingerprint(first.models))
        encoder = load_encoder(first.models)
        analyst = RuleAnalyst(encoder)
        factory = RetrieverFactory(index, encoder, analyst, first, progress)
        return {
            name: cls(index, analyst, factory.make(system, settings), settings)
            for name, (system, settings) in variants.items()
        }

    def given(self, passages: Sequence[Passage]) -> Self:
        """The same system with these passages in the place of retrieval, all of them shown."""
        shown = {"passages": max(1, len(passages))}
        retrieval = self.settings.retrieval.model_copy(update=shown)
        settings = self.settings.model_copy(update={"retrieval": retrieval})
        return type(self)(self.index, self._analyst, GivenPassages(passages), settings)

    def ask(self, question: str, as_of: date | None = None) -> Answer:
        """Answer a question from the filings known on ``as_of`` (default: all).

        Raises :class:`QuestionError` for an empty or overlong question; an answer that the
        evidence does not carry is an abstention, not an error.
        """
        question = _checked(question)
        recorder = Recorder(question)
        answer = self._answer(question, as_of, recorder)
        trace = recorder.trace()
        return replace(answer, trace=trace, usage=trace.usage())

    def retrieve(self, question: str, as_of: date | None = None) -> Retrieval:
        """Rank filings and passages for a question (stages 1 to 3, one round); read nothing.

        Raises :class:`QuestionError` for an empty or overlong question.
        """
        question = _checked(question)
        recorder = Recorder(question)
        try:
            query = self._understand(question, as_of, recorder)
        except CannotAnswer as refusal:
            return Retrieval(question, refusal=str(refusal), trace=recorder.trace())
        found = retrieve(self._retriever, query, recorder)
        return Retrieval(question, found.filings, found.candidates, trace=recorder.trace())

    def _understand(self, question: str, as_of: date | None, recorder: Recorder) -> Query:
        """Scope and rewriting; raises CannotAnswer where the scope names what is not here."""
        with recorder.step("scope") as detail:
            scope = self._analyst.scope(question, self.index.companies, as_of)
            detail["companies"] = [company.name for company in scope.companies]
            detail["unknown_companies"] = list(scope.unknown_companies)
            detail["periods"] = [ref.period.label() for ref in scope.periods]
            detail["forms"] = [form.value for form in scope.forms]
            detail["event_dates"] = [day.isoformat() for day in scope.event_dates]
            try:
                check_scope(scope, self.index)
            except CannotAnswer as refusal:
                detail["missing"] = list(refusal.missing)
                raise
            query = self._analyst.rewrite(question, scope)
            detail["metrics"] = list(query.intent.metrics)
            detail["relation"] = query.intent.relation.value
            return query

    def _answer(self, question: str, as_of: date | None, recorder: Recorder) -> Answer:
        filings = self.index.filings
        try:
            query = self._understand(question, as_of, recorder)
        except CannotAnswer as refusal:
            return abstain(question, str(refusal))
        found = self._loop.collect(query, filings, recorder)
        with recorder.step("tournament") as detail:
            ordered = self._tournament.order(query, found.evidence, filings)
            detail["order"] = [
                {
                    "passage": passage.passage_id,
                    "score": round(score, 4),
                    "topic": a.topic,
                    "metric": a.metric,
                    "period": a.period,
                    "entity": a.entity,
                    "number": a.number,
                }
                for passage, score, a in ordered
            ]
        evidence = tuple(passage for passage, _, _ in ordered)
        if found.answerable:
            answer = self._answers.answer(query, evidence, filings, found.filings, recorder)
        else:
            missing = ", ".join(found.missing) or "what is asked"
            answer = abstain(question, f"Not found in the filings: {missing}.")
        return replace(answer, evidence=evidence, filings=found.filings, ranked=found.ranked)


def _checked(question: str) -> str:
    """The question on one line; raises :class:`QuestionError` for an empty or overlong one."""
    question = " ".join(question.split())
    if not question:
        raise QuestionError("The question is empty; ask something such as: What was …?")
    if len(question) > MAX_QUESTION_CHARS:
        raise QuestionError(
            f"The question has {len(question)} characters; {MAX_QUESTION_CHARS} are the most."
        )
    return question
