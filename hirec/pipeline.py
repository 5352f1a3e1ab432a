"""The whole flow: scope, documents, passages, curation, tournament, answer, trace."""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Self

from hirec.analysts.llm.analyst import LlmAnalyst
from hirec.analysts.protocol import Analyst, History
from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.index import Index
from hirec.llm.chat import LlmError
from hirec.llm.client import LlmClient
from hirec.llm.local import open_client
from hirec.llm.meter import metered
from hirec.models.encoder import fingerprint, load_encoder
from hirec.settings import Reading, Settings
from hirec.stages.answering import abstain
from hirec.stages.by_filing import too_much
from hirec.stages.concurrency import at_once, listened
from hirec.stages.given import GivenPassages
from hirec.stages.merging import merge
from hirec.stages.reader import Reader
from hirec.stages.recorder import Listener, Recorder
from hirec.stages.retriever import Retriever, retrieve
from hirec.stages.silence import undisclosed
from hirec.stages.tiers import Tiers
from hirec.systems import Progress, RetrieverFactory
from hirec.tournament.by_model import ByModel
from hirec.types import (
    Answer,
    Asked,
    CannotAnswer,
    HirecError,
    Operation,
    Passage,
    QuestionError,
    Retrieval,
    StageRecord,
)

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
        client: LlmClient | None = None,
        second: Analyst | None = None,
    ) -> None:
        """Join the parts; ``client`` is closed with it, and asked in the tournament too.

        ``second`` reads what ``analyst`` does not verify. Raises :class:`LlmNotSetError` where the
        settings' tournament asks a model and there is none.
        """
        self.index = index
        self._client = client
        self.settings = settings or Settings()
        self._analyst = analyst
        self._second = second
        self._retriever = retriever
        by_model = ByModel.of(self.settings.tournament, client)
        self._first = Reader(index, analyst, retriever, self.settings, by_model)
        self._reader: Reader | Tiers = self._first
        if second is not None:
            own = _shown_to_a_model(self.settings)
            reader = Reader(index, second, retriever, own, by_model)
            self._reader = Tiers(self._first, reader, figures=own.llm.figures)

    @classmethod
    def open(
        cls, path: Path | str, settings: Settings | None = None, system: str = "hirec"
    ) -> Self:
        """Open an index with the models of the settings.

        ``system`` is ``hirec`` or one of the baselines of :data:`hirec.systems.SYSTEMS`. With a
        language model in the settings it reads what the rules do not verify. Raises
        IndexMissingError, IndexIncompatibleError, ModelError, LlmNotSetError.
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
        rules = RuleAnalyst(encoder)
        factory = RetrieverFactory(index, encoder, rules, first, progress)
        opened = {}
        for name, (system, settings) in variants.items():
            reads = settings.reading is not Reading.RULES
            writes = settings.retrieval.hypotheses == "llm"
            asks = reads or writes or settings.tournament.by_model
            client = open_client(settings) if asks else None
            model = LlmAnalyst(client, rules, settings) if client else None
            retriever = (factory.by(model) if model and writes else factory).make(system, settings)
            if model is not None and settings.reading is Reading.LLM:
                opened[name] = cls(index, model, retriever, _shown_to_a_model(settings), client)
            else:
                second = model if reads else None
                opened[name] = cls(index, rules, retriever, settings, client, second)
        return opened

    def given(self, passages: Sequence[Passage]) -> Self:
        """The same system with these passages in the place of retrieval, all of them shown."""
        settings = _showing(self.settings, max(1, len(passages)))
        passing = GivenPassages(passages)
        return type(self)(self.index, self._analyst, passing, settings, self._client, self._second)

    def ask(
        self,
        question: str,
        as_of: date | None = None,
        history: History = (),
        listener: Listener | None = None,
    ) -> Answer:
        """Answer a question from the filings known on ``as_of`` (default: all).

        ``history`` holds the (question, answer) turns before it, oldest first; ``listener`` is
        called with each step when it has ended, maybe from several threads. Raises
        :class:`QuestionError` for an empty or overlong question, and :class:`LlmError` where the
        settings' language model cannot be asked, its ``usage`` being all that this question
        spent. An answer that the evidence does not carry is an abstention, not an error.
        """
        question = _checked(question)
        recorder = Recorder(question, listener)
        with metered() as meter:
            try:
                answer = self._asked(question, as_of, history, recorder)
            except LlmError as error:
                error.usage = meter.usage
                raise
        return replace(answer, question=question, trace=recorder.trace(), usage=meter.usage)

    async def aask(self, question: str, as_of: date | None = None, history: History = ()) -> Answer:
        """As :meth:`ask`, without blocking the event loop."""
        return await asyncio.to_thread(self.ask, question, as_of, history)

    def ask_many(
        self, questions: Sequence[str], as_of: date | None = None, workers: int = 4
    ) -> list[Answer | HirecError]:
        """Ask several at once; answers in the order of the questions, failures in their place."""

        def one(question: str) -> Answer | HirecError:
            try:
                return self.ask(question, as_of)
            except HirecError as error:
                return error

        return at_once(one, questions, workers)

    def events(
        self, question: str, as_of: date | None = None, history: History = ()
    ) -> Iterator[StageRecord | Answer]:
        """Yield each step when it has ended, then the answer; raises as :meth:`ask` does.

        Whoever stops listening does not stop the question: it runs on to its end.
        """
        return listened(lambda listener: self.ask(question, as_of, history, listener))

    def close(self) -> None:
        """Close connections to a language model, if there are any."""
        if self._client is not None:
            self._client.close()

    def retrieve(self, question: str, as_of: date | None = None) -> Retrieval:
        """Rank filings and passages for a question (stages 1 to 3, one round); read nothing.

        Raises :class:`QuestionError` for an empty or overlong question.
        """
        question = _checked(question)
        recorder = Recorder(question)
        try:
            query = self._reader.understand(Asked(question), as_of, recorder)
        except CannotAnswer as refusal:
            return Retrieval(question, refusal=str(refusal), trace=recorder.trace())
        found = retrieve(self._retriever, query, recorder)
        return Retrieval(question, found.filings, found.candidates, trace=recorder.trace())

    def _asked(
        self, question: str, as_of: date | None, history: History, recorder: Recorder
    ) -> Answer:
        """Answer the self-contained questions that a question comes to, all at once."""
        started = time.perf_counter()
        refused = None
        with metered() as meter:
            try:
                parts = self._reader.questions(question, history, as_of)
            except CannotAnswer as refusal:
                parts, refused = (), abstain(question, str(refusal))
        texts = [part.text for part in parts]
        if texts != [question]:
            detail: dict[str, object] = {"asked": question, "turns": len(history)}
            detail["questions"] = texts
            if meter.calls:
                detail["calls"] = [call.detail() for call in meter.calls]
            seconds = time.perf_counter() - started
            recorder.add(StageRecord("questions", 0, seconds, detail, meter.usage))
        if refused is not None:
            return refused
        if len(parts) == 1 and (figure := self._figure(parts[0], as_of, recorder)):
            return figure
        parts = tuple(one for part in parts for one in part.by_filing or (part,))
        if excess := too_much(parts, self.index.companies, self.settings.retrieval.entries):
            return abstain(question, excess)
        parts = tuple(self._with_facts(part, as_of, recorder) for part in parts)
        if len(parts) == 1:
            return self._answer(self._reader, parts[0], as_of, recorder)
        return merge(question, self._answered(self._reader, parts, as_of, recorder))

    def _figure(self, asked: Asked, as_of: date | None, recorder: Recorder) -> Answer | None:
        """The figure that the rules find where a question may want one or words by filing.

        "The change in reserves" may be a row; only where there is none it is text.
        """
        worded = asked.parsed is None or asked.parsed.operation is Operation.TEXT
        if not asked.by_filing or worded or not self._analyst.certain:
            return None
        figure = self._first.answer(asked, as_of, recorder)
        return None if figure.abstained else figure

    def _with_facts(self, asked: Asked, as_of: date | None, recorder: Recorder) -> Asked:
        """A question for words with the figures that it rests on, as far as they are stated.

        The first reader computes them: figures stay with programs.
        """
        if not asked.rests_on:
            return asked
        answers = self._answered(self._first, asked.rests_on, as_of, recorder)
        return replace(asked, facts=tuple(fact for fact in answers if not fact.abstained))

    def _answer(
        self, reader: Reader | Tiers, asked: Asked, as_of: date | None, recorder: Recorder
    ) -> Answer:
        """A reader's answer; where it refuses, what the silence of the filing says."""
        answer = reader.answer(asked, as_of, recorder)
        if not (answer.abstained and answer.filings):
            return answer
        scope = asked.scope or self._analyst.scope(asked.text, self.index.companies, as_of)
        filing = self.index.filings[answer.filings[0]]
        silence = undisclosed(asked.text, scope, filing, self.index.passages, recorder)
        if silence is None:
            return answer
        return replace(silence, filings=answer.filings, ranked=answer.ranked)

    def _answered(
        self,
        reader: Reader | Tiers,
        parts: Sequence[Asked],
        as_of: date | None,
        recorder: Recorder,
    ) -> list[Answer]:
        """The answers to several questions, all at once, their steps numbered by part.

        A part for which the model cannot be asked is a refusal that says so; raises LlmError where
        that befell them all.
        """
        recorders = [recorder.part(number) for number in range(1, len(parts) + 1)]

        def answered(at: int) -> Answer | LlmError:
            try:
                return self._answer(reader, parts[at], as_of, recorders[at])
            except LlmError as error:
                return error

        answers = at_once(answered, range(len(parts)), len(parts))
        for own in recorders:
            recorder.take(own)
        failed = [answer for answer in answers if isinstance(answer, LlmError)]
        if failed and len(failed) == len(parts):
            raise failed[0]
        return [
            replace(
                abstain(part.text, str(answer)) if isinstance(answer, LlmError) else answer,
                subject=part.subject,
            )
            for answer, part in zip(answers, parts, strict=True)
        ]


def _shown_to_a_model(settings: Settings) -> Settings:
    """Settings by which a round brings no more passages than a model is shown."""
    shown = _showing(settings, min(settings.retrieval.passages, settings.curation.shown))
    if settings.llm.curates:
        return shown
    curation = shown.curation.model_copy(update={"enabled": False})
    return shown.model_copy(update={"curation": curation})


def _showing(settings: Settings, passages: int) -> Settings:
    retrieval = settings.retrieval.model_copy(update={"passages": passages})
    curation = settings.curation.model_copy(update={"shown": passages})
    return settings.model_copy(update={"retrieval": retrieval, "curation": curation})


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
