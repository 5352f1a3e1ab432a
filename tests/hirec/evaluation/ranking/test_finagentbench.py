"""Lines written by us in the published form."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hirec.evaluation.ranking.finagentbench import judged_finagentbench
from hirec.types import QuestionFileError

TYPES = ("DEF14A", "10-K", "10-Q", "8-K", "Earnings")


def chunks(question: str, texts: Sequence[str]) -> str:
    listed = "".join(f"[Chunk Index {at}] {text}\n" for at, text in enumerate(texts))
    return (
        f"Identify the {len(texts)} most relevant text chunks, best first.\nQuestion: {question}\n"
        f"Text chunks:\n{listed}\nTask: Select and rank them.\nResponse Format: [index, index]"
    )


def documents(question: str) -> str:
    listed = "".join(f"[Document Index {at}] {name}\n\n" for at, name in enumerate(TYPES))
    return (
        f"Rank the following document types.\n\nQuestion: {question}\n\nDocument Types to rank:\n"
        f"{listed}Your response must be a list of indices (e.g., [4, 2, 1, 0, 3])."
    )


def line(content: str, qrel: dict[str, int] | None, **more: Any) -> str:
    row = {"messages": [{"role": "user", "content": content}], **more}
    return json.dumps(row if qrel is None else row | {"qrel": qrel})


def written(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "dev.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_chunks_with_grades(tmp_path: Path) -> None:
    texts = ["Net sales rose.\n\nThey were 5.", "See [Chunk Index 7] above.", "", "Task: none."]
    path = written(
        tmp_path, line(chunks("What were net sales?", texts), {"0": 2, "1": 0, "3": 1}, _id="c1")
    )
    (asked,) = judged_finagentbench(path).questions
    assert (asked.question_id, asked.question) == ("c1", "What were net sales?")
    assert [p.text for p in asked.pool.passages] == texts
    assert [p.passage_id for p in asked.pool.passages] == ["c1#0", "c1#1", "c1#2", "c1#3"]
    assert asked.judgements == {"c1#0": 2, "c1#3": 1}
    assert asked.pages == ()


def test_document_types_with_grades(tmp_path: Path) -> None:
    grades = {"0": 1, "1": 4, "2": 3, "3": 0, "4": 2}
    path = written(tmp_path, line(documents("How did margins develop?"), grades, uuid="d1"))
    (asked,) = judged_finagentbench(path).questions
    assert (asked.question_id, asked.question) == ("d1", "How did margins develop?")
    assert tuple(p.text for p in asked.pool.passages) == TYPES
    assert asked.judgements == {"d1#0": 1, "d1#1": 4, "d1#2": 3, "d1#4": 2}


def test_lines_without_an_id_or_a_relevant_candidate(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        line(documents("First?"), {"0": 0}),
        line(documents("Second?"), {"1": 1}),
        line(documents("Third?"), None),
        line(documents("Fourth?"), {"1": 1}),
    )
    judged = judged_finagentbench(path, limit=3)
    assert [q.question_id for q in judged.questions] == ["2"]
    assert judged.left_out == {"no relevant candidate": ("1",), "no judgements": ("3",)}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["{"], "line 1: Invalid JSON"),
        (['{"messages": []}'], "line 1: messages: List should have at least 1 item"),
        ([line("Question: Which?\nText chunks:\nnone", {})], "line 1: the prompt has no"),
        ([line(documents("Which?"), {"5": 1})], "line 1: `qrel` grades candidate 5 of 5"),
        ([line(documents("Which?"), {"x": 1})], "line 1: qrel.x"),
        ([line(documents("Which?"), {"1": -1})], "line 1: qrel.1"),
        ([line(documents("Which?"), {"1": 1}, _id="a")] * 2, "line 2: id 'a' was already used"),
        ([line(documents("Which?"), None)], "published without"),
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, lines: list[str], said: str) -> None:
    with pytest.raises(QuestionFileError) as caught:
        judged_finagentbench(written(tmp_path, *lines))
    assert said in str(caught.value)


def test_a_missing_file_and_foreign_bytes(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match="No such file"):
        judged_finagentbench(tmp_path / "none.jsonl")
    (tmp_path / "latin.jsonl").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(QuestionFileError, match="not UTF-8"):
        judged_finagentbench(tmp_path / "latin.jsonl")
