"""Agents that score candidates, and graphs of them (PRISM 4.3 and appendix A.7).

An agent is one scorer. A graph sends candidates through sieves one after the other, has what is
left scored by all its agents at once, and orders it by the weighted mean of their scores. Each
agent's word on each candidate goes into the trail. Agents that fail, and what a reply lacks, are
written down and change nothing: equal candidates keep the order in which they came.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from hirec.stages.concurrency import in_parallel
from hirec.tournament.judge import InvalidReply
from hirec.tournament.trail import Trails, TrailStep
from hirec.types import Query

Item = TypeVar("Item")
Seen = TypeVar("Seen", contravariant=True)

Scores = Mapping[str, float]
"""Candidate's id → score, the higher the better; who is left out has 0."""


class Agent(Protocol[Seen]):
    """Scores candidates from one point of view; may raise :class:`InvalidReply`."""

    @property
    def name(self) -> str:
        """As trails name it."""
        ...

    def score(self, query: Query, items: Mapping[str, Seen], /) -> Scores:
        """Score candidates by id; they stand in the order in which they were found."""
        ...


@dataclass(frozen=True, slots=True)
class Sieve(Generic[Item]):
    """An agent that drops what it scores low."""

    agent: Agent[Item]
    least: float
    """Score under which a candidate is dropped."""
    keep: int
    """Fewest that stay, the best first: what is dropped here is lost to all who follow."""


@dataclass(frozen=True, slots=True)
class Graph(Generic[Item]):
    """Sieves, then agents side by side."""

    agents: tuple[Agent[Item], ...]
    sieves: tuple[Sieve[Item], ...] = ()
    weigh: Callable[[Query], Mapping[str, float]] | None = None
    """Weight of each agent by name for a question; None: all alike. May raise InvalidReply."""
    workers: int = 8
    """Most agents at work at once."""

    def rank(
        self, query: Query, items: Mapping[str, Item], trails: Trails
    ) -> list[tuple[str, float]]:
        """Ids of candidates with their mean score, best first; dropped ones are in the trails.

        Args:
            query: What is asked.
            items: Candidates by id, in the order in which they were found.
            trails: Take each agent's word on each candidate.

        """
        for key in items:
            trails.enter(key)
        left = dict(items)
        for sieve in self.sieves:
            left = self._sift(sieve, query, left, trails)
        replies = in_parallel(lambda agent: _ask(agent, query, left), self.agents, self.workers)
        weights = self._weights(query, trails)
        totals = dict.fromkeys(left, 0.0)
        weighed = 0.0
        for agent, reply in zip(self.agents, replies, strict=True):
            scores = _heard(agent.name, reply, trails)
            if scores is None:
                continue
            if without := len(left.keys() - scores.keys()):
                trails.failures.append(f"{agent.name}: {without} without a score")
            weight = weights.get(agent.name, 0.0)
            weighed += weight
            for key in left:
                own = scores.get(key, 0.0)
                totals[key] += weight * own
                trails.note(key, TrailStep(agent.name, True, f"weight {weight:.2f}", own))
        means = {key: total / (weighed or 1.0) for key, total in totals.items()}
        order = sorted(means, key=lambda key: -means[key])
        trails.rank(order, "agents", "weighted mean of their scores", means)
        return [(key, means[key]) for key in order]

    def _sift(
        self, sieve: Sieve[Item], query: Query, items: Mapping[str, Item], trails: Trails
    ) -> dict[str, Item]:
        """What a sieve leaves, in the order in which it came; all where it fails."""
        name = sieve.agent.name
        scores = _heard(name, _ask(sieve.agent, query, items), trails)
        if scores is None:
            return dict(items)
        ranked = sorted(items, key=lambda key: -scores.get(key, 0.0))
        kept = set(ranked[: sieve.keep]) | {
            key for key in items if scores.get(key, 0.0) >= sieve.least
        }
        for key in items:
            rule = f"{sieve.least:g} or more, or among the best {sieve.keep}"
            trails.note(key, TrailStep(name, key in kept, rule, scores.get(key, 0.0)))
        return {key: item for key, item in items.items() if key in kept}

    def _weights(self, query: Query, trails: Trails) -> Mapping[str, float]:
        alike = {agent.name: 1.0 for agent in self.agents}
        if self.weigh is None:
            return alike
        try:
            return self.weigh(query)
        except InvalidReply as error:
            trails.failures.append(f"weights: {error}")
            return alike


def _ask(agent: Agent[Item], query: Query, items: Mapping[str, Item]) -> Scores | InvalidReply:
    try:
        return agent.score(query, items)
    except InvalidReply as error:
        return error


def _heard(name: str, replies: Scores | InvalidReply, trails: Trails) -> Scores | None:
    """What an agent scored; that it failed is written down."""
    trails.calls += 1
    if isinstance(replies, InvalidReply):
        trails.failures.append(f"{name}: {replies}")
        return None
    return replies


def by_place(order: Sequence[str]) -> Scores:
    """An order as scores: the number of candidates for the first, 1 for the last."""
    return {key: float(len(order) - place) for place, key in enumerate(order)}
