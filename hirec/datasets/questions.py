"""Evaluation questions: one JSON object a line, checked before a single one is asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

from hirec.json_files import parse_json, read_lines
from hirec.types import QuestionFileError, Span

UNANSWERABLE = "unanswerable"


@dataclass(frozen=True, slots=True)
class GoldEvidence:
    """Where the answer stands, as the question file says it."""

    filing: str
    """A filing_id or the stem of a source file."""
    page: int | None = None
    """1-based; None where only the filing is known."""
    span: Span | None = None
    """Characters of its text, first and behind the last; None where they are not known."""


@dataclass(frozen=True, slots=True)
class Question:
    """One evaluation question."""

    question_id: str
    question: str
    answer: str | None
    """Gold answer as written (JSON numbers keep their digits); None for unanswerable ones."""
    type: str = "untyped"
    """Group for the by-type figures; ``unanswerable`` has a meaning of its own."""
    evidence: tuple[GoldEvidence, ...] = ()
    any_evidence: bool = False
    """True where any one of the evidence pages is enough."""
    unit: str = ""
    """Unit and scale of a numeric answer: ``USD millions``, ``%``; empty where not said."""
    evidence_kind: str = ""
    """What the answer stands in, as the set says: ``table``, ``text``; empty where it does not."""

    @property
    def answerable(self) -> bool:
        """False where the right reply is to abstain."""
        return self.answer is not None and self.type.lower() != UNANSWERABLE


def load_questions(path: Path) -> list[Question]:
    """Read a JSON Lines file of questions, in its order.

    Raises:
        QuestionFileError: the file is missing, empty or not UTF-8, or a line is malformed; the
            message names the line.

    """
    questions: list[Question] = []
    first_line: dict[str, int] = {}
    for number, line in read_lines(path, QuestionFileError):
        where = f"{path}, line {number}"
        question = _question(line, where)
        earlier = first_line.setdefault(question.question_id, number)
        if earlier != number:
            _refuse(where, f"id {question.question_id!r} was already used on line {earlier}")
        questions.append(question)
    if not questions:
        raise QuestionFileError(f"Questions {path} hold no question: expected JSON Lines.")
    return questions


def _question(line: str, where: str) -> Question:
    row = parse_json(line, where, QuestionFileError, _no_constant)
    if not isinstance(row, dict):
        _refuse(where, f"expected a JSON object, got {type(row).__name__}")
    kind = _text(row, "type", where, default="untyped")
    answer = _answer(row, where)
    if answer is None and "answer" not in row and kind.lower() != UNANSWERABLE:
        _refuse(where, "`answer` is missing (null marks a question that must be refused)")
    return Question(
        question_id=_identifier(row, where),
        question=_text(row, "question", where),
        answer=answer,
        type=kind,
        evidence=_evidence(row, where),
        any_evidence=_flag(row, "any_evidence", where),
        unit=_text(row, "unit", where, default=""),
        evidence_kind=_text(row, "evidence_kind", where, default=""),
    )


def _identifier(row: Mapping[str, Any], where: str) -> str:
    value = row.get("id")
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return _text(row, "id", where)


def _text(row: Mapping[str, Any], key: str, where: str, default: str | None = None) -> str:
    value = row.get(key)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or (default is None and not value.strip()):
        _refuse(where, f"`{key}` must be a non-empty string, got {value!r}")
    return value.strip() or (default or "")


def _flag(row: Mapping[str, Any], key: str, where: str) -> bool:
    value = row.get(key, False)
    if not isinstance(value, bool):
        _refuse(where, f"`{key}` must be true or false, got {value!r}")
    return value


def _answer(row: Mapping[str, Any], where: str) -> str | None:
    value = row.get("answer")
    if value is None:
        return None
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, int | Decimal):
        return format(value, "f") if isinstance(value, Decimal) else str(value)
    if not isinstance(value, str) or not value.strip():
        _refuse(where, f"`answer` must be a string, a number or null, got {value!r}")
    return value.strip()


def _evidence(row: Mapping[str, Any], where: str) -> tuple[GoldEvidence, ...]:
    items = row.get("evidence")
    if items is None:
        return ()
    if not isinstance(items, list):
        _refuse(where, f"`evidence` must be a list, got {items!r}")
    gold: dict[GoldEvidence, None] = {}
    for position, item in enumerate(items, start=1):
        place = f"{where}, evidence {position}"
        if not isinstance(item, dict):
            _refuse(place, f"expected an object with `filing` and `page`, got {item!r}")
        page = item.get("page")
        if page is not None and (isinstance(page, bool) or not isinstance(page, int) or page < 1):
            _refuse(place, f"`page` must be a whole number from 1, got {page!r}")
        span = _span(item.get("span"), place)
        gold[GoldEvidence(_text(item, "filing", place), page, span)] = None
    return tuple(gold)


def _span(value: object, place: str) -> Span | None:
    if value is None:
        return None
    if isinstance(value, list) and [type(number) for number in value] == [int, int]:
        first, last = value
        if 0 <= first < last:
            return first, last
    return _refuse(place, f"`span` must be [first character, the one behind], got {value!r}")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _refuse(where: str, problem: str) -> NoReturn:
    raise QuestionFileError(f"{where}: {problem}.")
