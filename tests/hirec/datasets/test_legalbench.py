import json
from pathlib import Path

import pytest

from hirec.datasets.legalbench import read_legalbench
from hirec.datasets.public import convert
from hirec.datasets.questions import GoldEvidence, load_questions
from hirec.types import QuestionFileError

TEXT = "A policy. We sell nothing. We keep logs."


def made(root: Path, span: tuple[int, int] = (10, 26), answer: str = "We sell nothing.") -> Path:
    """The official layout: two parts, whole documents, spans over their characters."""
    (root / "benchmarks").mkdir(parents=True)
    (root / "corpus" / "part").mkdir(parents=True)
    (root / "corpus" / "part" / "Maps_ Sunny.txt").write_text(TEXT)
    snippets = [
        {"file_path": "part/Maps: Sunny.txt", "span": list(span), "answer": answer},
        {"file_path": "part/Maps: Sunny.txt", "span": [27, 40], "answer": "We keep logs."},
    ]
    for part in ("one", "two"):
        content = {"tests": [{"query": "Is data sold?", "snippets": snippets}]}
        (root / "benchmarks" / f"{part}.json").write_text(json.dumps(content))
    return root


def test_parts_are_types_and_gold_is_spans(tmp_path: Path) -> None:
    first, second = read_legalbench(made(tmp_path))
    assert (first.question_id, first.type, second.type) == ("one-1", "one", "two")
    assert first.evidence == (
        GoldEvidence("Maps_ Sunny", span=(10, 26)),  # the disk's name, without the colon
        GoldEvidence("Maps_ Sunny", span=(27, 40)),
    )
    assert first.answer == "We sell nothing.\nWe keep logs."


def test_the_question_file_keeps_the_spans(tmp_path: Path) -> None:
    told = convert("legalbench-rag", made(tmp_path / "in"), tmp_path / "q.jsonl")
    assert (told.questions, told.types, told.filings) == (2, {"one": 1, "two": 1}, 1)
    assert load_questions(tmp_path / "q.jsonl") == read_legalbench(tmp_path / "in")


def test_one_part_alone(tmp_path: Path) -> None:
    (question,) = read_legalbench(made(tmp_path) / "benchmarks" / "two.json")
    assert question.question_id == "two-1"


@pytest.mark.parametrize(
    ("span", "answer", "said"),
    [
        ((11, 26), "We sell nothing.", "characters 11 to 26 of part/Maps: Sunny.txt are not"),
        ((26, 26), "", "holds no character"),
        ((-1, 4), "", "holds no character"),
    ],
)
def test_a_span_that_is_not_its_text(
    tmp_path: Path, span: tuple[int, int], answer: str, said: str
) -> None:
    with pytest.raises(QuestionFileError, match=said):
        read_legalbench(made(tmp_path, span, answer))


def test_what_is_absent_or_malformed_is_named(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match="has no benchmarks"):
        read_legalbench(tmp_path)
    root = made(tmp_path / "in")
    (root / "corpus" / "part" / "Maps_ Sunny.txt").unlink()
    with pytest.raises(QuestionFileError, match="Cannot read the document"):
        read_legalbench(root)
    (root / "benchmarks" / "one.json").write_text('{"tests": [{"query": ""}]}')
    with pytest.raises(QuestionFileError, match=r"one\.json"):
        read_legalbench(root)


@pytest.mark.parametrize("span", [[5], [5, 5], ["1", "2"], [True, 3], 7])
def test_a_bad_span_of_a_question_file(tmp_path: Path, span: object) -> None:
    row = {"id": "1", "question": "q", "answer": "a", "evidence": [{"filing": "f", "span": span}]}
    (tmp_path / "q.jsonl").write_text(json.dumps(row))
    with pytest.raises(QuestionFileError, match="line 1, evidence 1: `span` must be"):
        load_questions(tmp_path / "q.jsonl")
