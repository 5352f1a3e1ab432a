import json
from decimal import Decimal
from pathlib import Path

from hirec.grounding.places import Place, read_sheet
from hirec.types import Filing
from training.grounding.aligning import align, comes_out, in_its_own_words, parse
from training.grounding.pages import Asked, read_finqa


def asked(tmp_path: Path, question: str, program: str, gold: float) -> Asked:
    entry = {
        "q_uid": "ACME/2010/page_1.pdf-1",
        "question": question,
        "answers": {"str_answer": str(gold), "exe_answer": gold},
        "program": program,
        "context": {
            "pre_text": [],
            "post_text": [],
            "table_ori": [["", "2010", "2009"], ["Fees", "25", "20"], ["Rent", "20", "25"]],
        },
    }
    path = tmp_path / "finqa.json"
    path.write_text(json.dumps({"ACME_2010": [entry]}), encoding="utf-8")
    return next(read_finqa(path))


def places(one: Asked) -> list[Place]:
    filing = Filing(one.question_id, one.identity, one.company, (), 1, 1, "")
    return [place for passage in one.passages for place in read_sheet(passage, filing).every()]


def test_each_figure_gets_the_number_with_which_the_answer_comes_out(tmp_path: Path) -> None:
    program = "subtract(25, 20), divide(#0, 20)"
    one = asked(
        tmp_path, "what was the percentage change in fees from 2009 to 2010?", program, 0.25
    )
    expanded = parse(one)
    assert expanded is not None
    found = align(one, expanded, [places(one)] * 2)
    assert found.numbers == (20, 25)
    assert comes_out(expanded, [Decimal(20), Decimal(25)], Decimal("0.25"))


def test_numbers_that_give_another_answer_are_no_alignment(tmp_path: Path) -> None:
    one = asked(tmp_path, "what was the change in fees from 2009 to 2010?", "add(25, 20)", 45.0)
    expanded = parse(one)
    assert expanded is not None
    assert align(one, expanded, [places(one)] * 2).numbers is None


def test_a_question_in_its_own_words_asks_for_one_figure_of_its_period(tmp_path: Path) -> None:
    one = asked(tmp_path, "of fees, what was paid in 2010?", "add(25, const_0)", 25.0)
    (figure,) = in_its_own_words(one).figures
    assert "2010" not in figure.words
    assert figure.period is not None
    assert figure.period.period.fiscal_year == 2010
