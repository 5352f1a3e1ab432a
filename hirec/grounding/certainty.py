"""How likely the value chosen for a figure is right: by its place and by its rivals.

How likely one place is says little of whether any is: a filing that does not state a figure has a
likeliest place as well. Whether to answer is learnt apart, from what the choice came to over
companies left out (selective prediction, El-Yaniv and Wiener 2010).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hirec.grounding.joint import FAINT
from hirec.grounding.pooling import Pool
from hirec.grounding.trees import Trees

RIVALRY = ("odds", "margin", "members", "values", "expected", "places", "figures")
"""What is known of a choice beside the features of its place.

Log-odds of the value; by how much its assignment beats the best other one; places of the value; how
many values there are; how many of them are right by their own log-odds; how many places; figures of
the question.
"""

Floats = npt.NDArray[np.float64]


def choice_features(
    place: Floats, pools: Sequence[Pool], at: int, figures: int, margin: float
) -> Floats:
    """What tells whether a choice is right; shape (len(RIVALRY) + len(NAMES),).

    Args:
        place: Features of the chosen place; shape (len(NAMES),).
        pools: Values of the figure, best first.
        at: Index of the one chosen.
        figures: How many the question has.
        margin: Of its assignment over the best with another value.

    """
    own = pools[at]
    expected = float((1 / (1 + np.exp([-one.odds for one in pools]))).sum())
    places = sum(len(one.members) for one in pools)
    rivalry = [own.odds, margin, len(own.members), len(pools), expected, places, figures]
    return np.concatenate([rivalry, place])


def lead(pools: Sequence[Pool], at: int) -> float:
    """By how much a value's log-odds beat those of its best rival."""
    rivals = [one.odds for number, one in enumerate(pools) if number != at]
    return pools[at].odds - max(rivals, default=FAINT)


@dataclass(frozen=True, slots=True)
class Certainty:
    """From a choice to the probability that it is right, for evidence of one origin."""

    trees: Trees
    """Over :data:`RIVALRY` and the features of the place."""
    answer: float
    """Least probability at which a value is given."""
    sure: float
    """Least probability at which it may be called verified."""

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Certainty":
        """Read what `hirec train grounding` wrote of one origin."""
        return cls(Trees.from_json(content), content["answer"], content["sure"])

    def probabilities(self, choices: Floats) -> Floats:
        """That choices are right; shape (choices,)."""
        return np.asarray(1 / (1 + np.exp(-self.trees.decide(choices))))
