import json
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from hirec.types import QuestionFileError
from training.grounding.pages import Asked, numbers_in, read_convfinqa, read_finqa, read_tatqa

FINQA = {
    "ACME_2010": [
        {
            "q_uid": "ACME/2010/page_1.pdf-1",
            "question": "what was the change in fees?",
            "answers": {"str_answer": "2", "exe_answer": 2.0},
            "program": "subtract(1,005, 1,003), multiply(#0, const_1)",
            "context": {
                "pre_text": ["fees in thousands"],
                "post_text": [],
                "table_ori": [["", "2010", "2009"], ["Fees", "1,005", "1,003"]],
            },
        }
    ]
}
CONVFINQA = [
    {
        "id": "Single_ACME/2010/page_1.pdf-1",
        "text": "we paid fees . we paid rent .",
        "table": "- | 2010 | 2009\nfees | $ -5 ( 5 ) | 4% ( 4 % )\n",
        "questions": ["what were the fees in 2010?", "and what were they in 2009?"],
        "programs": ["x0 = 2 + 3; ans = x0 / 1", "ans = 4%"],
    }
]
TATQA = [
    {
        "table": {"uid": "t1", "table": [["", "2019", "2018"], ["Fees", "5", "4"]]},
        "paragraphs": [{"order": 1, "text": "Fees are in millions."}],
        "questions": [
            {"uid": "q1", "question": "How did fees change?", "answer": 1.0,
             "derivation": "5-4", "answer_type": "arithmetic"},
            {"uid": "q2", "question": "What are fees?", "answer": ["paid to courts"],
             "derivation": "", "answer_type": "span"},
        ],
    }
]  # fmt: skip


def test_finqa_gives_the_numbers_of_its_program_without_constants(tmp_path: Path) -> None:
    path = tmp_path / "finqa.json"
    path.write_text(json.dumps(FINQA), encoding="utf-8")
    (asked,) = read_finqa(path)
    assert asked.numbers == (Decimal(1005), Decimal(1003))
    assert (asked.gold, asked.company) == (2, "ACME")


def test_a_conversation_gives_the_questions_that_stand_alone(tmp_path: Path) -> None:
    path = tmp_path / "conv.json"
    path.write_text(json.dumps(CONVFINQA), encoding="utf-8")
    (asked,) = read_convfinqa(path)
    assert (asked.gold, asked.company) == (5, "ACME")
    table = asked.passages[0].table
    assert table is not None
    assert [cell.text for cell in table.rows[0].cells if cell] == ["$ -5", "4%"]


def test_official_conversations_are_read_too(tmp_path: Path) -> None:
    official = {
        "id": "Single_ACME/2010/page_1.pdf-1",
        "pre_text": ["we paid fees ."],
        "post_text": [],
        "table": [["", "2010", "2009"], ["fees", "5", "4"]],
        "annotation": {
            "dialogue_break": ["by how much did fees change?", "and in percent?"],
            "turn_program": ["subtract(5, 4)", "subtract(5, 4), divide(#0, 4)"],
            "exe_ans_list": [1, 0.25],
        },
    }
    path = tmp_path / "train.json"
    path.write_text(json.dumps([official]), encoding="utf-8")
    (asked,) = read_convfinqa(path)
    assert (asked.gold, asked.numbers) == (1, (Decimal(5), Decimal(4)))


def test_tatqa_gives_the_questions_that_a_number_answers(tmp_path: Path) -> None:
    path = tmp_path / "tatqa.json"
    path.write_text(json.dumps(TATQA), encoding="utf-8")
    (asked,) = read_tatqa(path)
    assert asked.numbers == (Decimal(5), Decimal(4))


@pytest.mark.parametrize("read", [read_finqa, read_convfinqa, read_tatqa])
@pytest.mark.parametrize("content", ['{"x": ', '[{"id": "x"}]'])
def test_a_malformed_file_is_one_named_sentence(
    read: Callable[[Path], Iterator[Asked]], content: str, tmp_path: Path
) -> None:
    path = tmp_path / "other.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(QuestionFileError, match=r"other\.json"):
        list(read(path))


def test_numbers_are_read_once_and_without_sign() -> None:
    assert numbers_in("(1,002.5 - -3) / 3 + x4") == (Decimal("1002.5"), Decimal(3))
