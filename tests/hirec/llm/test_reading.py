"""What a model wrote is read strictly, past its thinking."""

from decimal import Decimal

import pytest
from pydantic import BaseModel, Field

from hirec.llm.reading import UnreadableError, read_reply, without_thinking


class Shape(BaseModel):
    number: float = 0.0
    exact: Decimal = Decimal(0)
    many: list[int] = Field([], max_length=3)
    text: str = Field("", max_length=9)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("<think>a {b}</think>\n{}", "{}"),
        ("  {} ", "{}"),
        ("the template opened it</think>{}", "{}"),
        ('{"text":"</think>"}', '{"text":"</think>"}'),
        ("<think>for ever", ""),
        ("", ""),
    ],
)
def test_thinking_is_left_out(said: str, left: str) -> None:
    assert without_thinking(said) == left


def test_a_good_reply() -> None:
    value = read_reply('{"number":1.5,"exact":"2.50","many":[1,2],"text":"ä"}', Shape)
    assert value == Shape(number=1.5, exact=Decimal("2.50"), many=[1, 2], text="ä")


def test_control_characters_that_a_server_let_through_are_blanks() -> None:
    assert read_reply('{\t"text":"a\x01b\tc"}\n', Shape).text == "a b c"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("", "Not valid JSON"),
        ("{}{}", "Not valid JSON"),
        ("```json\n{}\n```", "Not valid JSON"),
        ('{"number":1e999}', "1e999 is not finite"),
        ('{"number":-1e999}', "not finite"),
        ('{"number":' + "9" * 400 + "}", "not finite"),
        ('{"many":[' + "9" * 5000 + "]}", "not finite"),
        ('{"number":NaN}', "NaN is not a number"),
        ('{"number":-Infinity}', "-Infinity is not a number"),
        ('{"number":"NaN"}', "not finite"),
        ('{"number":"1e999"}', "not finite"),
        ('{"exact":"Infinity"}', "exact"),
        ('{"number":1,"number":2}', "'number' is given twice"),
        ('{"text":"' + "x" * 10 + '"}', "text: String should have at most 9"),
        ('{"text":"\\ud800"}', "reply"),
        ('{"many":[1,2,3,4]}', "many: List should have at most 3"),
        ('{"many":["one"]}', r"many\.0"),
        ("[" * 100_000 + "]" * 100_000, "nested too deeply"),
        ("[1]", "reply: "),
        ("null", "reply: "),
    ],
)
def test_a_bad_reply_is_refused(said: str, why: str) -> None:
    with pytest.raises(UnreadableError, match=why):
        read_reply(said, Shape)
