import json
from pathlib import Path

import pytest

from hirec.evaluation.ranking.judged import PoolScope
from hirec.evaluation.ranking.question_file import load_judged
from hirec.index import Index
from hirec.types import QuestionError, QuestionFileError

CONTENT = "Question: Which?\nText chunks:\n[Chunk Index 0] This.\n[Chunk Index 1] That.\n\nTask: …"


def test_gold_pages_need_an_index(sample_dir: Path, sample_index: Path) -> None:
    questions = sample_dir / "questions.jsonl"
    judged = load_judged(questions, Index.open(sample_index), PoolScope.FILING, limit=2)
    assert len(judged.questions) + sum(map(len, judged.left_out.values())) == 2
    with pytest.raises(QuestionError, match="give --index"):
        load_judged(questions, None, PoolScope.FILING)


def test_candidates_of_their_own_need_none(tmp_path: Path) -> None:
    path = tmp_path / "dev.jsonl"
    row = {"messages": [{"role": "user", "content": CONTENT}], "qrel": {"1": 2}}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    (asked,) = load_judged(path, None, PoolScope.FILING).questions
    assert asked.judgements == {"1#1": 2}
    with pytest.raises(QuestionError, match="--within filing"):
        load_judged(path, None, PoolScope.COLLECTION)


def test_what_is_no_question_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match="No such file"):
        load_judged(tmp_path / "none.jsonl", None, PoolScope.FILING)
    (tmp_path / "bad.jsonl").write_text("{oops\n")
    with pytest.raises(QuestionFileError, match="line 1"):
        load_judged(tmp_path / "bad.jsonl", None, PoolScope.FILING)
    (tmp_path / "deep.jsonl").write_text('{"a":' * 100_000)
    with pytest.raises(QuestionFileError, match="nested too deep"):
        load_judged(tmp_path / "deep.jsonl", None, PoolScope.FILING)
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(QuestionFileError, match="no question"):
        load_judged(tmp_path / "empty.jsonl", None, PoolScope.FILING)
