"""The answer stage: drafts are run, checked, and once repaired (HiREC 4.3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from hirec.analysts.protocol import Analyst, Draft, Explained, Statement
from hirec.programs import Pages, Run, contradiction, run, verify, whose_reason
from hirec.settings import SandboxSettings
from hirec.stages.formatting import express
from hirec.stages.recorder import Recorder
from hirec.types import (
    Answer,
    CannotAnswer,
    Citation,
    Filing,
    Passage,
    Program,
    ProgramError,
    Query,
    Verdict,
    Working,
)


@dataclass(frozen=True, slots=True)
class _Material:
    """What an answer may rest on."""

    query: Query
    evidence: Sequence[Passage]
    filings: Mapping[str, Filing]
    ranking: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Trial:
    """A draft that was run and checked."""

    draft: Program | Statement
    run: Run | None = None
    workings: str = ""
    """The figures that a result in words rests on."""
    conventions: tuple[str, ...] = ()
    """Other results by other usual conventions: ``on year-end balances 5.01%``."""
    problem: str = ""
    """Why it does not hold; empty where it does."""
    refusal: CannotAnswer | None = None
    """Why it is no answer to the question at all."""


class AnswerStage:
    """Turns evidence into an answer, or into an abstention that says what is missing."""

    def __init__(
        self, analyst: Analyst, settings: SandboxSettings, pages: Pages | None = None
    ) -> None:
        """Take who answers, and what answers are held against.

        Args:
            analyst: Drafts, reviews and repairs.
            settings: Limits under which programs run.
            pages: Gives whole filings, whose other places may contradict an answer; None: nothing
                is looked up there.

        """
        self._analyst = analyst
        self._settings = settings
        self._pages = pages

    def answer(
        self,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        ranking: Sequence[str],
        recorder: Recorder,
        likely: Draft | None = None,
    ) -> Answer:
        """Answer from the evidence alone; of equal sources the first in ``ranking`` is cited.

        A program that fails, or that the pages do not back, goes back to the analyst once with the
        reason. One that fails again, or is about something else than the question, is an
        abstention; what is still not backed is unverified, with the reason.

        Args:
            query: What is asked.
            evidence: All that may be cited.
            filings: By filing_id.
            ranking: filing_ids, best first.
            recorder: Takes the step.
            likely: The draft where the analyst writes none; None: it abstains then.

        """
        material = _Material(query, evidence, filings, ranking)
        with recorder.step("answer") as detail:
            try:
                draft = self._draft(material, likely)
                if isinstance(draft, Explained):
                    return self._both(draft, material, detail)
                return self._answer_of(draft, material, detail)
            except CannotAnswer as refusal:
                detail["missing"] = list(refusal.missing)
                return abstain(query.text, str(refusal), refusal.places)

    def _draft(self, material: _Material, likely: Draft | None) -> Draft:
        """What the analyst writes, else what curation found likely.

        What was in doubt over all that was shown is no surer over what is kept of it.
        """
        query, evidence = material.query, material.evidence
        try:
            draft = self._analyst.answer(query, evidence, material.filings, material.ranking)
        except CannotAnswer:
            if likely is None:
                raise
            return likely
        if isinstance(draft, Program | Statement) and isinstance(likely, Program | Statement):
            return replace(draft, doubt=draft.doubt or likely.doubt)
        return draft

    def _both(self, draft: Explained, material: _Material, detail: dict[str, object]) -> Answer:
        """A figure and its explanation; the explanation alone where the figure is not sure."""
        words = self._answer_of(draft.statement, material, detail)
        try:
            figure = self._answer_of(draft.program, material, detail)
        except CannotAnswer:
            return words
        return _joined(figure, words) if figure.verdict is Verdict.VERIFIED else words

    def _answer_of(
        self, draft: Program | Statement, material: _Material, detail: dict[str, object]
    ) -> Answer:
        """The answer a draft comes to, a program after at most one repair.

        Raises CannotAnswer where it is about something else than what is asked.
        """
        trial = self._tried(draft, material)
        if trial.problem and isinstance(draft, Program):
            trial = self._repaired(draft, trial.problem, material, detail) or trial
        if trial.refusal:
            raise trial.refusal
        query = material.query
        if isinstance(trial.draft, Statement):
            detail["kind"] = "statement"
            verdict = Verdict.UNVERIFIED if trial.problem else Verdict.VERIFIED
            text, cited = trial.draft.text, trial.draft.citations
            return Answer(query.text, text, verdict, trial.problem, citations=cited)
        detail["kind"] = "program"
        if trial.run is None:
            detail["error"] = trial.problem
            return abstain(query.text, f"The program for this question failed: {trial.problem}")
        detail["engine"] = trial.run.engine
        detail["program_seconds"] = round(trial.run.seconds, 4)
        detail["value"] = str(trial.run.value)
        return _computed(query, trial.draft, trial.run, trial)

    def _repaired(
        self, program: Program, problem: str, material: _Material, detail: dict[str, object]
    ) -> _Trial | None:
        """The analyst's second program, tried; None where it has none."""
        second = self._analyst.repair(program, problem, material.query, material.evidence)
        if second is None:
            return None
        again = self._tried(second, material)
        detail["repair"] = {"problem": problem, "then": again.problem or "holds"}
        return again

    def _tried(self, draft: Program | Statement, material: _Material) -> _Trial:
        evidence, outcome, workings = material.evidence, None, ""
        conventions: tuple[str, ...] = ()
        if isinstance(draft, Program):
            try:
                outcome = run(draft, self._settings)
                workings = self._workings(draft)
                conventions = tuple(self._other_results(draft, outcome))
            except ProgramError as error:
                return _Trial(draft, problem=str(error))
            verdict, reason = verify(draft, evidence, material.query.scope, material.filings)
            if verdict is not Verdict.VERIFIED:
                return _Trial(draft, outcome, workings, conventions, reason)
        try:
            objection = self._analyst.review(
                draft, material.query, evidence, material.filings, material.ranking
            )
        except CannotAnswer as refusal:
            return _Trial(draft, outcome, workings, conventions, str(refusal), refusal)
        if isinstance(draft, Statement) and not objection:
            objection = whose_reason(draft.citations, material.query.scope, material.filings)
        if outcome and isinstance(draft, Program) and self._pages and not objection:
            objection = contradiction(draft, outcome.value, self._pages)
        return _Trial(draft, outcome, workings, conventions, objection)

    def _workings(self, program: Program) -> str:
        """``FY2021 36.76%; FY2022 34.64%``: the program run to each of its workings."""
        return "; ".join(
            f"{working.label} {self._rendered(program, working)}" for working in program.workings
        )

    def _other_results(self, program: Program, outcome: Run) -> Iterator[str]:
        """``on year-end balances 5.01%``: conventions by which the answer would read otherwise."""
        result = express(outcome.value, program)
        for other in program.alternatives:
            try:
                shown = self._rendered(program, other)
            except ProgramError:
                continue  # a convention that divides by nothing has no result to differ
            if shown != result:
                yield f"{other.label} {shown}"

    def _rendered(self, program: Program, working: Working) -> str:
        """A program run to one of its workings, expressed as its result would be."""
        source = f"{program.source}answer = {working.expression}\n"
        step = replace(program, source=source, unit=working.unit)
        return express(run(step, self._settings).value, step)


def _computed(query: Query, program: Program, outcome: Run, trial: _Trial) -> Answer:
    text = express(outcome.value, program)
    if trial.workings and program.listed:
        text = trial.workings
    shown = "" if program.listed else trial.workings
    unsaid = [ref.period.label() for ref in query.scope.periods if not ref.said]
    newest = ", ".join(label for label in unsaid if label not in trial.workings)
    beside = "; ".join(p for p in (newest, shown, program.convention, *trial.conventions) if p)
    ambiguity = _conventions_differ(text, program, trial)
    return Answer(
        query.text,
        f"{text} ({beside})" if beside else text,
        Verdict.UNVERIFIED if trial.problem or ambiguity else Verdict.VERIFIED,
        " ".join(part for part in (trial.problem, ambiguity, *_restatements(program)) if part),
        value=None if program.listed or not isinstance(outcome.value, Decimal) else outcome.value,
        unit=program.unit,
        scale=program.scale,
        program=program,
        citations=tuple(map(Citation.of_operand, program.operands)),
    )


def _conventions_differ(text: str, program: Program, trial: _Trial) -> str:
    """A sentence where usual conventions give other results; empty where they agree."""
    if not trial.conventions:
        return ""
    others = ", ".join(trial.conventions)
    return f"Usual conventions differ: {program.convention} {text}, {others}."


def _restatements(program: Program) -> Iterator[str]:
    """A sentence for each operand that an earlier filing states differently."""
    for operand in program.operands:
        if before := operand.earlier:
            yield (
                f"{operand.filing_id} states {operand.name} as {operand.printed}; "
                f"{before.filing_id}, page {before.page_number}, filed before it, as "
                f"{before.printed}."
            )


def _joined(figure: Answer, words: Answer) -> Answer:
    """A sure figure and its explanation as one answer, as sure as the words are."""
    return replace(
        figure,
        text=f"{figure.text}. {words.text}",
        verdict=words.verdict,
        reason=words.reason,
        citations=(*figure.citations, *words.citations),
    )


def abstain(question: str, reason: str, places: tuple[Citation, ...] = ()) -> Answer:
    """Refuse to answer.

    Args:
        question: As it was asked.
        reason: What is missing, in a sentence.
        places: Where a reader would look, best first.

    """
    return Answer(question, reason, Verdict.ABSTAINED, reason, citations=places)
