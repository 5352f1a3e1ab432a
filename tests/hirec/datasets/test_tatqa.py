import json
from pathlib import Path

import pytest

from hirec.datasets.tatqa import load_tatqa
from hirec.types import QuestionFileError

CONTEXT = {
    "table": {"uid": "t1", "table": [["", "2019"], ["Net sales", "1,020"]]},
    "paragraphs": [
        {"uid": "p2", "order": 2, "text": "Second."},
        {"uid": "p1", "order": 1, "text": "First."},
    ],
    "questions": [
        {
            "uid": "q1",
            "question": "What were net sales in 2019?",
            "answer": ["1,020"],
            "answer_type": "span",
            "answer_from": "table",
            "scale": "million",
        },
        {
            "uid": "q2",
            "question": "What is the percentage change?",
            "answer": 8.10,
            "answer_type": "arithmetic",
            "answer_from": "table-text",
            "rel_paragraphs": ["2"],
            "derivation": "(1,020 - 944) / 944",
            "scale": "percent",
        },
    ],
}


def written(tmp_path: Path, content: object) -> Path:
    path = tmp_path / "tatqa.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_contexts_come_with_paragraphs_in_order_and_answers_as_texts(tmp_path: Path) -> None:
    (context,) = load_tatqa(written(tmp_path, [CONTEXT]))
    assert context.context_id == "t1"
    assert context.table == (("", "2019"), ("Net sales", "1,020"))
    assert context.paragraphs == ("First.", "Second.")
    first, second = context.questions
    assert (first.answers, first.scale) == (("1,020",), "million")
    assert (second.answers, second.answer_type) == (("8.1",), "arithmetic")
    assert (first.paragraphs, second.paragraphs) == ((), (1,))
    assert second.derivation == "(1,020 - 944) / 944"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([], "must hold a list of contexts"),
        ({"table": {}}, "must hold a list of contexts"),
        ([{**CONTEXT, "table": {"uid": "t1"}}], "context 1: table.table: Field required"),
        (
            [CONTEXT, {**CONTEXT, "questions": [{**CONTEXT["questions"][0], "scale": "dozen"}]}],
            "context 2: questions.0.scale",
        ),
    ],
)
def test_what_is_not_of_the_format_is_named(tmp_path: Path, content: object, said: str) -> None:
    with pytest.raises(QuestionFileError, match=said):
        load_tatqa(written(tmp_path, content))


def test_a_missing_file_and_no_json_are_named(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match=r"Cannot read .*no\.json"):
        load_tatqa(tmp_path / "no.json")
    (tmp_path / "half.json").write_text("[{", encoding="utf-8")
    with pytest.raises(QuestionFileError, match=r"half\.json is no JSON"):
        load_tatqa(tmp_path / "half.json")
