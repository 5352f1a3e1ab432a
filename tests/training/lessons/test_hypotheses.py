import pytest

from hirec.analysts.llm.replies import HypothesesReply
from hirec.llm.errors import LlmReplyError, LlmUnreachableError
from hirec.models.encoder import load_encoder
from hirec.settings import ModelSettings
from hirec.testing.chat_model import ScriptedChatModel
from training.data.record import Record
from training.lessons.hypotheses import HypothesisTeacher

ALIKE = Record("What were inventories?", "Acme · 10-K\nInventories were 12.", (), "asked", "acme")
APART = Record("Who audits Acme?", "Bolt · 10-K\nRent expense was 4.", (), "asked", "bolt")
LONG = "Inventories consist of raw materials and finished goods."
PAIR = {"passages": [LONG, "| 2023 | 2022 and total inventories of both years"]}


@pytest.fixture(scope="module")
def encoder():
    return load_encoder(ModelSettings())


def test_the_teacher_sees_the_passage_and_the_student_will_not(encoder):
    teacher = ScriptedChatModel(lambda _: PAIR)
    told = []
    lessons = list(HypothesisTeacher(teacher, encoder).lessons([APART, ALIKE], 9, told.append))
    assert told == [1, 2]
    assert [lesson.group for lesson in lessons] == ["acme", "bolt"]
    assert ALIKE.positive in teacher.requests[0].messages[-1].content
    assert all(ALIKE.positive not in turn.content for turn in lessons[0].prompt)
    assert ALIKE.query in lessons[0].prompt[-1].content
    assert HypothesesReply.model_validate_json(lessons[0].chosen).passages == PAIR["passages"]


def test_only_the_most_alike_are_asked_each_question_once(encoder):
    teacher = ScriptedChatModel(lambda _: PAIR)
    lessons = HypothesisTeacher(teacher, encoder).lessons([APART, ALIKE, ALIKE], 1)
    assert [lesson.group for lesson in lessons] == ["acme"]
    assert len(teacher.requests) == 1
    assert list(HypothesisTeacher(teacher, encoder).lessons([], 1)) == []


def test_what_cannot_be_used_costs_its_pair_and_is_counted(encoder):
    replies = iter([LlmReplyError("no JSON"), {"passages": ["too short", LONG]}])
    teacher = HypothesisTeacher(ScriptedChatModel(lambda _: next(replies)), encoder)
    assert list(teacher.lessons([ALIKE, APART], 2)) == []
    assert teacher.refused == {"reply cannot be used": 1, "too short": 1}


def test_a_teacher_that_is_not_there_stops_the_run(encoder):
    teacher = ScriptedChatModel(lambda _: LlmUnreachableError("nobody listens"))
    with pytest.raises(LlmUnreachableError):
        list(HypothesisTeacher(teacher, encoder).lessons([ALIKE], 1))
