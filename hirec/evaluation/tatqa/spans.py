"""Textual answers of a finished TAT-QA run beside their gold: what a judge is held against."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from hirec.datasets.tatqa import Context
from hirec.evaluation.judging import Case
from hirec.evaluation.tatqa.run import TatqaRecord
from hirec.json_files import read_lines
from hirec.types import QuestionFileError
from hirec.validation_errors import first_problem

_RECORD = TypeAdapter(TatqaRecord)
TEXTUAL_TYPES = ("span", "multi-span")


def span_cases(contexts: Sequence[Context], run: Path) -> list[Case]:
    """The answers to span questions of a run of :func:`~hirec.evaluation.tatqa.run.evaluate_tatqa`.

    An answer is known to be right where it matches gold exactly; abstentions are left out.

    Raises:
        QuestionFileError: the run has no records, a malformed one, or one of a question that is
            in no context.

    """
    texts = {
        question.question_id: _text(context)
        for context in contexts
        for question in context.questions
    }
    path = run / "records.jsonl"
    rows = [_record(line, path, number) for number, line in read_lines(path, QuestionFileError)]
    unknown = next((row.id for row in rows if row.id not in texts), "")
    if unknown:
        raise QuestionFileError(f"Records {path}: question {unknown} is in no context given.")
    return [
        Case(
            row.id,
            row.question,
            _with_scale(row.gold, row.gold_scale),
            _with_scale(row.predicted, row.predicted_scale),
            texts[row.id],
            row.exact_match == 1.0,
        )
        for row in rows
        if row.answer_type in TEXTUAL_TYPES and row.predicted
    ]


def _record(line: str, path: Path, number: int) -> TatqaRecord:
    try:
        return _RECORD.validate_json(line)
    except ValidationError as error:
        problem = first_problem(error, "the line")
        raise QuestionFileError(f"{path}, line {number}: {problem}.") from error


def _text(context: Context) -> str:
    rows = (" | ".join(row) for row in context.table)
    return "\n".join([*rows, *context.paragraphs])


def _with_scale(answers: Sequence[str], scale: str) -> str:
    return "; ".join(f"{answer} {scale}".strip() for answer in answers)
