"""Answers graded from 1 to 5 by a language model, and the share that passes (FinSage, 4.3)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from hirec.evaluation.judging import MAX_ANSWER_CHARS, MAX_CONTEXT_CHARS, Case
from hirec.intervals import estimate
from hirec.llm.chat import ChatModel, ChatRequest, LlmError
from hirec.prompts import delimited, load_prompt

PASSING = 4
"""Least grade that passes, as in the evaluator that FinSage uses."""


class Grading(BaseModel):
    """What a judge replies."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(max_length=300)
    grade: int = Field(ge=1, le=5)


@dataclass(frozen=True, slots=True)
class Grade:
    """A case with its grade, or with the error that left it without one."""

    case: Case
    grade: int | None
    reason: str = ""
    error: str = ""


class RubricJudge:
    """Grades by a language model; what goes wrong with one case spoils none of the others."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._prompt = load_prompt("grade_answer")

    def grade(self, cases: Sequence[Case]) -> list[Grade]:
        """Grade each case; unreadable replies and failures become the case's error."""
        replies = self._model.chat_many([self._request(case) for case in cases])
        return [
            Grade(case, None, error=f"{type(reply).__name__}: {reply}")
            if isinstance(reply, LlmError)
            else Grade(case, reply.value.grade, reply.value.reason)
            for case, reply in zip(cases, replies, strict=True)
        ]

    def _request(self, case: Case) -> ChatRequest[Grading]:
        context = case.context[:MAX_CONTEXT_CHARS] or "(none given)"
        return self._prompt.request(
            Grading,
            context=delimited({"context": context}),
            question=case.question,
            gold=case.gold,
            answer=case.answer[:MAX_ANSWER_CHARS],
        )


def summarize_grades(grades: Sequence[Grade], abstained: int = 0) -> dict[str, Any]:
    """Mean grade and pass rate of what was graded; with abstentions, which do not pass, too.

    Cases that ended in an error count in ``errors`` only: an error is no grade.
    """
    marks = [grade.grade for grade in grades if grade.grade is not None]
    passed = [float(mark >= PASSING) for mark in marks]
    counts = Counter(marks)
    return {
        "cases": len(grades),
        "errors": len(grades) - len(marks),
        "abstained": abstained,
        "grade": estimate([float(mark) for mark in marks]).to_json(),
        "pass_rate": estimate(passed).to_json(),
        "pass_rate_of_all": estimate([*passed, *[0.0] * abstained]).to_json(),
        "grades": {str(mark): counts[mark] for mark in range(1, 6)},
    }
