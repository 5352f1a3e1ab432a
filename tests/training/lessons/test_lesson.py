import pytest

from hirec.analysts.llm.hypothesizing import hypotheses_request
from hirec.analysts.llm.replies import HypothesesReply
from training.errors import TrainingError
from training.lessons.lesson import lesson_of, read_lessons, write_lessons

REPLY = HypothesesReply(passages=["Inventories were 1.", "Total inventories of 2."])


def test_a_lesson_is_what_is_sent_and_comes_back_from_its_file(tmp_path):
    request = hypotheses_request("What were Acme's inventories?")
    lesson = lesson_of(request, REPLY, None, "acme")
    assert [(t.role, t.content) for t in lesson.prompt] == [
        (m.role, m.content) for m in request.messages
    ]
    assert HypothesesReply.model_validate_json(lesson.chosen) == REPLY
    assert (lesson.rejected, lesson.source, lesson.group) == ("", "hypothesize", "acme")
    write_lessons([lesson], tmp_path / "new" / "lessons.jsonl")
    assert read_lessons(tmp_path / "new" / "lessons.jsonl") == [lesson]


def test_a_bad_line_is_named(tmp_path):
    file = tmp_path / "lessons.jsonl"
    file.write_text('{"prompt": [], "chosen": "{}"}\n{"prompt": []}\n', encoding="utf-8")
    with pytest.raises(TrainingError, match="line 2, is no lesson: chosen"):
        read_lessons(file)
