"""One ranking made and measured, and the file of them (``records.jsonl``)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hirec.evaluation.ranking.measures import measured
from hirec.types import Usage


@dataclass(frozen=True, slots=True)
class RankingRecord:
    """What one method made of one question under one seed."""

    method: str
    seed: int
    id: str
    question: str
    judgements: Mapping[str, int]
    """passage_id → grade above 0."""
    ranking: tuple[tuple[str, float], ...] = ()
    """(passage_id, the method's own score), best first."""
    rounds: tuple[tuple[str, ...], ...] = ()
    """passage_ids as each round of the method ordered them."""
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
        """Every measure of the ranking; nothing ranked scores 0."""
        return measured(self.order, self.judgements)
