from pathlib import Path

import pytest

from hirec.datasets.questions import GoldEvidence, load_questions
from hirec.types import QuestionFileError

GOOD = '{"id": "a", "question": "How much?", "answer": "5"}'


def write(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_full_line_and_a_sparse_one(tmp_path: Path) -> None:
    full = (
        '{"id": 7, "question": " Why? ", "answer": 0.50, "type": "numeric", "unit": "%", "x": 1,'
        ' "any_evidence": true, "evidence": [{"filing": "F", "page": 3, "text": "t"},'
        ' {"filing": "F", "page": 3}, {"filing": "G"}]}'
    )
    first, second = load_questions(write(tmp_path, full, "", GOOD))
    assert first.question_id == "7"
    assert first.question == "Why?"
    assert first.answer == "0.50"
    assert first.evidence == (GoldEvidence("F", 3), GoldEvidence("G"))
    assert first.any_evidence
    assert second.type == "untyped"
    assert second.evidence == ()


def test_unanswerable_by_type_or_by_null(tmp_path: Path) -> None:
    lines = (
        '{"id": "a", "question": "q", "answer": null, "type": "numeric"}',
        '{"id": "b", "question": "q", "type": "unanswerable"}',
        '{"id": "c", "question": "q", "answer": true}',
    )
    questions = load_questions(write(tmp_path, *lines))
    assert [q.answerable for q in questions] == [False, False, True]
    assert questions[2].answer == "Yes"


def test_unicode_line_separators_do_not_split_a_line(tmp_path: Path) -> None:
    line = '{"id": "a", "question": "one\u2028two", "answer": "5"}'
    assert load_questions(write(tmp_path, "\ufeff" + line))[0].question == "one\u2028two"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "is no JSON"),
        ("[" * 100_000, "nested too deep"),
        ("[1]", "expected a JSON object, got list"),
        ('{"id": "b", "question": "q", "answer": NaN}', "NaN is not JSON"),
        ('{"question": "q", "answer": "5"}', "`id` must be"),
        ('{"id": true, "question": "q", "answer": "5"}', "`id` must be"),
        ('{"id": "b", "question": "  ", "answer": "5"}', "`question` must be"),
        ('{"id": "b", "question": "q"}', "`answer` is missing"),
        ('{"id": "b", "question": "q", "answer": ["5"]}', "`answer` must be"),
        ('{"id": "b", "question": "q", "answer": "5", "evidence": "F"}', "`evidence` must be"),
        ('{"id": "b", "question": "q", "answer": "5", "evidence": [3]}', "evidence 1: expected"),
        (
            '{"id": "b", "question": "q", "answer": "5", "evidence": [{"page": 1}]}',
            "`filing` must be",
        ),
        (
            '{"id": "b", "question": "q", "answer": "5", "evidence": [{"filing": "F", "page": 0}]}',
            "`page` must be a whole number from 1, got 0",
        ),
        ('{"id": "b", "question": "q", "answer": "5", "any_evidence": "yes"}', "true or false"),
        (GOOD, "id 'a' was already used on line 1"),
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, line: str, words: str) -> None:
    path = write(tmp_path, GOOD, "", line)
    with pytest.raises(QuestionFileError) as failure:
        load_questions(path)
    assert "line 3" in str(failure.value)
    assert words in str(failure.value)


def test_missing_empty_and_binary_files(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match="No such file"):
        load_questions(tmp_path / "none.jsonl")
    with pytest.raises(QuestionFileError, match="hold no question"):
        load_questions(write(tmp_path, ""))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(QuestionFileError, match="not UTF-8"):
        load_questions(tmp_path / "binary")
