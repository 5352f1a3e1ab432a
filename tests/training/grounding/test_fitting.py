import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from hirec.grounding.certainty import RIVALRY
from hirec.grounding.feature_table import NAMES
from hirec.grounding.joint import PAIR_FEATURES
from hirec.grounding.trees import Trees
from training.grounding.fitting import export_trees, fit_bonds, fit_certainty


def test_exported_trees_say_what_the_library_says() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(300, 4))
    labels = (rows[:, 0] + rows[:, 1] ** 2 > 0.5).astype(int)
    model = HistGradientBoostingClassifier(max_iter=12, max_leaf_nodes=6).fit(rows, labels)
    ours = Trees.from_json(export_trees(model)).decide(rows)
    assert np.allclose(ours, model.decision_function(rows), atol=1e-3)


def test_choices_with_better_odds_are_likelier_right() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(400, len(RIVALRY) + len(NAMES)))
    odds = RIVALRY.index("odds")
    trees = Trees.from_json(fit_certainty([(row, bool(row[odds] > 0.3)) for row in rows]))
    rows[:, odds] = np.where(np.arange(400) < 200, -1.0, 1.0)
    decided = trees.decide(rows)
    assert decided[200:].min() > decided[:200].max()


def test_outcomes_that_are_all_alike_are_learnt_from() -> None:
    rows = np.zeros((30, len(RIVALRY) + len(NAMES)))
    trees = Trees.from_json(fit_certainty([(row, True) for row in rows]))
    assert (trees.decide(rows) > 0).all()


def test_a_bond_that_right_assignments_have_weighs() -> None:
    row = np.zeros(1 + len(PAIR_FEATURES))
    row[1 + PAIR_FEATURES.index("periods: same_row")] = 1.0
    found = fit_bonds([row] * 20)
    assert found["bonds"][PAIR_FEATURES.index("periods: same_row")] > 0.5
