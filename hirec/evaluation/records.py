"""The whole story of one question, and the file of them (``records.jsonl``)."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from hirec.datasets.gold import Gold, GoldItem
from hirec.datasets.pages import PageKey
from hirec.evaluation.store import Store
from hirec.types import Citation, Program, StageRecord, Usage


@dataclass(frozen=True, slots=True)
class PassageRecord:
    """A passage as the system ranked or kept it."""

    passage_id: str
    filing_id: str
    page: int
    title: str
    gold: bool
    """True where its page is gold."""
    score: float | None = None
    """Score in the trace, None where the trace gives none."""
    text: str = ""
    """Only for evidence; long texts are cut."""


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """What the system said."""

    text: str
    verdict: str
    reason: str
    value: Decimal | None
    unit: str
    scale: int
    citations: tuple[Citation, ...]
    program: Program | None
    filings: tuple[str, ...]
    ranked: tuple[PassageRecord, ...]
    evidence: tuple[PassageRecord, ...]
    usage: Usage
    trace: tuple[StageRecord, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """One question asked and measured."""

    id: str
    question: str
    type: str
    gold_answer: str | None
    unit: str
    any_evidence: bool
    gold: tuple[GoldItem, ...]
    outcome: str
    """``right``, ``wrong``, ``abstained``, ``answered`` (textual, not scored), ``retrieved`` (asked
    for passages only) or ``error``."""
    lost_at: str
    """``index``, ``scope``, ``documents``, ``passages``, ``curation``, ``answer`` or ``none``."""
    top_error: str
    """``company``, ``document``, ``page``, ``none``, ``empty``, ``index``; empty: not measured."""
    seconds: float
    """Wall time of the call."""
    scores: Mapping[str, float]
    """Only the metrics that apply to this question."""
    slices: Mapping[str, str] = field(default_factory=dict)
    """Slice → where the question belongs; empty in records of older runs."""
    miss: str = ""
    """Like ``top_error``, for the best of the first ten pages."""
    answer: AnswerRecord | None = None
    error: str = ""
    """The failure's sentence where the system raised one."""

    @property
    def gold_pages(self) -> Set[PageKey]:
        """Gold pages as (filing_id, page)."""
        return Gold(self.gold).pages

    @property
    def missing_filings(self) -> tuple[str, ...]:
        """Gold filings that the index does not hold."""
        return Gold(self.gold).missing

    @property
    def ranked_pages(self) -> tuple[PageKey, ...]:
        """Distinct pages of the passage ranking."""
        if self.answer is None:
            return ()
        return tuple(dict.fromkeys((p.filing_id, p.page) for p in self.answer.ranked))


class RecordFile(Store[Record]):
    """``records.jsonl`` of a run."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, Record)
