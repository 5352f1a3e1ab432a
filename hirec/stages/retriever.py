"""Retrieval behind one interface: the hierarchy here, what it is compared with in ``baselines``."""

from collections.abc import Set
from dataclasses import dataclass
from typing import Protocol

from hirec.stages.documents import DocumentStage
from hirec.stages.passages import PassageStage
from hirec.stages.recorder import Recorder
from hirec.types import Candidate, Query, RankedFiling


class Retriever(Protocol):
    """The two stages of retrieval; the scope travels within the query."""

    name: str

    def documents(self, query: Query) -> tuple[RankedFiling, ...]:
        """Rank filings, best first."""
        ...

    def passages(
        self,
        query: Query,
        filings: tuple[RankedFiling, ...],
        seen: Set[str] = frozenset(),
    ) -> tuple[Candidate, ...]:
        """Rank passages within the filings, best first.

        Args:
            query: What is asked.
            filings: Of :meth:`documents`, best first.
            seen: passage_ids that are left out.

        """
        ...


class HierarchicalRetriever:
    """First the filing, then the passage."""

    name = "hirec"

    def __init__(self, documents: DocumentStage, passages: PassageStage) -> None:
        self._documents = documents
        self._passages = passages

    def documents(self, query: Query) -> tuple[RankedFiling, ...]:
        """Rank filings by identity, then by dense and lexical support."""
        return self._documents.rank(query)

    def passages(
        self,
        query: Query,
        filings: tuple[RankedFiling, ...],
        seen: Set[str] = frozenset(),
    ) -> tuple[Candidate, ...]:
        """Rank passages within the filings."""
        return self._passages.rank(query, filings, seen)


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What one round of retrieval found, best first."""

    filings: tuple[RankedFiling, ...]
    candidates: tuple[Candidate, ...]


def retrieve(
    retriever: Retriever,
    query: Query,
    recorder: Recorder,
    number: int = 1,
    seen: Set[str] = frozenset(),
) -> Retrieved:
    """One round of retrieval: a question, a complementary one, or a step of a multi-hop chain.

    Every caller goes through here.

    Args:
        retriever: Asked for filings, then for passages.
        query: What is looked for.
        recorder: Takes a step for each.
        number: Of the round, in the trace.
        seen: passage_ids that earlier rounds have shown to the reader, so that no place is spent on
            them twice.

    """
    with recorder.step("documents", number) as detail:
        filings = retriever.documents(query)
        detail["question"] = query.document_text
        detail["filings"] = [
            {"filing": f.filing_id, "score": round(f.score, 4), **dict(f.scores)} for f in filings
        ]
    with recorder.step("passages", number) as detail:
        candidates = retriever.passages(query, filings, seen)
        detail["question"] = query.passage_text
        detail["passages"] = [
            {"passage": c.passage.passage_id, "score": round(c.score, 5), **c.scores}
            for c in candidates
        ]
        if seen:
            detail["seen"] = len(seen)
    return Retrieved(filings, candidates)
