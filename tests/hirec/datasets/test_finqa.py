import json
from decimal import Decimal
from pathlib import Path

import pytest

from hirec.datasets.finqa import is_same, load_finqa, parted, restored
from hirec.types import Form, QuestionFileError

ENTRY = {
    "q_uid": "ACME/2008/page_3.pdf-1",
    "question": "what were sales ?\\n",
    "answers": {"str_answer": "5%", "exe_answer": 0.05},
    "program": "divide(1, 20)",
    "context": {"pre_text": ["before ."], "post_text": ["after ."], "table_ori": [["", "2008"]]},
}


def test_a_question_comes_with_its_page_and_the_report_it_is_from(tmp_path: Path) -> None:
    path = tmp_path / "dev.json"
    path.write_text(json.dumps({"ACME_2008": [ENTRY]}), encoding="utf-8")
    (question,) = load_finqa(path)
    assert (question.question, question.gold) == ("what were sales ?", Decimal("0.05"))
    assert (question.identity.company, question.identity.fiscal_year) == ("ACME", 2008)
    assert question.identity.form is Form.ANNUAL
    assert question.paragraphs == ("before .", "after .")


def test_the_official_release_is_read_too(tmp_path: Path) -> None:
    qa = {"question": "what were sales ?", "answer": "5%", "exe_ans": 0.05, "program": "x"}
    qa |= {"gold_inds": {"table_1": "sales"}}
    page = {"id": "ACME/2008/page_3.pdf-1", "pre_text": ["before ."], "post_text": [], "qa": qa}
    path = tmp_path / "test.json"
    path.write_text(json.dumps([{**page, "table": [["", "2008"]]}]), encoding="utf-8")
    (question,) = load_finqa(path)
    assert (question.gold, question.said, question.program) == (Decimal("0.05"), "5%", "x")
    assert (question.identity.company, question.identity.fiscal_year) == ("ACME", 2008)
    assert (question.table, question.paragraphs) == ((("", "2008"),), ("before .",))
    assert (question.caption, question.gold_places) == ("before .", ("table_1",))


def test_signs_lost_in_publishing_are_put_back() -> None:
    assert restored("the company 2019s 201cnotes 201d") == 'the company\'s "notes "'
    assert restored("27% ( 27 % ) in fiscal 2019") == "27% in fiscal 2019"
    assert restored("<i>Sales</i> 20142008") == "Sales - 2008"
    assert restored("cash of 20ac253 million") == "cash of €253 million"


def test_words_run_together_at_the_ends_of_a_cell_s_lines_are_parted() -> None:
    assert (
        parted("Total Number ofSharesPurchased", frozenset()) == "Total Number of Shares Purchased"
    )
    assert parted("PINEComposite Index", frozenset()) == "PINE Composite Index"
    assert parted("MasterWidget sales", {"masterwidget"}) == "MasterWidget sales"


@pytest.mark.parametrize(
    ("content", "problem"),
    [("{", "no JSON"), ("[]", "list of pages"), ('{"A": [{"q_uid": "x"}]}', "question")],
)
def test_a_file_of_another_format_says_where(tmp_path: Path, content: str, problem: str) -> None:
    path = tmp_path / "dev.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(QuestionFileError, match=problem):
        load_finqa(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match="Cannot read"):
        load_finqa(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("value", "unit", "gold", "said", "same"),
    [
        ("26.19", "%", "0.2619", "26%", True),
        ("0.2619", "ratio", "0.2619", "26%", True),
        ("1234000000", "USD", "1234.0", "1234", True),
        ("71000000", "", "71.0", "71", True),
        ("-2", "USD", "2", "2", False),
        ("5.4", "USD", "5.5", "5.5", False),
        ("55.33333", "USD", "55.33333", "", True),
        ("2.4", "%", "0.024", "", True),
        ("0.00024", "USD", "2.4", "2.4", False),
    ],
)
def test_a_number_is_right_by_what_gold_prints(
    value: str, unit: str, gold: str, said: str, same: bool
) -> None:
    assert is_same(Decimal(value), unit, Decimal(gold), said) is same
