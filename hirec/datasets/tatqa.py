"""TAT-QA (Zhu et al., ACL 2021): questions over a table and its paragraphs, official format."""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from hirec.datasets.closing import closing_day
from hirec.datasets.published import in_shape, read_json
from hirec.types import Form, Identity, QuestionFileError

SCALES = {"": 0, "thousand": 3, "million": 6, "billion": 9, "percent": -2}
"""Scale words of the data set → power of ten."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True)
    uid: str
    table: list[list[str]]


class _Paragraph(BaseModel):
    model_config = ConfigDict(frozen=True)
    order: int
    text: str


class _Question(BaseModel):
    model_config = ConfigDict(frozen=True)
    uid: str
    question: str
    answer: list[Any] | Decimal | str
    answer_type: str = Field(pattern="^(span|multi-span|arithmetic|count)$")
    answer_from: str = Field("", pattern="^(|table|text|table-text)$")
    derivation: str = ""
    rel_paragraphs: list[str] = Field(default_factory=list)
    scale: str = Field("", pattern="^(|thousand|million|billion|percent)$")


class _Context(BaseModel):
    model_config = ConfigDict(frozen=True)
    table: _Table
    paragraphs: list[_Paragraph]
    questions: list[_Question]


@dataclass(frozen=True, slots=True)
class ContextQuestion:
    """One question with its gold answer."""

    question_id: str
    question: str
    answers: tuple[str, ...]
    """Spans as printed; one number for arithmetic and count."""
    answer_type: str
    """``span``, ``multi-span``, ``arithmetic`` or ``count``."""
    answer_from: str
    """``table``, ``text`` or ``table-text``."""
    scale: str
    """``thousand``, ``million``, ``billion``, ``percent`` or empty."""
    derivation: str = ""
    """The computation of an arithmetic answer, as its annotator wrote it."""
    paragraphs: tuple[int, ...] = ()
    """Which of the context's paragraphs it needs, counted from 0."""


@dataclass(frozen=True, slots=True)
class Context:
    """A table, its paragraphs, and the questions asked over them."""

    context_id: str
    table: tuple[tuple[str, ...], ...]
    paragraphs: tuple[str, ...]
    """In their order."""
    questions: tuple[ContextQuestion, ...]
    identity: Identity
    """Of no company; its year is the one that the page says to have ended last, if it says one."""


def load_tatqa(path: Path) -> list[Context]:
    """Read a file of the official release (``tatqa_dataset_dev.json`` and the like).

    Raises:
        QuestionFileError: the file is missing, no JSON, or not of that format; the message says
            where.

    """
    content = read_json(path)
    if not isinstance(content, list) or not content:
        raise QuestionFileError(f"TAT-QA file {path} must hold a list of contexts.")
    contexts = []
    for number, entry in enumerate(content, start=1):
        place = f"TAT-QA file {path}, context {number}"
        contexts.append(_context(in_shape(_Context, entry, place)))
    return contexts


def _context(entry: _Context) -> Context:
    cells = tuple(tuple(row) for row in entry.table.table)
    ordered = sorted(entry.paragraphs, key=lambda p: p.order)
    paragraphs = tuple(p.text for p in ordered)
    places = {str(p.order): at for at, p in enumerate(ordered)}
    return Context(
        context_id=entry.table.uid,
        table=cells,
        paragraphs=paragraphs,
        questions=tuple(
            ContextQuestion(
                question.uid,
                question.question,
                _answers(question.answer),
                question.answer_type,
                question.answer_from,
                question.scale,
                question.derivation,
                tuple(places[name] for name in question.rel_paragraphs if name in places),
            )
            for question in entry.questions
        ),
        identity=_identity(cells, paragraphs),
    )


def _identity(cells: tuple[tuple[str, ...], ...], paragraphs: tuple[str, ...]) -> Identity:
    closing = closing_day(cells, paragraphs, None)
    if closing is None:
        return Identity("", Form.OTHER)
    return Identity("", Form.ANNUAL, closing.year, period_end=closing)


def _answers(answer: list[Any] | Decimal | str) -> tuple[str, ...]:
    return tuple(map(str, answer)) if isinstance(answer, list) else (str(answer),)
