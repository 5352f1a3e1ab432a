"""Questions over one generation of an index, from their first word to their answer."""

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from hirec.analysts.protocol import Analyst, History
from hirec.index import Index
from hirec.llm.chat import LlmError
from hirec.llm.meter import metered
from hirec.settings import Settings
from hirec.stages.answering import abstain
from hirec.stages.by_filing import too_much
from hirec.stages.concurrency import in_parallel
from hirec.stages.merging import merge
from hirec.stages.reader import Reader
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import Retriever, retrieve
from hirec.stages.roles import frame_of
from hirec.stages.silence import undisclosed
from hirec.stages.tiers import Tiers
from hirec.tournament.by_model import ByModel
from hirec.types import (
    Answer,
    Asked,
    CannotAnswer,
    Chosen,
    Operation,
    Query,
    Retrieval,
    StageRecord,
)


class FilingAnswerer:
    """One index as of one build, its retriever, and who reads what is found."""

    def __init__(
        self,
        index: Index,
        analyst: Analyst,
        retriever: Retriever,
        settings: Settings,
        by_model: ByModel | None = None,
    ) -> None:
        """Join the parts over one generation.

        Args:
            index: As of one build.
            analyst: Reads first, and alone unless a second reader is added.
            retriever: Made over the same generation.
            settings: The whole tree.
            by_model: What a model does in the tournament; None: nothing.

        """
        self.index = index
        self._analyst = analyst
        self.retriever = retriever
        """Finds filings and passages of this generation."""
        self._settings = settings
        self._by_model = by_model
        self._first = Reader(index, analyst, retriever, settings, by_model)
        self._reader: Reader | Tiers = self._first

    def with_second(self, second: Analyst, settings: Settings) -> None:
        """Let ``second`` read, by its own settings, what the first does not verify."""
        reader = Reader(self.index, second, self.retriever, settings, self._by_model)
        self._reader = Tiers(self._first, reader, figures=settings.llm.answers_figures)

    def understand(self, question: str, as_of: date | None, recorder: Recorder) -> Query:
        """Scope and rewriting; raises CannotAnswer where the scope names what is not here."""
        return self._reader.understand(Asked(question), as_of, recorder)

    def retrieve(self, question: str, as_of: date | None = None) -> Retrieval:
        """Rank filings and passages for a question (stages 1 to 3, one round); read nothing."""
        recorder = Recorder(question)
        try:
            query = self.understand(question, as_of, recorder)
        except CannotAnswer as refusal:
            return Retrieval(question, refusal=str(refusal), trace=recorder.trace())
        found = retrieve(self.retriever, query, recorder)
        return Retrieval(question, found.filings, found.candidates, trace=recorder.trace())

    def ask(
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
        if len(parts) == 1 and (chosen := parts[0].chosen):
            return self._of_chosen(question, chosen, as_of, recorder)
        if len(parts) == 1 and (figure := self._figure(parts[0], as_of, recorder)):
            return figure
        parts = tuple(one for part in parts for one in part.by_filing or (part,))
        if excess := too_much(
            parts, self.index.companies, self._settings.retrieval.max_filings_per_question
        ):
            return abstain(question, excess)
        parts = tuple(self._with_facts(part, as_of, recorder) for part in parts)
        if len(parts) == 1:
            return self._answer(self._reader, parts[0], as_of, recorder)
        return merge(question, self._answered(self._reader, parts, as_of, recorder))

    def _of_chosen(
        self, question: str, chosen: Chosen, as_of: date | None, recorder: Recorder
    ) -> Answer:
        """What is asked of the company that a first question names; no answer without it."""
        which = self._answered(self._first, [chosen.by], as_of, recorder)[0]
        names = (company.name for company in chosen.companies)
        name = next((name for name in names if which.text.startswith(name)), None)
        if which.abstained or name is None:
            return replace(abstain(question, which.reason), filings=which.filings)
        asked = Asked(chosen.rest.format(company=name))
        found = self._answered(self._reader, [asked], as_of, recorder)[0]
        if found.abstained:
            return replace(found, question=question)
        both = merge(question, (which, found))
        return replace(both, value=found.value, unit=found.unit, scale=found.scale)

    def _figure(self, asked: Asked, as_of: date | None, recorder: Recorder) -> Answer | None:
        """The figure that the rules find where a question may want one or words by filing.

        "The change in reserves" may be a row; only where there is none it is text.
        """
        if not asked.by_filing or not self._analyst.certain:
            return None
        if asked.parsed is None or asked.parsed.operation is Operation.TEXT:
            scope = asked.scope or self._analyst.scope(asked.text, self.index.companies, as_of)
            if frame_of(asked.text, scope) is None:
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

        answers = in_parallel(answered, range(len(parts)), len(parts))
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
