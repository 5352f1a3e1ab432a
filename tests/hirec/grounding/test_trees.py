import numpy as np

from hirec.grounding.trees import Trees


def test_a_row_descends_to_its_leaf_in_every_tree_and_the_leaves_add_up() -> None:
    stump = [[0, 1.5, 1, 2], [-1.0], [2.0]]
    deeper = [[1, 0.0, 1, 2], [0.5], [0, 5.0, 3, 4], [10.0], [20.0]]
    trees = Trees(0.25, [stump, deeper])

    odds = trees.decide(np.array([[1.5, -1.0], [2.0, 1.0], [6.0, 1.0]]))

    assert odds.tolist() == [0.25 - 1.0 + 0.5, 0.25 + 2.0 + 10.0, 0.25 + 2.0 + 20.0]


def test_no_trees_give_the_baseline() -> None:
    assert Trees.from_json({"baseline": -2.0, "trees": []}).decide(np.zeros((2, 3))).tolist() == [
        -2.0,
        -2.0,
    ]
