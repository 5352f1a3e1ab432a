"""Agreement of two markers, held against scikit-learn."""

import json
import random

import pytest
from sklearn.metrics import cohen_kappa_score

from hirec.evaluation.agreement import agreement, cohen_kappa, load_marks
from hirec.evaluation.store import RecordsError


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("weights", ["", "quadratic"])
def test_kappa_is_scikit_learns(seed, weights):
    rng = random.Random(seed)
    count = rng.randint(5, 60)
    first = [rng.randint(1, 5) for _ in range(count)]
    second = [mark if rng.random() < 0.6 else rng.randint(1, 5) for mark in first]
    scale = range(1, 6)  # distances are of the scale, not of the grades that occur
    expected = cohen_kappa_score(first, second, labels=scale, weights=weights or None)
    assert cohen_kappa(first, second, weights) == pytest.approx(expected)


def test_kappa_of_words_by_hand():
    # observed 3/4; by chance 1/2 * 3/4 + 1/2 * 1/4 = 1/2
    marks = ["yes", "yes", "no", "no"], ["yes", "yes", "yes", "no"]
    assert cohen_kappa(*marks) == pytest.approx((3 / 4 - 1 / 2) / (1 - 1 / 2))


def test_there_may_be_no_kappa():
    assert cohen_kappa([], []) is None
    assert cohen_kappa([5, 5], [5, 5]) is None
    with pytest.raises(ValueError, match="2 and 1"):
        cohen_kappa([1, 2], [1])


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_judges_grades_and_a_persons(tmp_path):
    judged = [{"case": {"case_id": f"q{n}"}, "grade": g} for n, g in enumerate([5, 4, 1, None])]
    own = [{"id": f"q{n}", "mark": mark} for n, mark in enumerate([5, 5, 1, 2])]
    both = agreement(write(tmp_path / "j", judged), write(tmp_path / "p", own)).to_json()
    assert (both["marked"], both["only_one"], both["differ"]) == (3, 1, ["q1"])
    assert both["agreement"]["value"] == pytest.approx(2 / 3)
    expected = cohen_kappa_score([5, 4, 1], [5, 5, 1], labels=range(1, 6), weights="quadratic")
    assert both["kappa_quadratic"] == pytest.approx(expected)


def test_verdicts_have_no_weights(tmp_path):
    judged = [{"case": {"case_id": "a"}, "correct": True}, {"case": {"case_id": "b"}, "correct": 0}]
    path = write(tmp_path / "j", [judged[0], {**judged[1], "correct": False}])
    assert agreement(path, path).to_json()["kappa_quadratic"] is None
    assert agreement(path, path).to_json()["kappa"] == pytest.approx(1)


@pytest.mark.parametrize(
    "row",
    [
        '{"id": "a"}',
        "[]",
        "{",
        '{"id": "a", "mark": 1.5}',
        '{"mark": 1}',
        '{"case": "a", "mark": 1}',
    ],
)
def test_a_malformed_line_is_named(tmp_path, row):
    path = tmp_path / "marks.jsonl"
    path.write_text('{"id": "z", "mark": 1}\n' + row + "\n")
    with pytest.raises(RecordsError, match=r"marks\.jsonl, line 2"):
        load_marks(path)


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (b'{"id": "a", "mark": 5}', b'{"id": "a", "mark": "5"}', "whole numbers and words"),
        (b'{"id": "a", "mark": 1}', b'{"id": "a", "mark": true}', "true and false"),
        (b'{"id": "a", "mark": "caf\xe9"}', b'{"id": "a", "mark": "b"}', "not UTF-8"),
        (b'{"id": "a", "mark": 1}\n{"id": "a", "mark": 2}', b"", "line 2: 'a' was already"),
        (b"", b'{"id": "a", "mark": 1}', "holds no mark"),
    ],
)
def test_marks_that_cannot_be_held_against_each_other_are_refused(tmp_path, one, other, said):
    (tmp_path / "one.jsonl").write_bytes(one)
    (tmp_path / "other.jsonl").write_bytes(other)
    with pytest.raises(RecordsError, match=said):
        agreement(tmp_path / "one.jsonl", tmp_path / "other.jsonl")


def test_files_without_a_question_in_common_are_refused(tmp_path):
    one = write(tmp_path / "one", [{"id": "a", "mark": 1}])
    with pytest.raises(RecordsError, match="no question in common"):
        agreement(one, write(tmp_path / "two", [{"id": "b", "mark": 1}]))
