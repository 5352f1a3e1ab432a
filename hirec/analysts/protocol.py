"""The reading tasks every analyst can be given, and what passes between them and the stages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from hirec.companies import CompanyDirectory
from hirec.types import (
    Candidate,
    Card,
    Citation,
    Filing,
    Intent,
    Passage,
    Program,
    Query,
    Scope,
)


@dataclass(frozen=True, slots=True)
class CurationTask:
    """What one round of curation sees (HiREC section 4.2)."""

    query: Query
    """The original question, not the complementary one."""
    shown: tuple[Candidate, ...]
    """Newly retrieved passages, best first."""
    kept: tuple[Passage, ...]
    """Passages kept by earlier rounds; they are considered again."""
    filings: Mapping[str, Filing]
    ranking: tuple[str, ...]
    """filing_ids of the document stage, best first: of equal sources the first is cited."""
    limit: int
    """Most passages to keep (k'_P)."""


@dataclass(frozen=True, slots=True)
class Curation:
    """Outcome of one round."""

    kept: tuple[Passage, ...]
    answerable: bool
    missing: tuple[str, ...] = ()
    """What the evidence lacks, in words for people."""
    complement: Query | None = None
    """The complementary question; None where nothing more can be asked."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A textual answer made of cited sentences."""

    text: str
    citations: tuple[Citation, ...]


class Analyst(Protocol):
    """Does every step that needs reading. One that cannot do a task raises CannotAnswer."""

    name: str

    def scope(self, question: str, companies: CompanyDirectory, as_of: date | None) -> Scope:
        """Say which companies, periods and forms the question is about."""
        ...

    def rewrite(self, question: str, scope: Scope) -> Query:
        """Make the question ready for retrieval: intent, and a text for each stage."""
        ...

    def card(self, passage: Passage, filing: Filing, intent: Intent) -> Card:
        """Abstract a passage into a card; ``intent`` only says which metrics to look for."""
        ...

    def curate(self, task: CurationTask) -> Curation:
        """Filter passages, check answerability, name what is missing, ask for it."""
        ...

    def answer(
        self,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        ranking: Sequence[str],
    ) -> Program | Statement:
        """Write a program or cited sentences; raises CannotAnswer with what is missing."""
        ...
