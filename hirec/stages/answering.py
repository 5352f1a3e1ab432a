"""The answer stage: programs are run and verified, statements are quoted (HiREC 4.3)."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from hirec.analysts.protocol import Analyst, Statement
from hirec.programs import run, verify
from hirec.settings import SandboxSettings
from hirec.stages.formatting import describe_operand, express
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
)


class AnswerStage:
    """Turns evidence into an answer, or into an abstention that says what is missing."""

    def __init__(self, analyst: Analyst, settings: SandboxSettings) -> None:
        self._analyst = analyst
        self._settings = settings

    def answer(
        self,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        ranking: Sequence[str],
        recorder: Recorder,
    ) -> Answer:
        """Answer from the evidence alone; of equal sources the first in ``ranking`` is cited."""
        with recorder.step("answer") as detail:
            try:
                draft = self._analyst.answer(query, evidence, filings, ranking)
                if isinstance(draft, Statement):
                    detail["kind"] = "statement"
                    return Answer(
                        query.text, draft.text, Verdict.VERIFIED, citations=draft.citations
                    )
                detail["kind"] = "program"
                return self._compute(query, draft, evidence, filings, detail)
            except CannotAnswer as refusal:
                detail["missing"] = list(refusal.missing)
                return abstain(query.text, str(refusal))
            except ProgramError as error:
                detail["error"] = str(error)
                return abstain(query.text, f"The program for this question failed: {error}")

    def _compute(
        self,
        query: Query,
        program: Program,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        detail: dict[str, object],
    ) -> Answer:
        result = run(program, self._settings)
        detail["engine"] = result.engine
        detail["program_seconds"] = round(result.seconds, 4)
        detail["value"] = str(result.value)
        verdict, reason = verify(program, evidence, query.scope, filings)
        value = result.value if isinstance(result.value, Decimal) else None
        return Answer(
            query.text,
            express(result.value, program),
            verdict,
            " ".join(part for part in (reason, *_restatements(program)) if part),
            value=value,
            unit=program.unit,
            scale=program.scale,
            program=program,
            citations=tuple(
                Citation(o.filing_id, o.page_number, o.passage_id, describe_operand(o), o.box)
                for o in program.operands
            ),
        )


def _restatements(program: Program) -> Iterator[str]:
    """A sentence for each operand that an earlier filing states differently."""
    for operand in program.operands:
        if before := operand.earlier:
            yield (
                f"{operand.filing_id} states {operand.name} as {operand.printed}; "
                f"{before.filing_id}, page {before.page_number}, filed before it, as "
                f"{before.printed}."
            )


def abstain(question: str, reason: str) -> Answer:
    """Refuse to answer, saying what is missing."""
    return Answer(question, reason, Verdict.ABSTAINED, reason)
