"""What goes into the catalog and comes out of it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from hirec.types import Identity, Usage


@dataclass(frozen=True, slots=True)
class Input:
    """An input file as it is now."""

    path: str
    """Absolute, or a URI."""
    size: int
    mtime_ns: int
    sha256: str = ""
    """Empty until somebody needs it, and where the file cannot be read."""
    hints: str = ""
    """What it is read with beside itself (:mod:`indexing.hints`)."""


@dataclass(frozen=True, slots=True)
class Task:
    """A file on its way through the readers."""

    file: Input
    folder: Path
    """For a copy of it, where it is not on disk; gone once the file is committed."""
    failure: str = ""
    """Why no reader can be given it."""

    @property
    def parquet(self) -> Path:
        """Where its passages wait."""
        return self.folder.with_suffix(".parquet")


@dataclass(frozen=True, slots=True)
class ReadFiling:
    """A filing as read, its passages waiting in a file of their own."""

    filing_id: str
    """As its identity gives it; the catalog may have to tell it from another filing's."""
    identity: Identity
    summary: str
    page_count: int
    passage_count: int
    seconds: float
    notes: tuple[str, ...] = ()
    """What reading could not do, in words."""
    weak: str = ""
    """Which fields of the identity are weak, in words."""
    usage: Usage = field(default_factory=Usage)
    """Spent on a language model."""
    passages: str = ""
    """Digest of its file of passages, which names it."""


class PublishedRow(NamedTuple):
    """What a generation's directory says of a filing."""

    filing_id: str
    changed: int
    page_count: int
    passage_count: int
    passages: str
    sources: tuple[str, ...]
    """Stems of the files that carried it, in the order of their paths."""
