from pathlib import Path

from hirec.evaluation.ranking.judged import PoolScope
from hirec.evaluation.ranking.question_file import load_judged
from tests.hirec.datasets.test_beir import folder


def test_each_query_ranks_the_whole_corpus(tmp_path: Path) -> None:
    read = load_judged(folder(tmp_path, "q1\td1\t1\n"), None, PoolScope.FILING)
    (question,) = read.questions
    assert [passage.passage_id for passage in question.pool.passages] == ["d1", "d2"]
    assert dict(question.judgements) == {"d1": 1}
    assert read.left_out == {"no judgements": ("q2",)}
