"""A judge with a known truth and faults: noise, position bias, lost ids, unreadable replies."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hirec.tournament.judge import InvalidReply, Selected
from hirec.types import Card, Query


@dataclass(frozen=True, slots=True)
class Faults:
    """What goes wrong, drawn anew in each call."""

    noise: float = 0.0
    """Standard deviation of what is added to each gain."""
    position_bias: float = 0.0
    """What the card shown first gains over the one shown last."""
    lost: float = 0.0
    """Probability with which a card is left out."""
    invalid: float = 0.0
    """Probability with which the whole reply cannot be read."""


class ScriptedJudge:
    """Judges by ``gains`` (passage_id → true relevance, 0 where not named) and by its faults."""

    def __init__(
        self, gains: Mapping[str, float], faults: Faults | None = None, seed: int = 0
    ) -> None:
        """Take the truth and how to depart from it.

        Args:
            gains: passage_id → true relevance, 0 where not named.
            faults: None: it makes none.
            seed: Of the faults; the same calls err alike.

        """
        self._gains = gains
        self._faults = faults or Faults()
        self._seed = seed
        self.calls = 0

    def select(
        self, query: Query, cards: Sequence[Card], least: int, most: int
    ) -> Sequence[Selected]:
        """The ``most`` that seem best."""
        del query, least
        seen = self._seen(cards)
        return [Selected(key, 100 * seen[key]) for key in _best(seen)[:most]]

    def order(self, query: Query, cards: Sequence[Card]) -> Sequence[str]:
        """All that are not lost, as they seem."""
        del query
        return _best(self._seen(cards))

    def prefer(self, query: Query, first: Card, second: Card) -> str:
        """The one that seems better; ``?`` where both are lost."""
        del query
        return next(iter(_best(self._seen((first, second)))), "?")

    def _seen(self, cards: Sequence[Card]) -> dict[str, float]:
        """What each card seems worth in this call."""
        self.calls += 1
        faults = self._faults
        rng = random.Random(f"{self._seed} {self.calls}")  # noqa: S311
        if rng.random() < faults.invalid:
            raise InvalidReply("The script says nothing that can be read.")
        last = max(1, len(cards) - 1)
        seen: dict[str, float] = {}
        for at, card in enumerate(cards):
            gain = self._gains.get(card.passage_id, 0.0) + rng.gauss(0, faults.noise)
            if rng.random() >= faults.lost:
                seen[card.passage_id] = gain + faults.position_bias * (1 - at / last)
        return seen


def _best(seen: Mapping[str, float]) -> list[str]:
    return sorted(seen, key=lambda key: -seen[key])
