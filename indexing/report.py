"""What a build tells while it runs and when it is done."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from hirec.types import Usage

Stage = Literal["checking", "reading", "embedding", "writing", "publishing"]
Result = Literal["done", "skipped", "failed", ""]


@dataclass(frozen=True, slots=True)
class BuildEvent:
    """One step of a build."""

    stage: Stage
    done: int
    """Files read, covers embedded or filings checked so far in this stage."""
    total: int
    path: str = ""
    result: Result = ""
    """What became of the file; empty outside ``reading``."""
    pages: int = 0
    """Pages of the file."""
    error: str = ""
    note: str = ""
    """What of the file is not in the index though it was read."""


Progress = Callable[[BuildEvent], None]


@dataclass(frozen=True, slots=True)
class FailedFile:
    """A file that is not in the index, and why."""

    path: str
    error: str
    before: bool = False
    """True where it failed in an earlier build and was not tried again."""


@dataclass(frozen=True, slots=True)
class NotedFile:
    """A file that is in the index, and what of it is not."""

    path: str
    note: str


@dataclass(frozen=True, slots=True)
class BuildReport:
    """Closing account of a build."""

    done: int
    """Files read, or found to carry a filing that is already there."""
    skipped: int
    """Files unchanged since they were read."""
    failed: tuple[FailedFile, ...]
    noted: tuple[NotedFile, ...]
    """Files read in this build that left something out."""
    removed: tuple[str, ...]
    """filing_ids that went because their file changed or vanished."""
    filings: int
    """Filings in the index now."""
    pages: int
    """Pages read in this build."""
    embedded: int
    aliased: int
    """Filings that EDGAR's company list gave other aliases."""
    reading_s: float
    seconds: float
    usage: Usage = field(default_factory=Usage)
    """Spent on a language model for files that are in the index now."""

    @property
    def pages_per_s(self) -> float:
        """Pages read a second of reading; 0 where nothing was read."""
        return self.pages / self.reading_s if self.pages and self.reading_s else 0.0


def ignore(event: BuildEvent) -> None:
    """A progress callback for those who do not look."""
    del event
