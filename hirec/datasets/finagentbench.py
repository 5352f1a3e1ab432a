"""FinAgentBench's JSON Lines, as published for the ICAIF 2025 retrieval challenge.

A line is ``{"_id": …, "messages": [{"role": "user", "content": …}], "qrel": {"0": 2, …}}``. The
content is a prompt: an instruction, ``Question: …``, a heading, the candidates, each behind its
number in brackets, and what the reply should look like. Two tasks share this form: the ranking of
document types (grades 0 to 4) and of the chunks of one filing (0 to 2). The evaluation files have
no ``qrel``. The files are not redistributed here; the tests hold lines written by us in this form.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pydantic import BaseModel, Field, NonNegativeInt, ValidationError

from hirec.json_files import read_lines
from hirec.types import QuestionFileError
from hirec.validation_errors import first_problem

_ASKED = "Question:"


@dataclass(frozen=True, slots=True)
class _Task:
    """How the prompt of one task is laid out."""

    heading: str
    mark: str
    """In front of a candidate, with its number, counted from 0."""
    end: str
    """Begins what follows the last candidate."""


_TASKS = (
    _Task("Text chunks:", "[Chunk Index {}]", "\nTask:"),
    _Task("Document Types to rank:", "[Document Index {}]", "\nYour response must"),
)


class _Message(BaseModel):
    content: str


class _Line(BaseModel):
    id: str | int = Field("", alias="_id")
    uuid: str | int = ""
    messages: list[_Message] = Field(min_length=1)
    qrel: dict[NonNegativeInt, NonNegativeInt] | None = None


@dataclass(frozen=True, slots=True)
class GradedQuestion:
    """A question with its candidates and what each is worth."""

    question_id: str
    question: str
    candidates: tuple[str, ...]
    grades: Mapping[int, int]
    """Place of a candidate, counted from 0 → its grade; at least one is above 0."""


@dataclass(frozen=True, slots=True)
class GradedQuestions:
    """The questions of a file that can be measured, and those that cannot."""

    questions: tuple[GradedQuestion, ...]
    left_out: Mapping[str, tuple[str, ...]]
    """Reason → question ids."""


def load_finagentbench(path: Path, limit: int = 0) -> GradedQuestions:
    """Read the first ``limit`` lines (0: all).

    A question whose line has no id goes by its line's number. Questions of which no candidate is
    relevant are left out.

    Raises:
        QuestionFileError: the file is missing or not UTF-8, a line is not of this form, or none
            has judgements.

    """
    kept: list[GradedQuestion] = []
    left_out: dict[str, list[str]] = {}
    known: dict[str, int] = {}
    for number, text in islice(read_lines(path, QuestionFileError), limit or None):
        where = f"{path}, line {number}"
        line = _parsed(text, where)
        name = str(line.id or line.uuid or number)
        if known.setdefault(name, number) != number:
            raise _malformed(where, f"id {name!r} was already used on line {known[name]}")
        question, candidates = _split(line.messages[0].content, where)
        grades = line.qrel or {}
        if beyond := [at for at in grades if at >= len(candidates)]:
            raise _malformed(where, f"`qrel` grades candidate {beyond[0]} of {len(candidates)}")
        if any(grades.values()):
            kept.append(GradedQuestion(name, question, tuple(candidates), grades))
        else:
            reason = "no judgements" if line.qrel is None else "no relevant candidate"
            left_out.setdefault(reason, []).append(name)
    if not kept:
        raise QuestionFileError(
            f"{path} holds no question with a relevant candidate in `qrel`: the development files "
            "have judgements, the evaluation files are published without."
        )
    return GradedQuestions(tuple(kept), {why: tuple(ids) for why, ids in left_out.items()})


def _parsed(text: str, where: str) -> _Line:
    try:
        return _Line.model_validate_json(text)
    except ValidationError as error:
        raise _malformed(where, first_problem(error)) from error


def _split(content: str, where: str) -> tuple[str, list[str]]:
    """The question and the candidates of a prompt."""
    asked = content.partition(_ASKED)[2]
    for task in _TASKS:
        heading = re.search(re.escape(task.heading), asked, re.IGNORECASE)
        if heading:
            question = asked[: heading.start()].strip()
            candidates = _candidates(asked[heading.end() :], task)
            if question and candidates:
                return question, candidates
    raise _malformed(
        where,
        f"the prompt has no `{_ASKED}` followed by `{_TASKS[0].heading}` or "
        f"`{_TASKS[1].heading}` and candidates numbered from 0",
    )


def _candidates(text: str, task: _Task) -> list[str]:
    """Texts behind the marks 0, 1, 2 …: a number out of turn belongs to a candidate's text."""
    found: list[str] = []
    begin = text.find(task.mark.format(0))
    while begin >= 0:
        begin += len(task.mark.format(len(found)))
        following = text.find(task.mark.format(len(found) + 1), begin)
        end = following if following >= 0 else text.rfind(task.end, begin)
        found.append(text[begin : end if end >= 0 else len(text)].strip())
        begin = following
    return found


def _malformed(where: str, problem: str) -> QuestionFileError:
    return QuestionFileError(f"{where}: {problem}.")
