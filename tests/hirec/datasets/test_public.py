import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from hirec.datasets.public import PUBLIC, convert
from hirec.datasets.questions import load_questions
from hirec.types import QuestionFileError
from tests.hirec.datasets import test_beir, test_convfinqa, test_finqa, test_kg_rag, test_tatqa
from tests.hirec.datasets.test_legalbench import made
from tests.hirec.datasets.test_official import BENCH, LOFIN, LONG, lines
from tests.hirec.evaluation.ranking import test_finagentbench as graded


def test_what_is_written_is_a_question_file(tmp_path: Path) -> None:
    source = lines(tmp_path / "open.jsonl", BENCH)
    told = convert("financebench", source, tmp_path / "q.jsonl")
    (question,) = load_questions(tmp_path / "q.jsonl")
    assert (question.question_id, question.answer) == ("financebench_id_1", "$12.50")
    assert (told.questions, told.types, told.filings) == (1, {"metrics-generated": 1}, 1)
    assert told.sha256 == hashlib.sha256(source.read_bytes()).hexdigest()
    assert json.loads((tmp_path / "q.jsonl").read_text())["evidence"][1]["page"] == 60


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nosuch", "choose one of lofin"),
        ("tatqa", "hirec eval tatqa --data FILE"),
        ("lofin", "not redistributed here; get it from github"),
    ],
)
def test_what_cannot_be_converted_says_what_to_do(name: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match=said):
        convert(name, tmp_path / "nowhere", tmp_path / "q.jsonl")


def _json(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def _reports(path: Path) -> Path:
    row = ("What?", "*A*", "Single-Doc RAG", "Text", "5%\nSOURCE(S): 2023 Q1 A.pdf")
    return test_kg_rag.published(path, test_kg_rag.HEADING, row)


def _graded(path: Path) -> Path:
    asked = graded.chunks("What were net sales?", ["5", "6"])
    return graded.written(path, graded.line(asked, {"0": 2}), graded.line(asked, None))


OFFICIAL: Mapping[str, tuple[Callable[[Path], Path], dict[str, int]]] = {
    "lofin": (
        lambda path: lines(path / "textual" / "test.jsonl", LOFIN).parents[1],
        {"textual": 1},
    ),
    "financebench": (lambda path: lines(path / "open.jsonl", BENCH), {"metrics-generated": 1}),
    "mmlongbench": (lambda path: lines(path / "samples.jsonl", LONG), {"float": 1}),
    "finqa": (lambda path: _json(path / "d.json", {"A": [test_finqa.ENTRY]}), {"number": 1}),
    "convfinqa": (
        lambda path: test_convfinqa.written(path / "d.json", test_convfinqa.OFFICIAL),
        {"first turn": 1, "later turn": 1},
    ),
    "tatqa": (
        lambda path: _json(path / "d.json", [test_tatqa.CONTEXT]),
        {"span": 1, "arithmetic": 1},
    ),
    "finagentbench": (_graded, {"judged": 1, "no judgements": 1}),
    "fiqa": (lambda path: test_beir.folder(path, "q1\td1\t2\n", "qrels/test.tsv"), {"judged": 1}),
    "financerag": (lambda path: test_beir.folder(path, "q1\td1\t2\n"), {"judged": 1}),
    "kg-rag": (_reports, {"Single-Doc RAG": 1}),
    "legalbench-rag": (made, {"one": 1, "two": 1}),
}
"""A file of each set's official layout, and the types of its questions."""


@pytest.mark.parametrize("name", PUBLIC)
def test_each_set_is_read_from_a_file_of_its_official_layout(name: str, tmp_path: Path) -> None:
    write, types = OFFICIAL[name]
    told = convert(name, write(tmp_path))
    assert told.types == types
    assert told.questions == sum(types.values())
    assert len(told.sha256) == 64


def test_each_set_names_a_command_of_ours() -> None:
    for chosen in PUBLIC.values():
        assert chosen.then.startswith("hirec eval ")
        assert "{file}" in chosen.then


def test_a_question_file_of_ours_is_known_as_one(tmp_path: Path) -> None:
    row = {"id": "1", "question": "What was revenue?", "answer": "5"}
    ours = lines(tmp_path / "q.jsonl", row)
    with pytest.raises(QuestionFileError, match=r"question file already: hirec eval run"):
        convert("financebench", ours)


def test_a_folder_is_no_file_to_write(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match="is a folder"):
        convert("financebench", lines(tmp_path / "b.jsonl", BENCH), tmp_path)
