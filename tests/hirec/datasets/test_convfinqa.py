import json
from decimal import Decimal
from pathlib import Path

import pytest

from hirec.datasets.convfinqa import load_convfinqa
from hirec.types import QuestionFileError

OFFICIAL = {
    "id": "Single_ACME/2008/page_3.pdf-1",
    "pre_text": ["before ."],
    "post_text": ["after ."],
    "table": [["", "2008"], ["tax rate", "27% ( 27 % )"], ["loss", "-3 ( 3 )"]],
    "annotation": {
        "dialogue_break": ["what was the rate?", "and the loss?"],
        "turn_program": ["27%", "-3"],
        "exe_ans_list": [0.27, -3.0],
    },
}
FLAT = {
    "id": "Double_ACME/2008/page_3.pdf",
    "text": "sales grew . the company 2019s plan ended .",
    "table": "- | 2008 | 2007\nsales | $ 6 | $ 5\n",
    "questions": ["sales in 2008?", "the change?", "relative to 2007?", "is that over 1?"],
    "programs": ["ans = 6", "ans = 6 - 5", "x0 = 6 - 5; ans = x0 / 5", "ans = 6 > 10"],
    "answer": "no",
}


def written(path: Path, *entries: object) -> Path:
    path.write_text(json.dumps(entries), encoding="utf-8")
    return path


def test_official_conversations_become_turns_with_what_was_said_before(tmp_path: Path) -> None:
    first, second = load_convfinqa(written(tmp_path / "dev.json", OFFICIAL))
    assert (first.question_id, first.history) == ("Single_ACME/2008/page_3.pdf-1#1", ())
    assert (first.gold, second.gold) == (Decimal("0.27"), Decimal("-3.0"))
    assert second.history == (("what was the rate?", "0.27"),)
    assert second.table[1:] == (("tax rate", "27%"), ("loss", "-3"))
    assert second.paragraphs == ("before .", "after .")
    assert (second.identity.company, second.identity.fiscal_year) == ("ACME", 2008)


def test_gold_of_the_flattened_form_is_what_its_program_comes_to(tmp_path: Path) -> None:
    turns = load_convfinqa(written(tmp_path / "dev.json", FLAT))
    # 6; 6 - 5 = 1; (6 - 5) / 5 = 0.2; 6 > 10 is false.
    assert [turn.gold for turn in turns] == [Decimal(6), Decimal(1), Decimal("0.2"), "no"]
    assert [answer for _, answer in turns[3].history] == ["6", "1", "0.2"]
    assert turns[0].table == (("", "2008", "2007"), ("sales", "$ 6", "$ 5"))
    assert turns[0].paragraphs == ("sales grew .", "the company's plan ended .")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "no JSON"),
        ("[]", "list of conversations"),
        (json.dumps([OFFICIAL | {"turn_ind": 0}]), "one turn: give train.json or dev.json"),
        (json.dumps([OFFICIAL | {"table": 3}]), "entry 1: table"),
        (json.dumps([FLAT | {"programs": ["ans = 6"]}]), "questions and programs differ"),
        (json.dumps([FLAT | {"programs": ["ans = sum(6)"] * 4}]), "no arithmetic"),
        (json.dumps([FLAT | {"programs": ["ans = 6 / 0"] * 4}]), "no arithmetic"),
        (json.dumps([FLAT | {"programs": ["x0 = 6"] * 4}]), "no answer"),
    ],
)
def test_a_file_of_another_form_says_where(content: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "dev.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(QuestionFileError, match=said):
        load_convfinqa(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match="Cannot read"):
        load_convfinqa(tmp_path / "none.json")
