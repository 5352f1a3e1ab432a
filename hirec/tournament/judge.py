"""Who judges: one interface for rules, scripts and models, and a check of every reply.

A judge sees a question and cards. What it says is not trusted: ids that were not shown and ids
said twice are left out, what it left out follows in the order of the rules, and each of this is
written down.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from hirec.tournament.trail import Trails
from hirec.types import Card, HirecError, Query


class InvalidReply(HirecError):  # noqa: N818
    """A judge's reply cannot be read."""


@dataclass(frozen=True, slots=True)
class Selected:
    """A card that a judge selects."""

    passage_id: str
    relevance: float
    """0 to 100."""


class Judge(Protocol):
    """The three questions of the tournament. Each may raise :class:`InvalidReply`."""

    def select(
        self, query: Query, cards: Sequence[Card], least: int, most: int
    ) -> Sequence[Selected]:
        """Choose from ``least`` to ``most`` cards, best first (equation 6, Batch Picker).

        Args:
            query: With the intent.
            cards: Those shown, in this order.
            least: Fewest that may be chosen.
            most: Most that may be.

        """
        ...

    def order(self, query: Query, cards: Sequence[Card]) -> Sequence[str]:
        """Order all cards, best first (bootstrap, Listwise Judge)."""
        ...

    def prefer(self, query: Query, first: Card, second: Card) -> str:
        """Say which of two is the better evidence: its passage_id (Pairwise Referee)."""
        ...


class CheckedJudge:
    """A judge whose replies are made whole; ``prior`` ranks all candidates, 0 for the best.

    A reply with anything wrong is one failure in the trails, whatever it lacks.
    """

    def __init__(
        self, judge: Judge, query: Query, prior: Mapping[str, int], trails: Trails
    ) -> None:
        """Take whose replies are checked.

        Args:
            judge: Asked.
            query: What it is asked about.
            prior: passage_id → place by the rules, 0 for the best; fills what a reply lacks.
            trails: Take calls and failures.

        """
        self._judge = judge
        self._query = query
        self._prior = prior
        self._trails = trails

    def select(self, cards: Sequence[Card], least: int, most: int) -> list[Selected]:
        """From ``least`` to ``most`` of the cards, or all where there are fewer.

        Args:
            cards: Those shown, in this order.
            least: What a reply lacks of it is filled up by the prior.
            most: What goes beyond it is cut off.

        """
        shown = [card.passage_id for card in cards]
        self._trails.calls += 1
        problems: list[str] = []
        try:
            answer = list(self._judge.select(self._query, cards, least, most))
        except InvalidReply as error:
            problems.append(str(error))
            answer = []
        chosen = {one.passage_id: one for one in reversed(answer) if one.passage_id in shown}
        order = dict.fromkeys(one.passage_id for one in answer if one.passage_id in chosen)
        if len(order) < len(answer):
            problems.append("ids that were not shown, or twice")
        kept = [chosen[key] for key in order][:most]
        lacking = min(least, len(shown)) - len(kept)
        if lacking > 0:
            rest = sorted((key for key in shown if key not in order), key=self._prior.__getitem__)
            kept += [Selected(key, 0.0) for key in rest[:lacking]]
            problems.append(f"{lacking} fewer than {least}")
        if problems:
            self._fail("select", "; ".join(problems))
        return kept

    def order(self, cards: Sequence[Card]) -> list[str]:
        """Every card once, best first."""
        shown = [card.passage_id for card in cards]
        self._trails.calls += 1
        try:
            answer = list(self._judge.order(self._query, cards))
        except InvalidReply as error:
            self._fail("order", str(error))
            answer = []
        known = list(dict.fromkeys(key for key in answer if key in shown))
        rest = sorted((key for key in shown if key not in known), key=self._prior.__getitem__)
        if answer and (rest or len(known) < len(answer)):
            self._fail(
                "order", f"{len(rest)} left out, {len(answer) - len(known)} unknown or twice"
            )
        return [*known, *rest]

    def prefer(self, first: Card, second: Card) -> str | None:
        """The winner; None where the reply names neither."""
        self._trails.calls += 1
        try:
            winner = self._judge.prefer(self._query, first, second)
        except InvalidReply as error:
            self._fail("prefer", str(error))
            return None
        if winner not in (first.passage_id, second.passage_id):
            self._fail("prefer", f"neither: {winner}")
            return None
        return winner

    def _fail(self, task: str, problem: str) -> None:
        self._trails.failures.append(f"{task}: {problem}")
