"""The whole flow: scope, documents, passages, curation, tournament, answer, trace."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from hirec.analysts.protocol import Analyst, History
from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.index import Index
from hirec.index.reader import PassagesGoneError
from hirec.llm.chat import LlmError
from hirec.llm.meter import metered
from hirec.models.encoder import fingerprint, load_encoder
from hirec.profiles import Answerer, Readers, profile_of
from hirec.settings import Reading, Settings
from hirec.stages.concurrency import in_parallel, stream_steps
from hirec.stages.given import GivenFilings, GivenPassages
from hirec.stages.recorder import Listener, Recorder
from hirec.stages.retriever import Retriever
from hirec.systems import Progress, RetrieverFactory
from hirec.tournament.by_model import ByModel
from hirec.types import Answer, HirecError, Passage, QuestionError, Retrieval, StageRecord

if TYPE_CHECKING:
    from hirec.analysts.llm.analyst import LlmAnalyst
    from hirec.llm.client import LlmClient

T = TypeVar("T")

MAX_QUESTION_CHARS = 4000


class HiREC:
    """Answers questions of an index.

    What a build adds, replaces or removes is seen by the next question, without opening anything
    again; each question runs over one generation of the index from its first step to its last.

    Example:
        ``HiREC.open("index/").ask("What was Adobe's operating income in FY2016?").text``

    """

    def __init__(
        self,
        index: Index,
        analyst: Analyst,
        retriever: Retriever,
        settings: Settings | None = None,
        client: "LlmClient | None" = None,
        second: Analyst | None = None,
        renew: Callable[[Index], Retriever] | None = None,
    ) -> None:
        """Join the parts.

        Raises :class:`LlmNotSetError` where the settings' tournament asks a model and there is
        none.

        Args:
            index: As of one build.
            analyst: Reads first.
            retriever: Made over the same generation.
            settings: The defaults where none are given.
            client: Closed with it, and asked in the tournament too.
            second: Reads what ``analyst`` does not verify.
            renew: Makes the retriever over a later generation of the index; without it no later one
                is followed.

        """
        self._client = client
        self.settings = settings or Settings()
        self._analyst = analyst
        self._second = second
        self._by_model = ByModel.of(self.settings.tournament, client)
        self._renew = renew
        self._lock = threading.Lock()
        self._answerer = self._over(index, retriever)

    @property
    def index(self) -> Index:
        """The index as of the build that the last question was asked of."""
        return self._answerer.index

    @classmethod
    def open(
        cls, path: Path | str, settings: Settings | None = None, system: str = "hirec"
    ) -> Self:
        """Open an index with the models of the settings.

        With a language model in the settings it reads what the rules do not verify. Raises
        IndexMissingError, IndexIncompatibleError, ModelError, LlmNotSetError.

        Args:
            path: Folder of the index, or a URI.
            settings: The defaults where none are given.
            system: ``hirec`` or one of the baselines of :data:`hirec.systems.SYSTEMS`.

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
        profile = profile_of(index)
        encoder = load_encoder(first.models)
        rules = RuleAnalyst(encoder)
        factory = RetrieverFactory(index, encoder, rules, first, progress)
        opened = {}
        for name, (system, settings) in variants.items():
            reads = settings.reading is not Reading.RULES
            writes = settings.retrieval.hypotheses == "llm"
            profile.require(settings.analyst)
            asks = profile.by_model and (reads or writes or settings.tournament.by_model)
            client, model = _model(rules, settings) if asks else (None, None)
            own = factory.by(model) if model and writes else factory
            retriever = own.make(system, settings)
            renew = partial(_renewed, own, system, settings)
            if model is not None and settings.reading is Reading.LLM:
                shown = _shown_to_a_model(settings)
                opened[name] = cls(index, model, retriever, shown, client, renew=renew)
            else:
                second = model if reads else None
                opened[name] = cls(index, rules, retriever, settings, client, second, renew)
        return opened

    def given(self, passages: Sequence[Passage]) -> Self:
        """The same system with these passages in the place of retrieval, all of them shown."""
        settings = _showing(self.settings, max(1, len(passages)))
        passing = GivenPassages(passages)
        return type(self)(self.index, self._analyst, passing, settings, self._client, self._second)

    def within(self, filing_ids: Sequence[str]) -> Self:
        """The same system that searches these filings only, whatever a question names."""
        held = GivenFilings(self.answerer.retriever, filing_ids)
        client, second = self._client, self._second
        return type(self)(self.index, self._analyst, held, self.settings, client, second)

    def ask(
        self,
        question: str,
        as_of: date | None = None,
        history: History = (),
        listener: Listener | None = None,
    ) -> Answer:
        """Answer a question from the filings known on a day.

        Raises :class:`QuestionError` for an empty or overlong question, and :class:`LlmError` where
        the settings' language model cannot be asked, its ``usage`` being all that this question
        spent. An answer that the evidence does not carry is an abstention, not an error.

        Args:
            question: In English; one or several.
            as_of: Filings made later do not count; None: all do.
            history: The (question, answer) turns before it, oldest first.
            listener: Called with each step when it has ended, maybe from several threads.

        """
        question = _checked(question)

        def asked(answerer: Answerer) -> Answer:
            recorder = Recorder(question, listener)
            with metered() as meter:
                try:
                    answer = answerer.ask(question, as_of, history, recorder)
                except LlmError as error:
                    error.usage = meter.usage
                    raise
            return replace(answer, question=question, trace=recorder.trace(), usage=meter.usage)

        return self._of_one_generation(asked)

    async def aask(self, question: str, as_of: date | None = None, history: History = ()) -> Answer:
        """As :meth:`ask`, without blocking the event loop."""
        return await asyncio.to_thread(self.ask, question, as_of, history)

    def ask_many(
        self, questions: Sequence[str], as_of: date | None = None, workers: int = 4
    ) -> list[Answer | HirecError]:
        """Ask several at once; answers in the order of the questions, failures in their place.

        Args:
            questions: Each as :meth:`ask` takes it, without a history.
            as_of: The same for all.
            workers: Questions asked at once, each in a thread.

        """

        def one(question: str) -> Answer | HirecError:
            try:
                return self.ask(question, as_of)
            except HirecError as error:
                return error

        return in_parallel(one, questions, workers)

    def events(
        self, question: str, as_of: date | None = None, history: History = ()
    ) -> Iterator[StageRecord | Answer]:
        """Yield each step when it has ended, then the answer; raises as :meth:`ask` does.

        Whoever stops listening does not stop the question: it runs on to its end.

        Args:
            question: As :meth:`ask` takes it.
            as_of: Filings made later do not count; None: all do.
            history: The (question, answer) turns before it, oldest first.

        """
        return stream_steps(lambda listener: self.ask(question, as_of, history, listener))

    def close(self) -> None:
        """Close connections to a language model, if there are any."""
        if self._client is not None:
            self._client.close()

    def retrieve(self, question: str, as_of: date | None = None) -> Retrieval:
        """Rank filings and passages for a question (stages 1 to 3, one round); read nothing.

        Raises :class:`QuestionError` for an empty or overlong question.
        """
        question = _checked(question)
        return self._of_one_generation(lambda answerer: answerer.retrieve(question, as_of))

    def _over(self, index: Index, retriever: Retriever) -> Answerer:
        shown = _shown_to_a_model(self.settings)
        readers = Readers(self._analyst, self._second, shown, self._by_model)
        return profile_of(index).answerer(index, retriever, self.settings, readers)

    @property
    def answerer(self) -> Answerer:
        """What asks by the generation in force."""
        if self._renew is None or not self._answerer.index.stale:
            return self._answerer
        with self._lock:
            if self._answerer.index.stale:
                index = self._answerer.index.renewed()
                self._answerer = self._over(index, self._renew(index))
            return self._answerer

    def _of_one_generation(self, ask: Callable[[Answerer], T]) -> T:
        """What a question comes to, begun anew where its generation was dropped meanwhile."""
        answerer = self.answerer
        try:
            return ask(answerer)
        except PassagesGoneError:
            if self._renew is None or not answerer.index.stale:
                raise
        return ask(self.answerer)


def _model(rules: RuleAnalyst, settings: Settings) -> "tuple[LlmClient, LlmAnalyst]":
    """The settings' language model and who reads with it; imported only where one is asked."""
    from hirec.analysts.llm.analyst import LlmAnalyst
    from hirec.llm.local import open_client

    client = open_client(settings)
    return client, LlmAnalyst(client, rules, settings)


def _renewed(factory: RetrieverFactory, system: str, settings: Settings, index: Index) -> Retriever:
    return factory.over(index).make(system, settings)


def _shown_to_a_model(settings: Settings) -> Settings:
    """Settings by which a round brings no more passages than a model is shown."""
    shown = _showing(
        settings, min(settings.retrieval.passages, settings.curation.max_passages_shown)
    )
    if settings.llm.selects_passages:
        return shown
    curation = shown.curation.model_copy(update={"enabled": False})
    return shown.model_copy(update={"curation": curation})


def _showing(settings: Settings, passages: int) -> Settings:
    retrieval = settings.retrieval.model_copy(update={"passages": passages})
    curation = settings.curation.model_copy(update={"max_passages_shown": passages})
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
