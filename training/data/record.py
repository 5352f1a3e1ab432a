"""What a reranker learns from: a question, a passage that answers it, and passages that do not."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from pydantic import TypeAdapter

from hirec.json_files import write_lines
from training.data.lines import read_lines


class Why(StrEnum):
    """Why a passage does not answer, though it may look as if it did."""

    OTHER_PERIOD = "other_period"
    """The company's filing of another period prints the same row or tells the same story."""
    OTHER_COMPANY = "other_company"
    """Another company's filing has it."""
    SIBLING = "sibling"
    """The same filing, a table with rows like the one asked for."""
    SEGMENT = "segment"
    """The same filing, the same metric of a part of the company."""
    BOILERPLATE = "boilerplate"
    """The same filing, prose that uses the words of the question and states no figure."""
    RETRIEVED = "retrieved"
    """The same filing; BM25 likes it."""
    RANDOM = "random"
    """Anywhere."""
    JUDGED = "judged"
    """A person said so."""


@dataclass(frozen=True, slots=True)
class Negative:
    """A passage that does not answer."""

    text: str
    """As a retriever reads it: title, then body."""
    why: Why
    passage_id: str = ""
    """Empty where the passage is of no index."""


@dataclass(frozen=True, slots=True)
class Record:
    """One question with its passages."""

    query: str
    positive: str
    """As a retriever reads it: title, then body."""
    negatives: tuple[Negative, ...]
    source: str
    """Where it comes from: ``facts``, ``sentences``, ``asked``, ``written``, or a public set."""
    group: str = ""
    """Company, or report, whose records stay on one side of a split."""
    filing_id: str = ""
    """Filing that answers; empty where the passage is of no index."""
    pages: tuple[int, ...] = ()
    """Its pages that answer, 1-based; the positive stands on one of them."""

    @property
    def texts(self) -> list[str]:
        """All passages, the right one first."""
        return [self.positive, *(negative.text for negative in self.negatives)]


_RECORD = TypeAdapter(Record)


def write_records(records: Iterable[Record], path: Path) -> None:
    """Write JSON Lines; the folder is made where it is missing."""
    write_lines(path, (asdict(record) for record in records))


def read_records(path: Path) -> list[Record]:
    """Read what :func:`write_records` wrote.

    Raises :class:`TrainingError`, which names the line and the field.
    """
    return read_lines(path, _RECORD, "record")
