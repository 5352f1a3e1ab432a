import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from hirec.grounding.joint import PAIR_FEATURES
from hirec.grounding.trees import Trees
from training.grounding.fitting import calibrate, export_trees, fit_bonds


def test_exported_trees_say_what_the_library_says() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(300, 4))
    labels = (rows[:, 0] + rows[:, 1] ** 2 > 0.5).astype(int)
    model = HistGradientBoostingClassifier(max_iter=12, max_leaf_nodes=6).fit(rows, labels)
    ours = Trees.from_json(export_trees(model)).decide(rows)
    assert np.allclose(ours, model.decision_function(rows), atol=1e-3)


def test_a_calibration_gives_better_odds_more_weight() -> None:
    outcomes = [(odds, odds, bool(odds > 1)) for odds in np.linspace(-3, 3, 60)]
    own, lead, _ = calibrate(outcomes)
    assert own + lead > 0


def test_a_bond_that_right_assignments_have_weighs() -> None:
    row = np.zeros(1 + len(PAIR_FEATURES))
    row[1 + PAIR_FEATURES.index("periods: same_row")] = 1.0
    found = fit_bonds([row] * 20)
    assert found["bonds"][PAIR_FEATURES.index("periods: same_row")] > 0.5
