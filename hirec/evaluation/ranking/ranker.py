"""What a ranking method is: one question and a pool of passages in, an order of them out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from hirec.companies import CompanyDirectory
from hirec.stages.passages import PassageSource
from hirec.types import Filing, Form, Identity, Passage


class RankingSource(PassageSource, Protocol):
    """Where the passages to be ranked come from; :class:`hirec.index.Index` is one."""

    @property
    def companies(self) -> CompanyDirectory:
        """The registrants that a question may name."""
        ...


@dataclass(frozen=True, slots=True)
class Pool:
    """What may be ranked for a question."""

    source: RankingSource
    filing_ids: tuple[str, ...] | None
    """The filings that are given with the question; None: the whole collection is searched."""

    @property
    def passages(self) -> list[Passage]:
        """Every passage of the pool, filing after filing."""
        given = self.filing_ids
        return self.source.passages(list(self.source.filings) if given is None else given)


@dataclass(frozen=True, slots=True)
class Ranking:
    """An order of passages.

    Raises:
        ValueError: a passage stands in it twice.

    """

    passages: tuple[tuple[str, float], ...] = ()
    """(passage_id, the method's own score), best first."""
    rounds: tuple[tuple[str, ...], ...] = ()
    """passage_ids as each round of a method that has several ordered them; else empty."""
    detail: Mapping[str, Any] = field(default_factory=dict)
    """For people: what became of each candidate, of methods that keep trails."""
    judge_calls: int = 0
    """How often a method with a judge asked it."""
    judge_failures: tuple[str, ...] = ()
    """What was wrong with its replies, an entry for each that had anything wrong."""

    def __post_init__(self) -> None:
        if len({passage_id for passage_id, _ in self.passages}) < len(self.passages):
            raise ValueError("A ranking holds a passage twice.")


class Ranker(Protocol):
    """One method. What it spends on language models is metered by whoever calls it."""

    def rank(self, question: str, pool: Pool, seed: int) -> Ranking:
        """Order passages of the pool; the same seed gives the same order.

        Raises :class:`~hirec.types.CannotAnswer` where it refuses the question, and another
        :class:`~hirec.types.HirecError` where it cannot run.

        Args:
            question: As it was asked.
            pool: What may be ranked; what is left out counts as not found.
            seed: Of whatever is drawn; a method that draws nothing does not look at it.

        """
        ...


class GivenSource:
    """Passages that come with a question, as those of one filing that nothing is known of."""

    def __init__(self, name: str, texts: Sequence[Passage]) -> None:
        """``texts`` all carry ``name`` as their filing_id."""
        self._passages = list(texts)
        identity = Identity("", Form.UNKNOWN)
        filing = Filing(name, identity, "", (name,), 1, len(texts), "")
        self.filings: Mapping[str, Filing] = {name: filing}
        self.companies = CompanyDirectory.build({})

    def passages(self, filing_ids: Sequence[str], /) -> list[Passage]:
        """All of them, where their one filing is asked for."""
        return [passage for passage in self._passages if passage.filing_id in filing_ids]
