from pathlib import Path

import pytest

from training.errors import TrainingError
from training.roles.marked import RoleSpan, parse_marked, read_marked


def test_marks_become_spans_and_names_plain() -> None:
    question = parse_marked("share", "how much of {C}'s {Y} <D>sales</D> was <N>tea</N>?")
    assert question.text == "how much of Acme's 2023 sales was tea?"
    said = {span.role: question.text[span.start : span.end] for span in question.spans}
    assert said == {"D": "sales", "N": "tea"}
    assert question.spans[0] == RoleSpan("D", 24, 29)
    assert not question.among_parts


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("guess", "<N>a</N>"),
        ("value", "<N>a"),
        ("value", "<N>a</D>"),
        ("value", "<N>a <D>b</D></N>"),
    ],
)
def test_marks_that_do_not_match_are_refused(asked: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"op|marks|closed"):
        parse_marked(asked, text)


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "marked.jsonl"
    path.write_text(
        '{"op": "value", "text": "<N>sales</N>"}\n\n{"op": "value"}\n', encoding="utf-8"
    )
    with pytest.raises(TrainingError, match=r"marked\.jsonl, line 3"):
        list(read_marked(path))
    with pytest.raises(TrainingError):
        list(read_marked(tmp_path / "absent.jsonl"))
