"""ConvFinQA (Chen et al., EMNLP 2022): conversations over FinQA's pages.

Read are the official files at conversation level (``train.json``, ``dev.json``) and
Program-of-Thoughts' form of them (``questions``, ``programs`` and the page as text). Each turn
becomes a question with the turns before it and their gold answers, as the benchmark asks them.
"""

import re
from collections.abc import Iterator
from decimal import Decimal, DecimalException
from pathlib import Path
from typing import Any, ClassVar, Protocol

from pydantic import BaseModel, ConfigDict, Field

from hirec.datasets.closing import closing_day
from hirec.datasets.finqa import PageQuestion, caption_of, restored
from hirec.datasets.published import in_shape, read_json
from hirec.types import Form, Identity, QuestionFileError

_FILING = re.compile(r"(?:(?:Single|Double)_)?(?P<ticker>[A-Z.]+)/(?P<year>(?:19|20)\d\d)/")
_SAID_TWICE = re.compile(r"(?<=[\d%])\s*\(\s*[\d.,% ]+\)$")
"""Tables repeat a negative number or a percentage in brackets: ``-3 ( 3 )``, ``27% ( 27 % )``."""
_LEANING = re.compile(
    r"\b(?:it|that|this|those|these|they|then)\b|^(?:and|for|in|what about) ", re.IGNORECASE
)
_STEP = re.compile(r"(?P<left>\S+)(?:\s+(?P<sign>[-+*/>]|\*\*)\s+(?P<right>\S+))?")
_Result = Decimal | str
_YES_NO = {True: "yes", False: "no"}


class _Annotation(BaseModel):
    model_config = ConfigDict(frozen=True)
    dialogue_break: list[str]
    turn_program: list[str]
    exe_ans_list: list[Decimal | str]


class _Gold(BaseModel):
    model_config = ConfigDict(frozen=True)
    gold_inds: dict[str, str] = Field(default_factory=dict)


class _Conversation(BaseModel):
    """An entry of the official files."""

    model_config = ConfigDict(frozen=True)
    id: str
    pre_text: list[str]
    post_text: list[str]
    table: list[list[str]]
    annotation: _Annotation
    qa: _Gold | None = None
    qa_0: _Gold | None = None
    qa_1: _Gold | None = None

    @property
    def caption(self) -> str:
        return caption_of(self.pre_text)

    @property
    def gold_places(self) -> tuple[str, ...]:
        golds = (self.qa, self.qa_0, self.qa_1)
        return tuple(place for gold in golds if gold for place in gold.gold_inds)

    def page(self) -> tuple[list[list[str]], list[str]]:
        return self.table, [*self.pre_text, *self.post_text]

    def turns(self) -> Iterator[tuple[str, str, _Result]]:
        told = self.annotation
        return zip(told.dialogue_break, told.turn_program, told.exe_ans_list, strict=True)


class _Flattened(BaseModel):
    """An entry of Program-of-Thoughts' files."""

    model_config = ConfigDict(frozen=True)
    id: str
    text: str
    table: str
    questions: list[str] = Field(min_length=1)
    programs: list[str]

    caption: ClassVar[str] = ""
    gold_places: ClassVar[tuple[str, ...]] = ()

    def page(self) -> tuple[list[list[str]], list[str]]:
        rows = [[cell.strip() for cell in line.split("|")] for line in self.table.splitlines()]
        return [["" if row[0] == "-" else row[0], *row[1:]] for row in rows], self._sentences()

    def turns(self) -> Iterator[tuple[str, str, _Result]]:
        for question, program in zip(self.questions, self.programs, strict=True):
            yield question, program, _result(program)

    def _sentences(self) -> list[str]:
        return [f"{sentence} ." for sentence in self.text.removesuffix(" .").split(" . ")]


class _Told(Protocol):
    """What both forms tell."""

    @property
    def id(self) -> str: ...

    @property
    def caption(self) -> str: ...

    @property
    def gold_places(self) -> tuple[str, ...]: ...

    def page(self) -> tuple[list[list[str]], list[str]]: ...

    def turns(self) -> Iterator[tuple[str, str, _Result]]: ...


def load_convfinqa(path: Path) -> list[PageQuestion]:
    """Read each turn of a file of either form, its id being ``<conversation>#<turn from 1>``.

    Raises:
        QuestionFileError: the file is missing, at turn level, or not of these forms; it says where.

    """
    content = read_json(path)
    if not isinstance(content, list) or not content:
        raise QuestionFileError(f"ConvFinQA file {path} must hold a list of conversations.")
    found: list[PageQuestion] = []
    for number, entry in enumerate(content, start=1):
        place = f"ConvFinQA file {path}, entry {number}"
        if isinstance(entry, dict) and "turn_ind" in entry:
            raise QuestionFileError(f"{place} is one turn: give train.json or dev.json instead.")
        flat = isinstance(entry, dict) and "programs" in entry
        shape: type[_Flattened | _Conversation] = _Flattened if flat else _Conversation
        told = in_shape(shape, entry, place)
        try:
            found += _turns(told)
        except ValueError as error:
            raise QuestionFileError(f"{place}: questions and programs differ: {error}.") from error
    return found


def stands_alone(question: str) -> bool:
    """Whether a turn's question is understood without the turns before it."""
    return not _LEANING.search(question)


def _turns(told: _Told) -> list[PageQuestion]:
    table, paragraphs = told.page()
    cells = tuple(tuple(_SAID_TWICE.sub("", restored(cell)) for cell in row) for row in table)
    texts = tuple(map(restored, paragraphs))
    named: Any = _FILING.match(told.id)
    year = int(named["year"]) if named else None
    company = named["ticker"] if named else told.id
    closing = closing_day(cells, texts, year)
    identity = Identity(company, Form.ANNUAL, year, period_end=closing)
    found: list[PageQuestion] = []
    history: tuple[tuple[str, str], ...] = ()
    for turn, (question, program, gold) in enumerate(told.turns(), start=1):
        asked = restored(question)
        name = f"{told.id}#{turn}"
        found.append(
            PageQuestion(
                name,
                asked,
                gold,
                str(gold),
                program,
                identity,
                cells,
                texts,
                history,
                told.caption,
                told.gold_places,
            )
        )
        history = (*history, (asked, str(gold)))
    return found


def _result(program: str) -> _Result:
    """The result of ``x0 = 5 - 3; ans = x0 / 3``; raises ValueError where it is no arithmetic."""
    known: dict[str, _Result] = {}
    for step in program.split(";"):
        name, _, formula = step.partition("=")
        found = _STEP.fullmatch(formula.strip())
        if found is None:
            raise ValueError(f"no arithmetic: {program!r}")
        try:
            known[name.strip()] = _computed(found["left"], found["sign"], found["right"], known)
        except DecimalException as error:
            raise ValueError(f"no arithmetic: {program!r}") from error
    if "ans" not in known:
        raise ValueError(f"no answer: {program!r}")
    return known["ans"]


def _computed(left: str, sign: str | None, right: str, known: dict[str, _Result]) -> _Result:
    first = _term(left, known)
    if sign is None:
        return first
    second = _term(right, known)
    match sign:
        case "+":
            return first + second
        case "-":
            return first - second
        case "*":
            return first * second
        case "/":
            return first / second
        case "**":
            return first**second
    return _YES_NO[first > second]


def _term(text: str, known: dict[str, _Result]) -> Decimal:
    value = known.get(text)
    return value if isinstance(value, Decimal) else Decimal(text.replace(",", "").rstrip("%"))
