"""Question sets over whole filings, from the files that their authors publish.

Read are LOFin (HiREC, appendix B), FinanceBench (Islam et al., arXiv 2311.11944) and
MMLongBench-Doc (Ma et al., NeurIPS 2024). All become questions with gold pages counted from 1.
"""

import ast
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from pydantic import BaseModel, Field, NonNegativeInt, PositiveInt, ValidationError

from hirec.datasets.questions import GoldEvidence, Question
from hirec.invalid import first_problem
from hirec.types import QuestionFileError

R = TypeVar("R", bound=BaseModel)
LOFIN_TYPES = {"numeric_table": "table", "numeric_text": "text", "textual": "text"}
"""LOFin's folders, one an answer type, with what its answers stand in."""
_FILINGS = "Financial report"
"""MMLongBench-Doc's type of documents that are annual reports."""
_REFUSED = "Not answerable"
"""MMLongBench-Doc's answer to what the document does not say."""


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
    evidence_pages: str | list[PositiveInt] = Field(default_factory=list)
    """Counted from 1; published as the text of a list."""
    evidence_sources: str | list[str] = Field(default_factory=list)
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
    return [
        Question(
            f"mmlongbench-{number}",
            row.question,
            None if row.answer == _REFUSED else str(row.answer),
            "unanswerable" if row.answer == _REFUSED else row.answer_format.lower(),
            tuple(
                GoldEvidence(_stem(row.doc_id), int(page)) for page in _listed(row, "pages", path)
            ),
            evidence_kind=" and ".join(
                sorted(str(s).lower() for s in _listed(row, "sources", path))
            ),
        )
        for number, row in enumerate(_rows(path, _LongRow), start=1)
        if row.doc_type == _FILINGS and kept(row.doc_id)
    ]


def _rows(path: Path, shape: type[R]) -> Iterator[R]:
    """The objects of a file of JSON Lines, or of one JSON list."""
    for place, content in _objects(path):
        try:
            yield shape.model_validate(content)
        except ValidationError as error:
            raise QuestionFileError(f"{place}: {first_problem(error)}") from error


def _objects(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionFileError(f"Cannot read {path}: {error}.") from error
    try:
        if not text.strip() or text.strip() == "[]":
            raise QuestionFileError(f"{path} holds no question.")
        if text.lstrip().startswith("["):
            for number, content in enumerate(json.loads(text), start=1):
                yield f"{path}, entry {number}", content
            return
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                yield f"{path}, line {number}", json.loads(line)
    except ValueError as error:
        raise QuestionFileError(f"{path} is not JSON Lines: {error}.") from error


def _listed(row: _LongRow, name: str, path: Path) -> list[Any]:
    """A list that is published as its text: the evidence's ``pages`` or ``sources``."""
    content = getattr(row, f"evidence_{name}")
    if not isinstance(content, str):
        return list(content)
    try:
        return list(ast.literal_eval(content or "[]"))
    except (ValueError, SyntaxError) as error:
        raise QuestionFileError(
            f"{path}: `evidence_{name}` of {row.doc_id} is no list: {content!r}."
        ) from error


def _stem(name: str) -> str:
    return PurePosixPath(name.replace("\\", "/")).name.removesuffix(".pdf")
