"""Look-ups that people wrote over filings of an index, with the passages that a search brings.

One JSON object a line: ``question``, ``answer`` (an amount with its unit and scale, "$4.2 billion")
and, if it is not ``cell`` or ``amount``, the ``kind`` that leaves a question out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from pydantic import TypeAdapter

from hirec import HiREC
from hirec.analysts.rule.figures.own_words import named_by
from hirec.grounding.places import Place, read_sheet
from hirec.numbers import SCALE_POWERS
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import retrieve
from hirec.types import CannotAnswer, Figure, Filing, Passage, Query
from training.data.lines import read_lines

SEARCHED, HARD = "questions", "hard questions"
"""Sources of their cases: asked as people ask, and of purpose in words that no label has."""
_ASKED = frozenset({"cell", "amount"})
_AMOUNT = re.compile(
    r"\(?-?\$?\s?(\d[\d,]*(?:\.\d+)?|\.\d+)\)?\s*(thousand|million|billion|trillion)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class LookUp:
    """One line of a file of look-ups."""

    question: str
    answer: str
    kind: str = "cell"

    @property
    def is_amount(self) -> bool:
        """Whether one amount answers."""
        return self.kind in _ASKED


LOOK_UP = TypeAdapter(LookUp)


@dataclass(frozen=True, slots=True)
class Searched:
    """One look-up with what was found for it."""

    figure: Figure
    company: str
    """What tells its company in all data: the ticker, else its key."""
    passages: tuple[Passage, ...]
    places: tuple[Place, ...]
    right: tuple[bool, ...]
    """Which places state the answer; all False where none was found."""


def read_searched(files: Sequence[Path], index: Path) -> Iterator[Searched]:
    """Ask the questions of some files of an index; what names no company of it is left out.

    Raises :class:`TrainingError` for a line that is no question.
    """
    hirec = HiREC.open(index)
    for file in files:
        for asked in read_lines(file, LOOK_UP, "question"):
            found = _AMOUNT.search(asked.answer) if asked.is_amount else None
            if found is not None and (one := _searched(hirec, asked.question, found)):
                yield one


def _searched(hirec: HiREC, question: str, found: re.Match[str]) -> Searched | None:
    answerer, recorder = hirec.answerer, Recorder(question)
    try:
        query = answerer.understand(question, None, recorder)
        figure = named_by(query)
    except CannotAnswer:
        return None
    if figure is None or figure.company is None:
        return None
    filings, key = answerer.index.filings, figure.company.company_key
    shown = shown_for(hirec, query, recorder)
    passages = tuple(p for p in shown if filings[p.filing_id].company_key == key)
    places = tuple(_places(passages, filings))
    scale = SCALE_POWERS.get((found[2] or "").lower(), 0)
    digits = found[1].replace(",", "")
    value = Decimal(digits).scaleb(scale)
    step = Decimal(1).scaleb(scale - len(digits.partition(".")[2]))
    ticker = next((filings[p.filing_id].identity.ticker for p in passages), "")
    right = tuple(states_amount(place, value, step) for place in places)
    return Searched(figure, ticker or key, passages, places, right)


def shown_for(hirec: HiREC, query: Query, recorder: Recorder) -> list[Passage]:
    """The passages that a search shows, best first."""
    found = retrieve(hirec.answerer.retriever, query, recorder).candidates
    return [one.passage for one in found[: hirec.settings.retrieval.passages]]


def _places(passages: Sequence[Passage], filings: Mapping[str, Filing]) -> Iterator[Place]:
    for passage in passages:
        yield from read_sheet(passage, filings[passage.filing_id]).every()


def states_amount(place: Place, value: Decimal, step: Decimal) -> bool:
    """Whether a place prints an amount, to the coarser last digit of both, signs aside."""
    decimals = sum(map(str.isdigit, place.printed.partition(".")[2]))
    coarser = max(step, Decimal(1).scaleb(place.scale - decimals))
    return abs(abs(place.value) - abs(value)) <= coarser / 2
