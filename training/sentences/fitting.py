"""Trees over sentences, and trees that say whether the likeliest one answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import HistGradientBoostingClassifier

from hirec.analysts.rule.sentences.features import NAMES
from hirec.analysts.rule.sentences.scorer import CHOICE, FORMAT, choice_features
from hirec.grounding.trees import Trees
from training.grounding.examples import FOLDS
from training.grounding.fitting import export_trees, fit_certainty, fit_kept
from training.sentences.cases import Case

Floats = npt.NDArray[np.float64]
ANSWER = 0.5
"""Least probability at which a sentence is quoted: likelier right than not, as for figures."""
FIGURES = 0.8
"""The same where a figure is looked up: a sentence says more numbers than one."""
_TEMPTING = 50
"""Wrong sentences of a question to learn from."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a question came to with its company left out."""

    case: Case
    likely: float
    """That the likeliest sentence is right."""
    right: bool
    """Whether it is."""


def fit_model(cases: Sequence[Case], seed: int = 0) -> tuple[dict[str, Any], list[Outcome]]:
    """The content of a model file, and what each question came to with its company left out."""
    odds: dict[int, Floats] = {}
    for fold in range(FOLDS):
        others = [case for case in cases if case.fold != fold]
        trees = Trees.from_json(_fit_trees(others, seed))
        for at, case in enumerate(cases):
            if case.fold == fold:
                odds[at] = trees.decide(case.features.astype(np.float64))
    choices = np.array([_choice(case, odds[at]) for at, case in enumerate(cases)])
    right = np.array([bool(case.right[odds[at].argmax()]) for at, case in enumerate(cases)])
    folds = np.array([case.fold for case in cases])
    likely = np.zeros(len(cases))
    for fold in range(FOLDS):
        own = folds == fold
        if own.any():
            certainty = Trees.from_json(_fit_certainty(choices[~own], right[~own], seed))
            likely[own] = 1 / (1 + np.exp(-certainty.decide(choices[own])))
    content = {
        "format": FORMAT,
        "features": list(NAMES),
        **_fit_trees(cases, seed),
        "certainty": _fit_certainty(choices, right, seed),
        "answer": ANSWER,
        "figures": FIGURES,
    }
    outcomes = zip(cases, likely.tolist(), right.tolist(), strict=True)
    return content, [Outcome(*one) for one in outcomes]


def _choice(case: Case, odds: Floats) -> Floats:
    return choice_features(case.features.astype(np.float64), odds, case.texts)


def _fit_trees(cases: Sequence[Case], seed: int) -> dict[str, Any]:
    """From every right sentence and the most tempting wrong ones of each question."""
    keep = [_worth(case) for case in cases]
    model = HistGradientBoostingClassifier(
        max_iter=450,
        learning_rate=0.03,
        max_leaf_nodes=20,
        min_samples_leaf=25,
        l2_regularization=3.0,
        max_features=0.35,
        early_stopping=False,
        random_state=seed,
    )
    fit_kept(model, [case.features for case in cases], [case.right for case in cases], keep)
    return export_trees(model)


def _worth(case: Case) -> npt.NDArray[np.intp]:
    columns = [NAMES.index(name) for name in ("met", "meant", "cosine")]
    order = np.argsort(-case.features[:, columns].sum(axis=1), kind="stable")
    return np.union1d(np.flatnonzero(case.right), order[:_TEMPTING])


def _fit_certainty(choices: Floats, right: npt.NDArray[np.bool_], seed: int) -> dict[str, Any]:
    known = [(own, bool(answers)) for own, answers in zip(choices, right, strict=True)]
    return fit_certainty(known, seed, len(CHOICE) + len(NAMES))
