import json
from pathlib import Path

import pytest

from hirec.datasets.beir import is_beir, load_beir
from hirec.types import QuestionFileError

CORPUS = ({"_id": "d1", "title": "Acme", "text": "Net sales rose."}, {"_id": "d2", "text": "Debt."})
QUERIES = ({"_id": "q1", "text": "Did sales rise?"}, {"_id": "q2", "text": "And debt?"})


def folder(path: Path, qrels: str, place: str = "qrels.tsv") -> Path:
    for name, rows in (("corpus", CORPUS), ("queries", QUERIES)):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    (path / place).parent.mkdir(exist_ok=True)
    (path / place).write_text("query-id\tcorpus-id\tscore\n" + qrels, encoding="utf-8")
    return path


@pytest.mark.parametrize("place", ["qrels.tsv", "qrels/test.tsv"])
def test_a_folder_is_read(place: str, tmp_path: Path) -> None:
    read = load_beir(folder(tmp_path, "q1\td1\t2\nq1\td2\t0\n", place))
    assert is_beir(tmp_path)
    assert read.corpus == {"d1": "Acme\nNet sales rose.", "d2": "Debt."}
    assert read.judgements == {"q1": {"d1": 2}}


@pytest.mark.parametrize(
    ("qrels", "said"),
    [
        ("q1\td9\t1\n", "line 2: 'd9' is not in"),
        ("q9\td1\t1\n", "line 2: 'q9' is not in"),
        ("q1\td1\n", "line 2: expected"),
        ("q1\td1\thigh\n", "line 2: expected"),
        ("q1\td1\t--1\n", "line 2: expected"),
    ],
)
def test_a_malformed_judgement_is_named(qrels: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match=said):
        load_beir(folder(tmp_path, qrels))


def test_judgements_without_a_heading_are_all_read(tmp_path: Path) -> None:
    (folder(tmp_path, "") / "qrels.tsv").write_text("q1\td1\t2\nq2\td2\t1\n", encoding="utf-8")
    assert load_beir(tmp_path).judgements == {"q1": {"d1": 2}, "q2": {"d2": 1}}


def test_judgements_in_another_encoding_are_named(tmp_path: Path) -> None:
    (folder(tmp_path, "") / "qrels.tsv").write_text("q1\td1\t2\n", encoding="utf-16")
    with pytest.raises(QuestionFileError, match=r"qrels\.tsv is not UTF-8"):
        load_beir(tmp_path)


def test_what_is_absent_is_named(tmp_path: Path) -> None:
    assert not is_beir(tmp_path)
    with pytest.raises(QuestionFileError, match="is no folder with"):
        load_beir(tmp_path)
    folder(tmp_path, "")
    (tmp_path / "qrels.tsv").unlink()
    with pytest.raises(QuestionFileError, match="has no judgements"):
        load_beir(tmp_path)
    (tmp_path / "corpus.jsonl").write_text('{"text": "no id"}\n')
    with pytest.raises(QuestionFileError, match="line 1: _id"):
        load_beir(tmp_path)
