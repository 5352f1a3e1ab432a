"""Textual answers marked by a language model (HiREC, section 5.1 and appendix C.3).

A judge is asked about finished records, never while answering, so that a run can be judged again
by another model. What it replies is held to its schema; a reply that cannot be read is an error
of that case and gives no mark.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from hirec.evaluation.agreement import cohen_kappa
from hirec.intervals import estimate
from hirec.llm.chat import ChatModel, ChatRequest, LlmError
from hirec.prompts import delimited, load_prompt

MAX_CONTEXT_CHARS = 12_000
MAX_ANSWER_CHARS = 4_000
Progress = Callable[[int, int], None]


class Ruling(BaseModel):
    """What a judge replies."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(max_length=300)
    verdict: Literal["correct", "incorrect"]


@dataclass(frozen=True, slots=True)
class Case:
    """One answer to be marked."""

    case_id: str
    question: str
    gold: str
    answer: str
    context: str = ""
    """Text of the gold pages, where it is at hand."""
    right: bool | None = None
    """Whether the answer is right where that is known without a judge: measures the judge."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A case with its mark, or with the error that left it without one."""

    case: Case
    correct: bool | None
    reason: str = ""
    error: str = ""


class Judge(Protocol):
    """Anyone who marks answers."""

    def judge(self, cases: Sequence[Case], /) -> list[Judgement]:
        """Mark each case; what goes wrong with one is its error and spoils none of the others."""
        ...


class LlmJudge:
    """Marks by a language model, all cases at once."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._prompt = load_prompt("judge")

    def judge(self, cases: Sequence[Case]) -> list[Judgement]:
        """Mark each case; unreadable replies and failures become the case's error."""
        replies = self._model.chat_many([self._request(case) for case in cases])
        return [
            Judgement(case, None, error=f"{type(reply).__name__}: {reply}")
            if isinstance(reply, LlmError)
            else Judgement(case, reply.value.verdict == "correct", reply.value.reason)
            for case, reply in zip(cases, replies, strict=True)
        ]

    def _request(self, case: Case) -> ChatRequest[Ruling]:
        context = case.context[:MAX_CONTEXT_CHARS] or "(none given)"
        return self._prompt.request(
            Ruling,
            context=delimited({"context": context}),
            question=case.question,
            gold=case.gold,
            answer=case.answer[:MAX_ANSWER_CHARS],
        )


def judge_all(
    judge: Judge, cases: Sequence[Case], progress: Progress | None = None, cases_at_once: int = 32
) -> list[Judgement]:
    """Mark the cases in batches, in their order.

    Args:
        judge: Asked once a batch.
        cases: Answers with their gold.
        progress: Called with (cases marked, all cases) after each batch.
        cases_at_once: Size of a batch.

    """
    done: list[Judgement] = []
    for start in range(0, len(cases), cases_at_once):
        done += judge.judge(cases[start : start + cases_at_once])
        if progress:
            progress(len(done), len(cases))
    return done


def summarize_judgements(judgements: Sequence[Judgement]) -> dict[str, Any]:
    """Share of correct answers, failures, and agreement with what is known.

    ``correct`` counts the cases without a known result; ``agreement`` and Cohen's ``kappa`` those
    with one. Cases that ended in an error count in ``errors`` only.
    """
    marked = [j for j in judgements if j.correct is not None]
    unknown = [float(bool(j.correct)) for j in marked if j.case.right is None]
    known = [(bool(j.correct), j.case.right) for j in marked if j.case.right is not None]
    return {
        "cases": len(judgements),
        "errors": len(judgements) - len(marked),
        "correct": estimate(unknown).to_json(),
        "agreement": estimate([float(stated == right) for stated, right in known]).to_json(),
        "kappa": cohen_kappa([stated for stated, _ in known], [right for _, right in known]),
    }
