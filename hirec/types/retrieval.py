"""What retrieval is asked for and what it gives back."""

from dataclasses import dataclass

from hirec.types.question import Intent, Scope


@dataclass(frozen=True, slots=True)
class Query:
    """A question made ready for retrieval: the original one, or a complementary one."""

    text: str
    """Self-contained question."""
    core: str
    """What is asked, without how the answer should look."""
    scope: Scope
    intent: Intent
    document_text: str
    """Rewritten for the document stage (HiREC 4.1.1): companies and periods spelled out."""
    passage_text: str
    """Rewritten for the passage stage: what the passage says, without companies and periods."""


@dataclass(frozen=True, slots=True)
class RankedFiling:
    """A filing on its way through the document stage."""

    filing_id: str
    score: float
    scores: tuple[tuple[str, float], ...] = ()
    """Each path's own score: ``identity``, ``dense``, ``lexical``."""
