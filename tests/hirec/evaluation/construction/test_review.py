import csv
from pathlib import Path
from typing import Any

import pytest

from hirec.evaluation.construction.review import (
    COLUMNS,
    holds_decisions,
    take_back,
    unreviewed,
    write_review,
)
from hirec.index import Index
from hirec.types import QuestionFileError


def _row(number: int, **changed: Any) -> dict[str, Any]:
    return {
        "id": f"q{number}",
        "question": f"What were sales {number}?",
        "answer": "1250.50",
        "unit": "USD millions",
        "type": "numeric_table",
        "evidence": [{"filing": "HPFD_2023_10K", "page": number}],
        "relation": "lookup",
    } | changed


ROWS = [_row(1), _row(2), _row(3), _row(4, check="which page?")]


@pytest.fixture(scope="module")
def index(sample_index) -> Index:
    return Index.open(sample_index)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "review.csv"
    write_review(ROWS, path)
    return path


def _edit(path: Path, changes: dict[str, dict[str, str]], delimiter: str = ",") -> None:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        lines = list(csv.DictReader(stream))
    for line in lines:
        line.update(changes.get(line["id"], {}))
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, delimiter=delimiter)
        writer.writeheader()
        writer.writerows(lines)


def test_nothing_decided_changes_nothing_and_leaves_out_what_is_in_doubt(index, path) -> None:
    assert not holds_decisions(path)
    reviewed = take_back(ROWS, path, index)
    assert reviewed.rows == ROWS[:3] == unreviewed(ROWS)
    assert reviewed.decisions["open"] == 4


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_every_decision_is_taken(index, path, delimiter: str) -> None:
    changes = {
        "q1": {"decision": "drop"},
        "q2": {"decision": "Reword", "question": "How high were sales?"},
        "q3": {"decision": "correct", "answer": "7", "evidence": "HPFD_2022_10K p. 8"},
        "q4": {"decision": "keep"},
    }
    _edit(path, changes, delimiter)
    assert holds_decisions(path)
    reviewed = take_back(ROWS, path, index)
    assert [row["id"] for row in reviewed.rows] == ["q2", "q3", "q4"]
    second, third, fourth = reviewed.rows
    assert second["question"] == "How high were sales?"
    assert third["answer"] == "7"
    assert third["evidence"] == [{"filing": "HPFD_2022_10K", "page": 8}]
    assert [row["reviewed"] for row in reviewed.rows] == ["reword", "correct", "keep"]
    assert "check" not in fourth


def test_a_number_that_a_spreadsheet_rewrote_is_no_change(index, path) -> None:
    _edit(path, {"q1": {"decision": "keep", "answer": "1,250.5"}})
    assert take_back(ROWS, path, index).rows[0]["answer"] == "1250.50"


def test_a_question_that_stands_twice_after_it_was_reworded_is_refused(index, path) -> None:
    _edit(path, {"q2": {"decision": "reword", "question": "What were  Sales 1?"}})
    with pytest.raises(QuestionFileError, match="q2 asks what q1 asks"):
        take_back(ROWS, path, index)


def test_a_deleted_line_is_dropped(index, path) -> None:
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    path.write_text("\n".join([lines[0], *lines[2:]]), encoding="utf-8")
    reviewed = take_back(ROWS, path, index)
    assert [row["id"] for row in reviewed.rows] == ["q2", "q3"]
    assert reviewed.decisions["drop"] == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"decision": "maybe"}, "line 3: decision 'maybe' is none of keep, drop, reword, correct"),
        ({"decision": "keep", "question": "Other?"}, "line 3: question was changed.*write reword"),
        ({"decision": "", "answer": "7"}, "line 3: answer was changed.*is empty: write correct"),
        ({"decision": "reword"}, "line 3: the decision is reword, but nothing was changed"),
        ({"decision": "reword", "question": " "}, "line 3: the question is empty"),
        ({"decision": "correct", "evidence": "page two"}, "line 3: evidence 'page two' is not"),
        ({"decision": "correct", "evidence": "NO_1_10K p. 2"}, "line 3: the index holds no filing"),
        ({"decision": "correct", "evidence": "HPFD_2023_10K p. 900"}, "has the pages 1 to"),
        ({"id": "q9"}, "line 3: no candidate has the id 'q9'"),
        ({"id": "q1"}, "line 3: id 'q1' stands twice"),
    ],
)
def test_a_bad_line_is_named_with_its_remedy(index, path, change, message: str) -> None:
    _edit(path, {"q2": change})
    with pytest.raises(QuestionFileError, match=message):
        take_back(ROWS, path, index)


def test_a_file_without_its_head_and_one_that_is_no_text_are_refused(index, path) -> None:
    path.write_text("q1,keep\n", encoding="utf-8")
    with pytest.raises(QuestionFileError, match="line 1: the column"):
        take_back(ROWS, path, index)
    path.write_bytes(b"PK\x03\x04\xff\xfe")
    with pytest.raises(QuestionFileError, match="Save it as CSV, UTF-8"):
        take_back(ROWS, path, index)


def test_a_question_that_looks_like_a_formula_comes_back_as_it_was(index, tmp_path) -> None:
    path = tmp_path / "review.csv"
    rows = [_row(1, question="=HYPERLINK(1)")]
    write_review(rows, path)
    assert "'=HYPERLINK" in path.read_text(encoding="utf-8-sig")
    assert take_back(rows, path, index).rows == rows
