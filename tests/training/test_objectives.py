import pytest

from training.data.record import Why
from training.objectives import CERTAIN, OBJECTIVES, drawn
from training.settings import Loss, TrainingSettings


def rows(loss, record, teacher=None) -> list:
    return list(OBJECTIVES[loss].rows(record, teacher))


def test_bce_reads_a_pair_a_passage(records):
    found = rows(Loss.BCE, records[0])
    assert [row["label"] for row in found] == [1.0, 0.0, 0.0, 0.0]
    assert [row["passage"] for row in found] == records[0].texts
    assert {row["query"] for row in found} == {records[0].query}


@pytest.mark.parametrize(
    ("loss", "grade"), [(Loss.LISTWISE, CERTAIN), (Loss.LAMBDA, 1.0), (Loss.PAIRWISE, 1.0)]
)
def test_the_others_read_a_question_with_all_its_passages(loss, grade, records):
    (row,) = rows(loss, records[0])
    assert row["passages"] == records[0].texts
    assert row["labels"] == [grade, 0.0, 0.0, 0.0]


def test_a_teacher_gives_differences_of_its_scores(records):
    found = rows(Loss.MARGIN_MSE, records[0], lambda _, texts: [2.0, 0.5, -1.0, 3.0][: len(texts)])
    assert [row["label"] for row in found] == [2.0 - 0.5, 2.0 + 1.0, 2.0 - 3.0]
    assert [row["negative"] for row in found] == [n.text for n in records[0].negatives]


def test_negatives_are_drawn_by_number_and_reason(records):
    two = drawn(records, TrainingSettings(negatives=2))
    assert [len(record.negatives) for record in two] == [2, 2, 2, 2]
    assert two == drawn(records, TrainingSettings(negatives=2))
    assert drawn(records, TrainingSettings(negatives=9)) == drawn(records, TrainingSettings())
    same = drawn(records, TrainingSettings(reasons=(Why.SIBLING, Why.RETRIEVED)))
    assert {n.why for record in same for n in record.negatives} == {Why.SIBLING, Why.RETRIEVED}
    assert drawn(records, TrainingSettings(reasons=(Why.BOILERPLATE,))) == []
