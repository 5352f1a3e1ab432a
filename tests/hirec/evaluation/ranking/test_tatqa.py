import json
from pathlib import Path

import pytest

from hirec.datasets.tatqa import Context
from hirec.evaluation.ranking.judged import PoolScope
from hirec.evaluation.ranking.question_file import load_judged
from hirec.evaluation.ranking.tatqa import OTHERS, judged_tatqa
from hirec.types import Passage, PassageKind, QuestionError
from tests.hirec.datasets.test_tatqa import CONTEXT

MORE = 25


def read_table(context: Context) -> Passage | None:
    text = " ".join(cell for row in context.table for cell in row)
    name = context.context_id
    return Passage(f"{name}#1.1", name, 1, PassageKind.TABLE, "", text) if text.strip() else None


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """One context with two questions, one that text answers, one without a table, others."""
    asked, by_text = CONTEXT["questions"][0], CONTEXT["questions"][1] | {"answer_from": "text"}
    contexts = [CONTEXT | {"questions": [asked, by_text]}]
    contexts.append(CONTEXT | {"table": {"uid": "t2", "table": [[""]]}, "questions": [asked]})
    for at in range(MORE):
        table = {"uid": f"o{at}", "table": [["", "2019"], ["Rent", str(at)]]}
        contexts.append({"table": table, "paragraphs": [], "questions": []})
    path = tmp_path / "tatqa.json"
    path.write_text(json.dumps(contexts), encoding="utf-8")
    return path


def test_a_table_stands_among_twenty_others(file: Path) -> None:
    judged = judged_tatqa(file, read_table)
    (question,) = judged.questions
    assert dict(question.judgements) == {"t1#1.1": 1}
    pages = question.pool.passages
    assert len(pages) == OTHERS + 1
    assert "t1#1.1" in {page.passage_id for page in pages}
    assert [page.page_number for page in pages] == list(range(1, OTHERS + 2))
    assert {why: len(ids) for why, ids in judged.left_out.items()} == {
        "answered by text alone": 1,
        "no table to read": 1,
    }


def test_the_drawing_is_the_same_each_time(file: Path) -> None:
    first, again = (judged_tatqa(file, read_table).questions[0].pool for _ in range(2))
    assert [p.passage_id for p in first.passages] == [p.passage_id for p in again.passages]


def test_a_list_is_taken_for_tatqa_and_needs_a_reader(file: Path) -> None:
    read = load_judged(file, None, PoolScope.FILING, read_table=read_table)
    assert len(read.questions) == 1
    with pytest.raises(QuestionError, match="nothing here reads them"):
        load_judged(file, None, PoolScope.FILING)
    with pytest.raises(QuestionError, match="--within filing"):
        load_judged(file, None, PoolScope.COLLECTION, read_table=read_table)
