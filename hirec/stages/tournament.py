"""The tournament in its plainest form: cards against the intent, one aligned order.

Human-aligned reranking, equations 8 and 9: the retrieval order enters by its reciprocal rank,
the alignment of card and intent is added to it.
"""

from collections.abc import Mapping, Sequence

from hirec.analysts.protocol import Analyst
from hirec.tournament.alignment import Alignment, align
from hirec.tournament.settings import TournamentSettings
from hirec.types import Filing, Passage, Query


class Tournament:
    """Orders passages by what their cards state."""

    def __init__(self, analyst: Analyst, settings: TournamentSettings, rrf_k: int) -> None:
        self._analyst = analyst
        self._settings = settings
        self._rrf_k = rrf_k

    def order(
        self, query: Query, passages: Sequence[Passage], filings: Mapping[str, Filing]
    ) -> tuple[tuple[Passage, float, Alignment], ...]:
        """Return passages with score and alignment, best first; ties keep the order given."""
        scored = []
        for rank, passage in enumerate(passages, start=1):
            card = self._analyst.card(passage, filings[passage.filing_id])
            alignment = align(card, query)
            score = 1.0 / (self._rrf_k + rank) + self._settings.alignment * alignment.score(
                self._settings
            )
            scored.append((passage, score, alignment))
        return tuple(sorted(scored, key=lambda item: -item[1]))
