from hirec.understanding.roles import Frame
from training.roles.marked import parse_marked
from training.roles.measuring import is_right


def test_a_reading_is_right_where_all_of_it_is() -> None:
    question = parse_marked(
        "share", "how much of {C}'s {Y} <D>net sales</D> was <N>green {C} tea</N>?"
    )
    words = {"D": "net sales", "N": "green tea"}
    assert is_right(question, Frame("share", words, 0.5))
    assert is_right(question, Frame("share", words | {"N": "Green tea,"}, 0.5))
    assert not is_right(question, Frame("share", words | {"N": "tea"}, 0.5))
    assert not is_right(question, Frame("ratio", words, 0.5))
    assert is_right(parse_marked("other", "why?"), Frame("other", {"N": "why"}, 0.5))
