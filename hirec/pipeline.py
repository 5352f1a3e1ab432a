"""The whole flow: scope, documents, passages, curation, tournament, answer, trace."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Self

from hirec.analysts.protocol import Analyst
from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.index import Index
from hirec.models.cross_encoder import load_cross_encoder
from hirec.models.encoder import Encoder, fingerprint, load_encoder
from hirec.settings import Settings
from hirec.stages.answering import AnswerStage, abstain
from hirec.stages.coverage import check_scope
from hirec.stages.curation import EvidenceLoop
from hirec.stages.documents import DocumentStage
from hirec.stages.passages import PassageStage
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import FlatRetriever, HierarchicalRetriever, Retriever
from hirec.stages.tournament import Tournament
from hirec.types import Answer, CannotAnswer, QuestionError

SYSTEMS = ("hirec", "flat-bm25", "flat-dense")
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

        ``system`` is ``hirec`` or one of the baselines ``flat-bm25`` and ``flat-dense``, which
        search all passages of the index at once. Raises IndexMissingError, IndexIncompatibleError,
        ModelError.
        """
        settings = settings or Settings()
        if system not in SYSTEMS:
            raise QuestionError(f"Unknown system '{system}': choose one of {', '.join(SYSTEMS)}.")
        index = Index.open(path, encoder_fingerprint=fingerprint(settings.models))
        encoder = load_encoder(settings.models)
        analyst = RuleAnalyst(encoder)
        return cls(index, analyst, _retriever(system, index, encoder, analyst, settings), settings)

    def ask(self, question: str, as_of: date | None = None) -> Answer:
        """Answer a question from the filings known on ``as_of`` (default: all).

        Raises :class:`QuestionError` for an empty or overlong question; an answer that the
        evidence does not carry is an abstention, not an error.
        """
        question = " ".join(question.split())
        if not question:
            raise QuestionError("The question is empty; ask something such as: What was …?")
        if len(question) > MAX_QUESTION_CHARS:
            raise QuestionError(
                f"The question has {len(question)} characters; {MAX_QUESTION_CHARS} are the most."
            )
        recorder = Recorder(question)
        answer = self._answer(question, as_of, recorder)
        return replace(answer, trace=recorder.trace())

    def _answer(self, question: str, as_of: date | None, recorder: Recorder) -> Answer:
        filings = self.index.filings
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
                return abstain(question, str(refusal))
            query = self._analyst.rewrite(question, scope)
            detail["metrics"] = list(query.intent.metrics)
            detail["relation"] = query.intent.relation.value
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


def _retriever(
    system: str, index: Index, encoder: Encoder, analyst: Analyst, settings: Settings
) -> Retriever:
    if system == "flat-bm25":
        return FlatRetriever.bm25(index, settings.retrieval)
    if system == "flat-dense":
        return FlatRetriever.dense(index, encoder, settings.retrieval)
    return HierarchicalRetriever(
        DocumentStage(index, encoder, settings.retrieval),
        PassageStage(index, analyst, settings, load_cross_encoder(settings.models)),
    )
