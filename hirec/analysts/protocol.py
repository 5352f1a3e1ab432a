"""The reading tasks every analyst can be given, and what passes between them and the stages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from hirec.companies import CompanyDirectory
from hirec.types import (
    Asked,
    Candidate,
    Card,
    Citation,
    Filing,
    Intent,
    ParsedQuestion,
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
    last: bool = False
    """No more will be looked for: what is likely counts now, beside what is sure."""


@dataclass(frozen=True, slots=True)
class Curation:
    """Outcome of one round."""

    kept: tuple[Passage, ...]
    answerable: bool
    """Nothing more has to be looked for."""
    missing: tuple[str, ...] = ()
    """What the evidence lacks, in words for people."""
    complement: Query | None = None
    """The complementary question; None where nothing more can be asked."""
    nearest: tuple[Citation, ...] = ()
    """Where nothing is sure: the places that come nearest, for people to look at."""
    notes: tuple[str, ...] = ()
    """For the trace: what was wrong with a reply, which candidates a figure has."""
    likely: "Draft | None" = None
    """What was decided over all that was shown, should what is kept of it give no answer: how
    likely one place is right depends on all others."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A textual answer made of cited sentences."""

    text: str
    citations: tuple[Citation, ...]
    doubt: str = ""
    """Why it may not be so; empty where nothing speaks against it."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A figure and, in words, what it is about: for questions that ask for both."""

    program: Program
    statement: Statement


Draft = Program | Statement | Explained
"""An answer before it is run and checked."""

History = Sequence[tuple[str, str]]
"""(question, answer) of the turns before, oldest first."""


class EvidenceCurator(Protocol):
    """The part of an analyst that the evidence loop asks."""

    @property
    def certain(self) -> bool:
        """Whether "not answerable" is its last word."""
        ...

    def curate(self, task: CurationTask) -> Curation:
        """Filter passages, check answerability, name what is missing, ask for it."""
        ...


class Analyst(Protocol):
    """Does every step that needs reading. One that cannot do a task raises CannotAnswer."""

    name: str
    certain: bool
    """Whether its "not answerable" is a finding: where it is an opinion, the answer stage tries
    with what there is, as Algorithm 1 of HiREC ends."""

    def questions(
        self, question: str, history: History, companies: CompanyDirectory, as_of: date | None
    ) -> tuple[Asked, ...]:
        """Make self-contained questions of one that may lean on a history and ask several things.

        FinSage 3.2: decomposition, coreference, context. Raises CannotAnswer where the history
        allows several readings.

        Args:
            question: As typed.
            history: The (question, answer) turns before it, oldest first.
            companies: Those of the index.
            as_of: Filings made later do not count; None: all do.

        """
        ...

    def scope(self, question: str, companies: CompanyDirectory, as_of: date | None) -> Scope:
        """Say which companies, periods and forms the question is about.

        Args:
            question: One that stands alone.
            companies: Those of the index, by all their spellings.
            as_of: Taken over into the scope.

        """
        ...

    def rewrite(self, question: str, scope: Scope, parsed: ParsedQuestion | None = None) -> Query:
        """Make the question ready for retrieval: intent, and a text for each stage.

        Args:
            question: One that stands alone.
            scope: What it is about.
            parsed: What it asks for, where a conversation said more than its own words.

        """
        ...

    def hypothesize(self, query: Query) -> tuple[str, ...]:
        """Write what a passage that answers might say (HyDE; FinSage 3.2), one text or several.

        Only wording counts: retrieval compares the texts with passages, nobody is shown them.
        Empty where nothing better than the query can be said. Called only while
        ``retrieval.hyde_weight`` is above 0.
        """
        ...

    def card(self, passage: Passage, filing: Filing) -> Card:
        """Abstract a passage into a card, whatever is asked."""
        ...

    def may_state(self, passage: Passage, intent: Intent) -> bool:
        """Whether a card could state a metric demanded; much cheaper than the card."""
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
    ) -> Draft:
        """Write a program or cited sentences; raises CannotAnswer with what is missing.

        Args:
            query: What is asked.
            evidence: All that may be cited.
            filings: By filing_id.
            ranking: filing_ids, best first; of equal sources the first is cited.

        """
        ...

    def review(
        self,
        draft: Program | Statement,
        query: Query,
        evidence: Sequence[Passage],
        filings: Mapping[str, Filing],
        ranking: Sequence[str],
    ) -> str:
        """Say what speaks against a draft whose numbers are printed where it says; empty: none.

        Raises CannotAnswer where the draft is about something else than what is asked.

        Args:
            draft: A program that was verified, or sentences with their lines.
            query: What is asked.
            evidence: What the draft was written from.
            filings: By filing_id.
            ranking: filing_ids, best first.

        """
        ...

    def repair(
        self,
        draft: Program,
        problem: str,
        query: Query,
        evidence: Sequence[Passage],
    ) -> Program | None:
        """Write a failed program anew, knowing what was wrong; None where it would be no other.

        Raises CannotAnswer as :meth:`answer` does.

        Args:
            draft: The program that failed.
            problem: Why it failed, or why the pages do not back it, in words.
            query: What is asked.
            evidence: What the draft was written from.

        """
        ...
