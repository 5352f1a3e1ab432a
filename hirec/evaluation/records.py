"""The whole story of one question, and the file of them (``records.jsonl``)."""

import os
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from hirec.evaluation.gold import Gold, GoldItem
from hirec.evaluation.retrieval import PageKey
from hirec.types import Citation, HirecError, Program, StageRecord, Usage


class RecordsError(HirecError):
    """A folder of results is malformed, or belongs to another run."""


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


_RECORD = TypeAdapter(Record)


class RecordFile:
    """``records.jsonl``: appended question by question, so that a killed run can go on."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[Record]:
        """Records written so far; a last line cut short by a kill is left out.

        Raises:
            RecordsError: another line is malformed.

        """
        if not self.path.exists():
            return []
        lines = self.path.read_text(encoding="utf-8").split("\n")
        records = []
        for number, line in enumerate(lines[:-1], start=1):
            try:
                records.append(_RECORD.validate_json(line))
            except ValidationError as error:
                problem = error.errors()[0]["msg"]
                raise RecordsError(
                    f"{self.path}, line {number}: {problem}. Start over with --fresh."
                ) from error
        return records

    def append(self, record: Record) -> None:
        """Add one record and hand it to the operating system."""
        with self.path.open("ab") as stream:
            stream.write(_RECORD.dump_json(record) + b"\n")

    def replace(self, records: Sequence[Record]) -> None:
        """Write all records anew: to a temporary name, then renamed."""
        temporary = self.path.with_suffix(".tmp")
        temporary.write_bytes(b"".join(_RECORD.dump_json(record) + b"\n" for record in records))
        os.replace(temporary, self.path)  # noqa: PTH105
