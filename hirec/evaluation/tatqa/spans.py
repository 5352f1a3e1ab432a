"""Textual answers of a finished TAT-QA run beside their gold: what a judge is held against."""

import json
from collections.abc import Sequence
from pathlib import Path

from hirec.datasets.tatqa import Context
from hirec.evaluation.judging import Case
from hirec.types import QuestionFileError

TEXTUAL_TYPES = ("span", "multi-span")


def span_cases(contexts: Sequence[Context], run: Path) -> list[Case]:
    """The answers to span questions of a run of :func:`~hirec.evaluation.tatqa.run.evaluate_tatqa`.

    An answer is known to be right where it matches gold exactly; abstentions are left out.

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
        Case(
            row["id"],
            row["question"],
            _with_scale(row["gold"], row["gold_scale"]),
            _with_scale(row["predicted"], row["predicted_scale"]),
            texts[row["id"]],
            row["exact_match"] == 1.0,
        )
        for row in rows
        if row["answer_type"] in TEXTUAL_TYPES and row["predicted"]
    ]


def _text(context: Context) -> str:
    rows = (" | ".join(row) for row in context.table)
    return "\n".join([*rows, *context.paragraphs])


def _with_scale(answers: Sequence[str], scale: str) -> str:
    return "; ".join(f"{answer} {scale}".strip() for answer in answers)
