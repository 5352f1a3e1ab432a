"""Question sets over whole filings, from the files that their authors publish.

Read are LOFin (HiREC, appendix B), FinanceBench (Islam et al., arXiv 2311.11944) and
MMLongBench-Doc (Ma et al., NeurIPS 2024). All become questions with gold pages counted from 1.
"""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, NonNegativeInt, PositiveInt

from hirec.datasets.published import in_shape, read_rows
from hirec.datasets.questions import GoldEvidence, Question
from hirec.types import QuestionFileError

R = TypeVar("R", bound=BaseModel)
LOFIN_TYPES = {"numeric_table": "table", "numeric_text": "text", "textual": "text"}
"""LOFin's folders, one an answer type, with what its answers stand in."""
_FILINGS = "Financial report"
"""MMLongBench-Doc's type of documents that are annual reports."""
_REFUSED = "Not answerable"
"""MMLongBench-Doc's answer to what the document does not say."""


def _listed(content: object) -> object:
    """A list that is published as its text."""
    if not isinstance(content, str):
        return content
    try:
        return ast.literal_eval(content or "[]")
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return content


_AS_TEXT = BeforeValidator(_listed)


class _LofinPage(BaseModel):
    doc_name: str
    page_num: NonNegativeInt
    """Counted from 0, as the loader of LOFin's authors does."""


class _LofinRow(BaseModel):
    question: str
    answer: str | int | float
    evidences: list[_LofinPage]


class _BenchPage(BaseModel):
    doc_name: str = ""
    evidence_page_num: NonNegativeInt
    """Counted from 0."""


class _BenchRow(BaseModel):
    financebench_id: str
    doc_name: str
    question: str
    answer: str
    question_type: str = "untyped"
    evidence: list[_BenchPage] = Field(min_length=1)


class _LongRow(BaseModel):
    doc_id: str
    doc_type: str = _FILINGS
    question: str
    answer: str | int | float
    answer_format: str = "untyped"
    evidence_pages: Annotated[list[PositiveInt], _AS_TEXT] = Field(default_factory=list)
    """Counted from 1; published as the text of a list."""
    evidence_sources: Annotated[list[str], _AS_TEXT] = Field(default_factory=list)
    """``Table``, ``Pure-text (Plain-text)`` and the like; published as the text of a list."""


def read_lofin(path: Path) -> list[Question]:
    """Read LOFin: a folder with ``numeric_table``, ``numeric_text`` and ``textual``, or one file.

    Raises:
        QuestionFileError: nothing of that form is there, or a line is malformed.

    """
    files = {path.parent.name: path}
    if path.is_dir():
        files = {kind: path / kind / "test.jsonl" for kind in LOFIN_TYPES}
        files = {kind: file for kind, file in files.items() if file.exists()}
    if not files:
        raise QuestionFileError(
            f"{path} holds none of {', '.join(f'{kind}/test.jsonl' for kind in LOFIN_TYPES)}: "
            "decrypt LOFin as its repository describes and name the folder of the three."
        )
    return [
        Question(
            f"lofin-{kind}-{number}",
            row.question,
            str(row.answer),
            kind,
            tuple(GoldEvidence(_stem(page.doc_name), page.page_num + 1) for page in row.evidences),
            evidence_kind=LOFIN_TYPES.get(kind, ""),
        )
        for kind, file in files.items()
        for number, row in enumerate(_rows(file, _LofinRow), start=1)
    ]


def read_financebench(path: Path) -> list[Question]:
    """Read FinanceBench's open-source JSON Lines; raises as :func:`read_lofin`."""
    return [
        Question(
            row.financebench_id,
            row.question,
            row.answer,
            row.question_type,
            tuple(
                GoldEvidence(_stem(page.doc_name or row.doc_name), page.evidence_page_num + 1)
                for page in row.evidence
            ),
        )
        for row in _rows(path, _BenchRow)
    ]


def read_mmlongbench(path: Path, kept: Callable[[str], bool] = lambda _: True) -> list[Question]:
    """Read MMLongBench-Doc's questions over annual reports; raises as :func:`read_lofin`.

    Args:
        path: ``samples.json``.
        kept: Whether a document's questions are read, by its ``doc_id``.

    """
    rows = list(_rows(path, _LongRow))
    if not any(row.doc_type == _FILINGS for row in rows):
        raise QuestionFileError(f"{path} holds no question over a {_FILINGS!r}.")
    return [
        Question(
            f"mmlongbench-{number}",
            row.question,
            None if row.answer == _REFUSED else str(row.answer),
            "unanswerable" if row.answer == _REFUSED else row.answer_format.lower(),
            tuple(GoldEvidence(_stem(row.doc_id), page) for page in row.evidence_pages),
            evidence_kind=" and ".join(sorted(map(str.lower, row.evidence_sources))),
        )
        for number, row in enumerate(rows, start=1)
        if row.doc_type == _FILINGS and kept(row.doc_id)
    ]


def _rows(path: Path, shape: type[R]) -> Iterator[R]:
    return (in_shape(shape, content, place) for place, content in read_rows(path))


def _stem(name: str) -> str:
    return PurePosixPath(name.replace("\\", "/")).name.removesuffix(".pdf")
