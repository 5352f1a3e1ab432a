from decimal import Decimal

import numpy as np

from hirec.grounding.certainty import RIVALRY, Certainty, choice_features, lead
from hirec.grounding.feature_table import NAMES
from hirec.grounding.pooling import pool_values
from hirec.grounding.trees import Trees

PLACE = np.arange(len(NAMES), dtype=float)
VALUES = [Decimal(value) for value in (5, 7, 5, 9)]


def features(at: int, margin: float = 0.25) -> dict[str, float]:
    pools = pool_values(VALUES, np.array([2.0, 0.5, 1.0, -1.0]))
    found = choice_features(PLACE, pools, at, 1, margin)
    assert len(found) == len(RIVALRY) + len(NAMES)
    assert (found[len(RIVALRY) :] == PLACE).all()
    return dict(zip(RIVALRY, found.tolist(), strict=False))


def test_a_choice_is_told_with_its_rivals() -> None:
    best = features(0)
    assert (best["odds"], best["margin"], best["figures"]) == (2.0, 0.25, 1)
    assert (best["members"], best["values"], best["places"]) == (2, 3, 4)
    assert 1.5 < best["expected"] < 2.0


def test_a_value_leads_its_best_rival_or_trails_it() -> None:
    pools = pool_values(VALUES, np.array([2.0, 0.5, 1.0, -1.0]))
    assert (lead(pools, 0), lead(pools, 1)) == (1.5, -1.5)
    assert lead(pools[:1], 0) > 10  # there is no rival


def test_what_the_trees_say_becomes_a_probability() -> None:
    odds = RIVALRY.index("odds")
    certainty = Certainty(Trees(0.0, [[[odds, 1.0, 1, 2], [0.0], [2.0]]]), 0.5, 0.9)
    rows = np.zeros((2, len(RIVALRY)))
    rows[1, odds] = 2.0
    assert np.allclose(certainty.probabilities(rows), [0.5, 0.8808], atol=1e-4)
