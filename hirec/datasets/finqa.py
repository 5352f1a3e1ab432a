"""FinQA (Chen et al., EMNLP 2021): a page's text and table, a question, a program.

Read are the official release (a list of pages with ``qa``) and UDA-Benchmark's (by report).
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from hirec.datasets.closing import closing_day
from hirec.datasets.published import in_shape, read_json
from hirec.types import Form, Identity, QuestionFileError

_APOSTROPHE = re.compile(r"\s?2019(?=[a-z])")
_QUOTE = re.compile(r"\b201[cd]\s?")
_DASH = re.compile(r"\b2014(?=(?:19|20)\d\d\b)")
_EURO = re.compile(r"\b20ac(?=\d)")
_WORD = re.compile(r"[A-Za-z]{2,}")
_JOINT = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])|(?<=[A-Z]{3})(?=[A-Z][a-z]{2})")
_MARKUP = re.compile(r"</?\w+>")
_TWICE = re.compile(r"(?P<said>(?P<number>\d[\d.,]*)%) \( (?P=number) % \)")
_FILING = re.compile(r"(?P<ticker>[A-Z.]+)[/_](?P<year>(?:19|20)\d\d)")
_NUMBER = re.compile(r"-?\s?\$?\s?-?(?P<digits>\d[\d,]*(?:\.\d+)?|\.\d+)")
_CLOSE = Decimal("0.0005")
"""Relative distance from the gold program's result that rounding explains."""
_THOUSANDS = (0, 3, 6, 9)


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
    evidence: dict[str, str] = Field(default_factory=dict)
    context: _Page


class _Asked(BaseModel):
    model_config = ConfigDict(frozen=True)
    question: str
    program: str = ""
    answer: Decimal | str = ""
    exe_ans: Decimal | str | None = None
    gold_inds: dict[str, str] = Field(default_factory=dict)


class _Official(BaseModel):
    model_config = ConfigDict(frozen=True)
    id: str
    pre_text: list[str]
    post_text: list[str]
    table: list[list[str]]
    qa: _Asked


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
    history: tuple[tuple[str, str], ...] = ()
    """Questions asked before with their gold answers, where it is a turn of a conversation."""
    caption: str = ""
    """The paragraph right in front of the table, where the file says which that is."""
    gold_places: tuple[str, ...] = ()
    """What the answer needs, as FinQA names it: ``table_3`` is a row, ``text_5`` a paragraph."""


def load_finqa(path: Path) -> list[PageQuestion]:
    """Read a file of either form; raises :class:`QuestionFileError`, which says where it fails."""
    return [_question(name, entry, path) for name, entry in _entries(read_json(path), path)]


def _entries(content: object, path: Path) -> list[tuple[str, object]]:
    """Each entry with the report or the number that it is found by."""
    if isinstance(content, dict) and content and all(map(_is_list, content.values())):
        return [(report, entry) for report, entries in content.items() for entry in entries]
    if isinstance(content, list) and content:
        return [(f"entry {number}", entry) for number, entry in enumerate(content, start=1)]
    raise QuestionFileError(f"FinQA file {path} must hold a list of pages, or questions by report.")


def _is_list(entry: object) -> bool:
    return isinstance(entry, list)


def restored(text: str) -> str:
    """A text of FinQA with the signs that its publication lost: quotes, and percentages said twice.

    ``company 2019s`` was ``company’s``, ``201cnotes 201d`` was in quotation marks, ``27% ( 27 % )``
    was printed once.
    """
    text = _MARKUP.sub("", " ".join(text.replace("\\n", " ").split()))
    text = _DASH.sub("- ", _QUOTE.sub('"', _APOSTROPHE.sub("'", _EURO.sub("€", text))))
    return _TWICE.sub(r"\g<said>", text)


def parted(cell: str, words: Set[str]) -> str:
    """A cell's text with the spaces that its line ends were: ``Total Number ofSharesPurchased``.

    A name that the paragraphs print as one of their ``words``, lower-cased, is one.
    """
    return _WORD.sub(
        lambda word: word[0] if word[0].lower() in words else _JOINT.sub(" ", word[0]), cell
    )


def _question(name: str, entry: object, path: Path) -> PageQuestion:
    place = f"FinQA file {path}, {name}"
    if isinstance(entry, dict) and "qa" in entry:
        page = in_shape(_Official, entry, place)
        asked = page.qa
        gold = asked.answer if asked.exe_ans is None else asked.exe_ans
        return PageQuestion(
            page.id,
            restored(asked.question),
            gold,
            str(asked.answer),
            asked.program,
            *_read(page.id, page.table, page),
            caption=caption_of(page.pre_text),
            gold_places=tuple(asked.gold_inds),
        )
    old = in_shape(_Question, entry, place)
    return PageQuestion(
        old.q_uid,
        restored(old.question),
        old.answers.exe_answer,
        old.answers.str_answer,
        old.program,
        *_read(name, old.context.table_ori, old.context),
        caption=caption_of(old.context.pre_text),
        gold_places=tuple(old.evidence),
    )


def caption_of(preceding: Sequence[str]) -> str:
    """The last of the paragraphs in front of a table, restored; empty where there are none."""
    return restored(preceding[-1]) if preceding else ""


def _read(
    report: str, table: list[list[str]], page: _Page | _Official
) -> tuple[Identity, tuple[tuple[str, ...], ...], tuple[str, ...]]:
    named: Any = _FILING.match(report)
    year = int(named["year"]) if named else None
    paragraphs = tuple(map(restored, (*page.pre_text, *page.post_text)))
    words = {word.lower() for text in paragraphs for word in _WORD.findall(text)}
    cells = tuple(tuple(parted(restored(cell), words) for cell in row) for row in table)
    closing = closing_day(cells, paragraphs, year)
    company = named["ticker"] if named else report
    return Identity(company, Form.ANNUAL, year, period_end=closing), cells, paragraphs


def is_same(value: Decimal, unit: str, gold: Decimal, said: str) -> bool:
    """Whether an answer is the gold number, or the answer as written to the digits it prints.

    A percentage and its fraction are the same number; so are values that differ by a power of a
    thousand, since neither question nor gold names a unit.

    Args:
        value: The answer's number, in base units.
        unit: Of the answer: ``%``, ``ratio``, a currency …; empty for none.
        gold: What the program of the data set comes to.
        said: The answer as the data set writes it, rounded maybe.

    """
    readings = [value]
    if unit in ("%", "percentage points"):
        readings.append(value.scaleb(-2))
    if unit in ("", "ratio"):
        readings.append(value.scaleb(2))
    if unit not in ("%", "percentage points", "ratio"):
        readings += [value.scaleb(-power) for power in _THOUSANDS]
    wanted = [(gold, abs(gold) * _CLOSE)]
    if (written := _written(said)) is not None:
        wanted.append(written)
    return any(abs(reading - number) <= slack for reading in readings for number, slack in wanted)


def _written(said: str) -> tuple[Decimal, Decimal] | None:
    """The number of an answer as written, and half of its last digit; percent as percent."""
    matches = list(_NUMBER.finditer(said))
    if len(matches) != 1:
        return None
    digits = matches[0]["digits"].replace(",", "")
    try:
        number = Decimal(digits)
    except InvalidOperation:
        return None
    step = Decimal(1).scaleb(-len(digits.partition(".")[2])) / 2
    return (-number if "-" in matches[0][0] else number), step
