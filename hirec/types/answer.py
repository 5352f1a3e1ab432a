"""Answers, their operands and citations, and the trace that explains them."""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

from pydantic import TypeAdapter

from hirec.types.filing import Box, Passage
from hirec.types.notebook import answer_html, citation_frame
from hirec.types.period import Period

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class Operand:
    """A number used by a program, with the place it was read from."""

    name: str
    """Variable of the program."""
    value: Decimal
    """In base units: scale applied."""
    unit: str
    filing_id: str
    page_number: int
    passage_id: str
    printed: str
    """The text of the cell or the words of the sentence."""
    scale: int = 0
    """Power of ten by which the printed number was multiplied."""
    row: str = ""
    column: str = ""
    section: str = ""
    """Of a cell the heading above its row."""
    table: str = ""
    """Caption of the table."""
    box: Box | None = None
    tagged: Decimal | None = None
    """What the cell's own tag says, or the sum that it is deducted in; in base units."""
    period: Period | None = None
    """The period that the program takes the number to be of; None where the question names none."""
    earlier: "Operand | None" = None
    """The same figure with another value as an earlier filing states it; None where none does."""
    doubt: str = ""
    """Why it may be another number than the one meant; empty where whoever read it is sure."""
    cell: tuple[int, int] | None = None
    """Row and column in the passage's table, from 0; None of words, and of a count's place."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A page, and the words or cell on it that carry the answer."""

    filing_id: str
    page_number: int
    passage_id: str
    quote: str
    box: Box | None = None

    @classmethod
    def of(cls, passage: Passage, quote: str) -> Self:
        """Words of a passage, at its place."""
        page = passage.page_number
        return cls(passage.filing_id, page, passage.passage_id, quote, passage.box)

    @classmethod
    def of_operand(cls, operand: Operand) -> Self:
        """Row, column and table of a number, and the words as printed, at its place."""
        parts = (operand.table, operand.row, operand.column)
        place = " · ".join(part for part in parts if part)
        quote = f"{place}: {operand.printed}" if place else operand.printed
        return cls(operand.filing_id, operand.page_number, operand.passage_id, quote, operand.box)


def named_pages(places: Iterable[Citation]) -> str:
    """``ACME_2022_10K page 4, ACME_2022_10K page 9``: each page of the places once."""
    pages = (f"{place.filing_id} page {place.page_number}" for place in places)
    return ", ".join(dict.fromkeys(pages))


@dataclass(frozen=True, slots=True)
class Working:
    """A figure shown beside an answer: what "No" rests on, or the same by another convention."""

    label: str
    """What tells it from the others: ``FY2022``, ``on year-end balances``."""
    expression: str
    """Python over the variables of the program."""
    unit: str


@dataclass(frozen=True, slots=True)
class Program:
    """Python that computes an answer into the variable ``answer``."""

    source: str
    operands: tuple[Operand, ...]
    unit: str
    """Unit of the result: ``USD``, ``%``, ``percentage points``, ``USD/shares``, ``shares``,
    ``ratio``, ``days`` or empty."""
    scale: int = 0
    """The result is printed divided by 10**scale (6 for "in USD millions")."""
    decimals: int | None = None
    """Places the question asks for."""
    workings: tuple[Working, ...] = ()
    """Shown beside a result that is a word or a truth value."""
    convention: str = ""
    """How the figure asked for was defined, where the question left it open."""
    alternatives: tuple[Working, ...] = ()
    """The result by the other usual conventions whose figures are stated."""
    listed: bool = False
    """The workings are the answer: each period, company or figure with its value."""
    measure: str = ""
    """Key of the measure that was computed though companies print one of their own."""
    doubt: str = ""
    """Why it may not be so though each number is printed; empty where nothing speaks against it."""
    bound: Decimal | None = None
    """The question's own number that the result is held against: no number of the evidence."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What was spent on language models; adds up with ``+``."""

    input_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0
    """Replies a server gave, re-asks included; replies out of the cache are not among them."""
    cost_usd: float = 0.0
    """By the price table of the settings."""
    prefix_tokens: int = 0
    """Input tokens that the server says it had in its prefix cache."""
    cached_calls: int = 0
    """Replies that came out of our own cache and cost nothing."""
    seconds: float = 0.0
    """Time spent waiting, summed over calls (those made at once count each)."""

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(*(getattr(self, at.name) + getattr(other, at.name) for at in fields(Usage)))


class Verdict(StrEnum):
    """How far the numbers of an answer are backed by the evidence."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    ABSTAINED = "abstained"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage on its way through the stages, with each path's score and the current one."""

    passage: Passage
    score: float
    scores: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StageRecord:
    """One step of the trace: what it saw, kept, dropped, and why."""

    stage: str
    """``questions`` (of a conversation), ``scope``, ``documents``, ``passages``, ``curation``,
    ``tournament``, ``answer``, ``tiers`` or ``silence``; baselines have their own beside them."""
    round: int
    """Curation round, from 1; 0 for steps outside the loop."""
    seconds: float
    detail: Mapping[str, Any] = field(default_factory=dict)
    """JSON-ready values only."""
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Trace:
    """Every step of one question in order."""

    question: str
    steps: tuple[StageRecord, ...] = ()

    def seconds_by_stage(self) -> dict[str, float]:
        """Seconds summed over rounds, keyed by stage."""
        totals: dict[str, float] = {}
        for step in self.steps:
            totals[step.stage] = totals.get(step.stage, 0.0) + step.seconds
        return totals

    def usage(self) -> Usage:
        """What all steps together spent on language models."""
        return sum((step.usage for step in self.steps), Usage())


@dataclass(frozen=True, slots=True)
class Answer:
    """What :meth:`hirec.HiREC.ask` returns."""

    question: str
    text: str
    """A sentence for people; where abstained, what is missing."""
    verdict: Verdict
    reason: str = ""
    """Why unverified or abstained."""
    value: Decimal | None = None
    """Result in base units (percent as percent: 65.4 for 65.4%), None for textual answers."""
    unit: str = ""
    scale: int = 0
    citations: tuple[Citation, ...] = ()
    program: Program | None = None
    evidence: tuple[Passage, ...] = ()
    """Passages kept by curation, in tournament order."""
    filings: tuple[str, ...] = ()
    """filing_ids of the document stage, best first, over all rounds."""
    ranked: tuple[Passage, ...] = ()
    """Passages of the passage stage, best first, over all rounds."""
    parts: tuple["Answer", ...] = ()
    """Answers to the parts of a compound question, or by filing, each to its own."""
    subject: str = ""
    """Of a part by filing whose and of when it is: ``Acme Inc., FY2023``."""
    usage: Usage = field(default_factory=Usage)
    trace: Trace = field(default_factory=lambda: Trace(""))

    @property
    def heading(self) -> str:
        """Of a part what it is about: ``Acme Inc., FY2023 (ACME_2023_10K):``, or its question."""
        if not self.subject:
            return self.question
        read = f" ({self.filings[0]})" if len(self.filings) == 1 else ""
        return f"{self.subject}{read}:"

    @property
    def abstained(self) -> bool:
        """True where the evidence does not carry an answer."""
        return self.verdict is Verdict.ABSTAINED

    def to_dict(self) -> dict[str, Any]:
        """All of it with its trace, ready for JSON; passages appear by their ids only."""
        content: dict[str, Any] = _adapter().dump_python(
            self, mode="json", exclude={"evidence", "ranked", "parts"}
        )
        content["evidence"] = [passage.passage_id for passage in self.evidence]
        content["ranked"] = [passage.passage_id for passage in self.ranked]
        content["parts"] = [part.to_dict() for part in self.parts]
        content["seconds_by_stage"] = self.trace.seconds_by_stage()
        return content

    def citation_frame(self) -> "DataFrame":
        """A row for each citation: part, filing_id, page_number, passage_id, quote.

        Raises ModuleNotFoundError where pandas is not installed.
        """
        return citation_frame(self.to_dict())

    def _repr_html_(self) -> str:
        """What a notebook shows: text, verdict, figures with their cells, places cited."""
        return answer_html(self.to_dict())


@functools.cache
def _adapter() -> TypeAdapter[Answer]:
    """Made when it is first needed: it takes some time."""
    return TypeAdapter(Answer)
