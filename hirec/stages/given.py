"""Evidence, or filings, that are given: how well a system reads, or finds its place in a file."""

from collections.abc import Sequence, Set

from hirec.stages.retriever import Retriever
from hirec.types import Candidate, Passage, Query, RankedFiling


class GivenPassages:
    """A retriever that shows the same passages to every question, in the order given."""

    name = "given"

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = tuple(passages)

    def documents(self, query: Query) -> tuple[RankedFiling, ...]:
        """Name the filings of the passages, in the order of their first one."""
        del query
        filings = dict.fromkeys(passage.filing_id for passage in self._passages)
        return tuple(RankedFiling(filing_id, 1.0) for filing_id in filings)

    def passages(
        self,
        query: Query,
        filings: tuple[RankedFiling, ...],
        seen: Set[str] = frozenset(),
    ) -> tuple[Candidate, ...]:
        """Give the passages not seen yet; neither query nor filings narrow them."""
        del query, filings
        return tuple(
            Candidate(passage, 1.0) for passage in self._passages if passage.passage_id not in seen
        )


class GivenFilings:
    """A retriever that searches the same filings for every question, however it ranks them."""

    name = "given-filings"

    def __init__(self, retriever: Retriever, filing_ids: Sequence[str]) -> None:
        self._retriever = retriever
        self._filings = tuple(RankedFiling(filing_id, 1.0) for filing_id in filing_ids)

    def documents(self, query: Query) -> tuple[RankedFiling, ...]:
        """Name the filings."""
        del query
        return self._filings

    def passages(
        self,
        query: Query,
        filings: tuple[RankedFiling, ...],
        seen: Set[str] = frozenset(),
    ) -> tuple[Candidate, ...]:
        """Rank the passages of the filings as the retriever does."""
        return self._retriever.passages(query, filings, seen)
