"""FinQA (Chen et al., EMNLP 2021) as UDA-Benchmark gives it: a page's text and table, a program."""

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from hirec.types import Form, Identity, QuestionFileError

_FILING = re.compile(r"(?P<ticker>[A-Z.]+)[/_](?P<year>(?:19|20)\d\d)")


class _Answers(BaseModel):
    model_config = ConfigDict(frozen=True)
    str_answer: str
    exe_answer: Decimal | str


class _Page(BaseModel):
    model_config = ConfigDict(frozen=True)
    pre_text: list[str]
    post_text: list[str]
    table_ori: list[list[str]]


class _Question(BaseModel):
    model_config = ConfigDict(frozen=True)
    q_uid: str
    question: str
    answers: _Answers
    program: str
    context: _Page


@dataclass(frozen=True, slots=True)
class PageQuestion:
    """One question with its page and gold answer."""

    question_id: str
    question: str
    gold: Decimal | str
    """Result of the gold program: a number, or ``yes`` and ``no``."""
    said: str
    """The answer as its annotator wrote it."""
    program: str
    identity: Identity
    table: tuple[tuple[str, ...], ...]
    paragraphs: tuple[str, ...]


def load_finqa(path: Path) -> list[PageQuestion]:
    """Read a file of UDA-Benchmark's FinQA part; raises :class:`QuestionFileError`."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except OSError as error:
        raise QuestionFileError(f"Cannot read FinQA file {path}: {error.strerror}.") from error
    except ValueError as error:
        raise QuestionFileError(f"FinQA file {path} is no JSON: {error}.") from error
    if not isinstance(content, dict) or not content:
        raise QuestionFileError(f"FinQA file {path} must hold questions by report.")
    found = []
    for report, entries in content.items():
        for entry in entries:
            try:
                found.append(_question(report, _Question.model_validate(entry)))
            except ValidationError as error:
                problem = error.errors()[0]
                place = ".".join(map(str, problem["loc"]))
                raise QuestionFileError(
                    f"FinQA file {path}, {report}: {place}: {problem['msg']}."
                ) from error
    return found


def _question(report: str, entry: _Question) -> PageQuestion:
    named: Any = _FILING.match(report)
    year = int(named["year"]) if named else None
    identity = Identity(named["ticker"] if named else report, Form.ANNUAL, year)
    page = entry.context
    return PageQuestion(
        entry.q_uid,
        " ".join(entry.question.replace("\\n", " ").split()),
        entry.answers.exe_answer,
        entry.answers.str_answer,
        entry.program,
        identity,
        tuple(tuple(row) for row in page.table_ori),
        (*page.pre_text, *page.post_text),
    )
