"""One ranking made and measured, and the file of them (``records.jsonl``)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hirec.datasets.pages import PageKey, page_of, page_recall
from hirec.evaluation.ranking.measures import MEASURES, measured
from hirec.types import Usage

PAGE_DEPTHS: Mapping[str, int] = {"page_recall@5": 5, "page_recall@10": 10}
"""Share of the gold pages among the first distinct pages, as ``hirec eval run`` counts it."""

FIGURES = (*MEASURES, *PAGE_DEPTHS)
"""What is measured of a ranking."""


@dataclass(frozen=True, slots=True)
class RankingRecord:
    """What one method made of one question under one seed."""

    method: str
    seed: int
    id: str
    question: str
    judgements: Mapping[str, int]
    """passage_id → grade above 0."""
    pages: tuple[PageKey, ...] = ()
    """Gold pages, where that is what the judgements come from."""
    any_page: bool = False
    """True where any one of the gold pages is enough."""
    ranking: tuple[tuple[str, float], ...] = ()
    """(passage_id, the method's own score), best first."""
    rounds: tuple[tuple[str, ...], ...] = ()
    """passage_ids as each round of the method ordered them."""
    detail: Mapping[str, Any] = field(default_factory=dict)
    """Trails of the candidates, of methods that keep them."""
    judge_calls: int = 0
    """How often a judge was asked."""
    judge_failures: tuple[str, ...] = ()
    """What was wrong with its replies, an entry for each that had anything wrong."""
    usage: Usage = field(default_factory=Usage)
    """Of a reply out of the cache, what it took when it was first asked for."""
    seconds: float = 0.0
    """Wall time of the ranking."""
    refusal: str = ""
    """Why the method refused the question; it then ranks nothing."""
    error: str = ""
    """The failure's sentence where the method raised one."""

    @property
    def key(self) -> tuple[str, int, str]:
        """Method, seed and question: what a record is the only one of."""
        return self.method, self.seed, self.id

    @property
    def order(self) -> tuple[str, ...]:
        """The passages, best first."""
        return tuple(passage_id for passage_id, _ in self.ranking)

    @property
    def scores(self) -> Mapping[str, float]:
        """Every measure that applies, by its name in :data:`FIGURES`; nothing ranked scores 0."""
        scores = measured(self.order, self.judgements)
        if self.pages:
            ranked = tuple(dict.fromkeys(page_of(passage_id) for passage_id in self.order))
            for name, k in PAGE_DEPTHS.items():
                scores[name] = page_recall(ranked, set(self.pages), k, self.any_page)
        return scores
