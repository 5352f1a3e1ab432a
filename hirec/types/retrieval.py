"""What retrieval is asked for and what it gives back."""

from dataclasses import dataclass, field

from hirec.types.answer import Answer, Candidate, Trace
from hirec.types.intent import Intent
from hirec.types.question import ParsedQuestion, Scope


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
    facts: tuple[Answer, ...] = ()
    """Figures computed before, which an answer in words may rest on."""
    parsed: ParsedQuestion | None = None
    """What the question asks for; None for a question that only looks for something missing."""


@dataclass(frozen=True, slots=True)
class RankedFiling:
    """A filing on its way through the document stage."""

    filing_id: str
    score: float
    scores: tuple[tuple[str, float], ...] = ()
    """Each path's own score: ``identity``, ``dense``, ``lexical``."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What :meth:`hirec.HiREC.retrieve` returns: filings and passages, nothing read yet."""

    question: str
    filings: tuple[RankedFiling, ...] = ()
    """Best first."""
    candidates: tuple[Candidate, ...] = ()
    """Passages with the score of each path, best first."""
    refusal: str = ""
    """Why nothing was looked for: a company or period that the index does not hold."""
    trace: Trace = field(default_factory=lambda: Trace(""))
