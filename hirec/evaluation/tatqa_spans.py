"""Textual answers of a finished TAT-QA run beside their gold: what a judge is held against."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hirec.evaluation.tatqa import Context
from hirec.types import QuestionFileError

TEXTUAL_TYPES = ("span", "multi-span")


@dataclass(frozen=True, slots=True)
class SpanCase:
    """One textual question with all that a judge may see, and the metric's own verdict."""

    question_id: str
    question: str
    context: str
    """The table, a row a line with bars between cells, then the paragraphs."""
    gold: tuple[str, ...]
    answer: tuple[str, ...]
    """Empty where the reader abstained."""
    exact_match: float
    f1: float
    """Token F1 of the answer against gold."""


def span_cases(contexts: Sequence[Context], run: Path) -> list[SpanCase]:
    """The span questions of a run made by :func:`~hirec.evaluation.tatqa_run.evaluate_tatqa`.

    Raises:
        QuestionFileError: the run has no records, or one of a question that is in no context.

    """
    texts = {
        question.question_id: _text(context)
        for context in contexts
        for question in context.questions
    }
    path = run / "records.jsonl"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise QuestionFileError(f"Cannot read records {path}: {error.strerror}.") from error
    rows = [json.loads(line) for line in lines]
    unknown = next((row["id"] for row in rows if row["id"] not in texts), "")
    if unknown:
        raise QuestionFileError(f"Records {path}: question {unknown} is in no context given.")
    return [
        SpanCase(
            row["id"],
            row["question"],
            texts[row["id"]],
            _with_scale(row["gold"], row["gold_scale"]),
            _with_scale(row["predicted"], row["predicted_scale"]),
            row["exact_match"],
            row["f1"],
        )
        for row in rows
        if row["answer_type"] in TEXTUAL_TYPES
    ]


def _text(context: Context) -> str:
    rows = (" | ".join(row) for row in context.table)
    return "\n".join([*rows, *context.paragraphs])


def _with_scale(answers: Sequence[str], scale: str) -> tuple[str, ...]:
    return tuple(f"{answer} {scale}".strip() for answer in answers)
