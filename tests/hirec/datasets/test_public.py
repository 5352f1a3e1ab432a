import hashlib
import json
from pathlib import Path

import pytest

from hirec.datasets.public import PUBLIC, convert
from hirec.datasets.questions import load_questions
from hirec.types import QuestionFileError
from tests.hirec.datasets.test_official import BENCH, lines


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


def test_each_set_names_a_command_of_ours() -> None:
    for chosen in PUBLIC.values():
        assert chosen.then.startswith("hirec eval ")
        assert "{file}" in chosen.then
