"""Boosted trees over places, weights of the bonds between figures, and trees over choices."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

from hirec.grounding.certainty import RIVALRY
from hirec.grounding.feature_table import MEANING, NAMES
from hirec.grounding.joint import KEPT, PAIR_FEATURES, Ranked, pair_features
from hirec.grounding.pooling import pool_values
from hirec.grounding.trees import Trees
from training.grounding.examples import Case, Slot
from training.grounding.searched import HARD, SEARCHED

Floats = npt.NDArray[np.float64]
_NEAR_KEPT = 80
_MISTAKEN_KEPT = 40
"""Wrong places of a figure to learn from: at first the nearest by words, then the likeliest."""
_FIRST_ROUNDS = 100
_RIVALS = 24
"""Wrong assignments of a question that the right one is held against."""


def fit_trees(
    cases: Sequence[Case], masked: Sequence[str] = (), rounds: int = 160, seed: int = 0
) -> dict[str, Any]:
    """Boosted trees as JSON; features in ``masked`` are held at 0.

    Learnt twice: a figure has thousands of places, and what the first trees take for right tells
    the second ones more than what is near by words.
    """
    slots = [s for case in cases if case.known for s in case.slots if len(s.values)]
    features = [hidden(slot.features, masked) for slot in slots]
    near = [_nearness(slot) for slot in slots]
    first = _boosted(slots, features, near, _NEAR_KEPT, rounds=_FIRST_ROUNDS, leaves=20, seed=seed)
    mistaken = [first.decision_function(own) for own in features]
    last = _boosted(slots, features, mistaken, _MISTAKEN_KEPT, rounds=rounds, leaves=31, seed=seed)
    return export_trees(last)


def _boosted(
    slots: Sequence[Slot],
    features: Sequence[npt.NDArray[np.float32]],
    tempting: Sequence[npt.NDArray[np.floating]],
    kept: int,
    *,
    rounds: int,
    leaves: int,
    seed: int,
) -> HistGradientBoostingClassifier:
    """Trees of every right place, the ``kept`` most tempting wrong ones, and some others."""
    rng = np.random.default_rng(seed)
    keep = [_worth(s.right, own, kept, rng) for s, own in zip(slots, tempting, strict=True)]
    model = HistGradientBoostingClassifier(
        max_iter=rounds,
        learning_rate=0.1,
        max_leaf_nodes=leaves,
        min_samples_leaf=25,
        l2_regularization=2.0,
        max_features=0.5,
        early_stopping=False,
        random_state=seed,
    )
    fit_kept(model, features, [slot.right for slot in slots], keep)
    return model


def fit_kept(
    model: HistGradientBoostingClassifier,
    features: Sequence[npt.NDArray[np.float32]],
    right: Sequence[npt.NDArray[np.bool_]],
    keep: Sequence[npt.NDArray[np.integer]],
) -> None:
    """Learn from the rows of each question that are kept; many of one weigh less each."""
    model.fit(
        np.concatenate([own[at] for own, at in zip(features, keep, strict=True)]),
        np.concatenate([own[at] for own, at in zip(right, keep, strict=True)]),
        sample_weight=np.concatenate([np.full(len(at), len(at) ** -0.5) for at in keep]),
    )


def fit_origins(
    cases: Sequence[Case], masked: Sequence[str] = (), rounds: int = 160, seed: int = 0
) -> dict[bool, dict[str, Any]]:
    """Trees for given pages (True) and for searched passages (False).

    Look-ups over searched filings teach the latter alone, and so does what late interaction reads:
    where a whole page comes with every question it costs most, and pages say what they are about.
    """
    of_pages = [case for case in cases if case.source not in (SEARCHED, HARD)]
    return {
        True: fit_trees(of_pages or cases, (*masked, *MEANING), rounds, seed),
        False: fit_trees(cases, masked, rounds, seed),
    }


def export_trees(model: HistGradientBoostingClassifier) -> dict[str, Any]:
    """The trees as lists of nodes that :class:`hirec.grounding.trees.Trees` reads."""
    trees = [[_node(node) for node in predictors[0].nodes] for predictors in model._predictors]
    return {"baseline": float(model._baseline_prediction.ravel()[0]), "trees": trees}


def odds_of(slot: Slot, trees: Trees, masked: Sequence[str] = ()) -> Floats:
    """Log-odds of the places of a figure."""
    if not len(slot.values):
        return np.zeros(0)
    return trees.decide(hidden(slot.features, masked).astype(np.float64))


def fit_bonds(contests: Sequence[Floats]) -> dict[str, Any]:
    """Weights by which the right assignment of a question beats wrong ones.

    Logistic regression on differences of (sum of log-odds, bonds), see :func:`contests_of`.
    """
    differences = np.array(contests or [np.ones(1 + len(PAIR_FEATURES))])
    model = LogisticRegression(C=0.3, fit_intercept=False, max_iter=2000)
    both = np.concatenate([differences, -differences])
    model.fit(both, [True] * len(differences) + [False] * len(differences))
    weights = model.coef_[0]
    return {"trust": float(weights[0]), "bonds": [round(float(w), 4) for w in weights[1:]]}


def fit_certainty(
    choices: Sequence[tuple[Floats, bool]],
    seed: int = 0,
    width: int = len(RIVALRY) + len(NAMES),
) -> dict[str, Any]:
    """Trees for "the choice is right" from what it came to over companies left out, as JSON.

    Args:
        choices: What is known of each, see :func:`hirec.grounding.certainty.choice_features`, and
            whether it is right.
        seed: Of the features that a split may use.
        width: How many features a choice has.

    """
    model = HistGradientBoostingClassifier(
        max_iter=80,
        learning_rate=0.05,
        max_leaf_nodes=8,
        min_samples_leaf=20,
        l2_regularization=5.0,
        max_features=0.3,
        early_stopping=False,
        random_state=seed,
    )
    # A clear case of each kind, so that outcomes that are all alike can be learnt from.
    clear = [(np.full(width, 10.0), True), (np.full(width, -10.0), False)]
    known = [*choices, *clear]
    model.fit(np.array([own for own, _ in known]), [right for _, right in known])
    return export_trees(model)


def ranked_of(slot: Slot, odds: Floats) -> Ranked:
    """A figure with its values, best first."""
    return Ranked(slot.figure, slot.places, pool_values(slot.values, odds))


def contests_of(case: Case, odds: Sequence[Floats]) -> list[Floats]:
    """Right assignment of a question less each of the likeliest wrong ones."""
    if len(case.slots) < 2 or not case.known:
        return []
    ranked = [ranked_of(slot, own) for slot, own in zip(case.slots, odds, strict=True)]
    gold = []
    for slot, one in zip(case.slots, ranked, strict=True):
        at = next((i for i, p in enumerate(one.pools) if slot.right[p.members[0]]), None)
        if at is None:
            return []
        gold.append(at)
    right = _described(ranked, gold)
    beam: list[tuple[float, list[int]]] = [(0.0, [])]
    for one in ranked:
        grown = [
            (score + one.pools[at].odds, [*picks, at])
            for score, picks in beam
            for at in range(min(KEPT, len(one.pools)))
        ]
        beam = sorted(grown, key=lambda item: -item[0])[:_RIVALS]
    return [right - _described(ranked, picks) for _, picks in beam if picks != gold]


def _described(ranked: Sequence[Ranked], picks: Sequence[int]) -> Floats:
    total = sum(one.pools[at].odds for one, at in zip(ranked, picks, strict=True))
    bonds = np.zeros(len(PAIR_FEATURES))
    for at in range(len(ranked)):
        for other in range(at):
            a, b = ranked[other], ranked[at]
            first = a.places[a.pools[picks[other]].members[0]]
            second = b.places[b.pools[picks[at]].members[0]]
            bonds += pair_features(a.figure, first, b.figure, second)
    return np.concatenate([[total], bonds * (2 / len(ranked))])


def _nearness(slot: Slot) -> Floats:
    """How near each place is by words."""
    names = ("label_asked", "asked_in_path", "reminds")
    found: Floats = slot.features[:, [NAMES.index(n) for n in names]].sum(axis=1, dtype=np.float64)
    return found


def _worth(
    right: npt.NDArray[np.bool_],
    tempting: npt.NDArray[np.floating],
    kept: int,
    rng: np.random.Generator,
) -> npt.NDArray[np.int64]:
    """Every right place, the most tempting of the wrong ones, and half as many others."""
    wrong = np.flatnonzero(~right)
    hard = wrong[np.argsort(-tempting[wrong], kind="stable")][:kept]
    others = np.setdiff1d(wrong, hard)
    return np.concatenate([np.flatnonzero(right), hard, rng.permutation(others)[: kept // 2]])


def _node(node: Any) -> list[float]:  # noqa: ANN401 - a row of a structured array
    if node["is_leaf"]:
        return [round(float(node["value"]), 4)]
    threshold = float(node["num_threshold"])  # whole: it often is the value of a feature
    return [int(node["feature_idx"]), threshold, int(node["left"]), int(node["right"])]


def hidden(features: npt.NDArray[np.float32], masked: Sequence[str]) -> npt.NDArray[np.float32]:
    """The features with some held at 0."""
    if not masked:
        return features
    found = features.copy()
    found[:, [NAMES.index(name) for name in masked]] = 0.0
    return found
