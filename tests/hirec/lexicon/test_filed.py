import pytest

from hirec.lexicon.filed import OTHERWISE, all_filed, find_filed
from hirec.types import Form


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many awards were left in the equity pool?", "compensation"),
        ("Who sits on the audit committee?", "governance"),
        ("Which shareholder proposals were put to the meeting?", "votes"),
        ("How much of the company do insiders own?", "ownership"),
        ("Which supplier dependencies exist?", "risks"),
        ("Who resigned from the management?", "events"),
        ("What was asked by analysts on churn?", "commentary"),
    ],
)
def test_a_question_names_its_kind(question, kind):
    assert kind in find_filed(question)


def test_words_count_whole():
    assert find_filed("Did the boardwalk flow?") == ()


def test_every_kind_is_reached_one_way_and_says_its_source():
    for key, kind in all_filed().items():
        assert bool(kind.asked) + bool(kind.when) == (key != OTHERWISE), key
        assert max(kind.grades.values()) >= 3, key
        assert Form.UNKNOWN not in kind.grades
