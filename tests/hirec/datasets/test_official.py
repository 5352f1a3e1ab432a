import json
from pathlib import Path

import pytest

from hirec.datasets.official import read_financebench, read_lofin, read_mmlongbench
from hirec.datasets.questions import GoldEvidence
from hirec.types import QuestionFileError

LOFIN = {
    "question": "What was Acme's revenue in 2023?",
    "answer": 12.5,
    "evidences": [{"doc_name": "ACME_2023_10K", "page_num": 40}],
}
BENCH = {
    "financebench_id": "financebench_id_1",
    "doc_name": "ACME_2023_10K",
    "question": "What was revenue?",
    "answer": "$12.50",
    "question_type": "metrics-generated",
    "evidence": [
        {"doc_name": "ACME_2023_10K", "evidence_page_num": 0},
        {"evidence_page_num": 59, "evidence_text": "…"},
    ],
}
LONG = {
    "doc_id": "ACME_2023_10K.pdf",
    "question": "What is the margin?",
    "answer": "5.4%",
    "answer_format": "Float",
    "evidence_pages": "[40, 42]",
    "evidence_sources": "['Table', 'Pure-text (Plain-text)']",
    "doc_type": "Financial report",
}


def lines(path: Path, *rows: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_lofin_is_read_by_type_and_its_pages_count_from_one(tmp_path: Path) -> None:
    lines(tmp_path / "numeric_table" / "test.jsonl", LOFIN)
    lines(tmp_path / "numeric_text" / "test.jsonl", LOFIN | {"answer": "4 million"})
    lines(tmp_path / "textual" / "test.jsonl", LOFIN | {"answer": "By growth."})
    table, prose, text = read_lofin(tmp_path)
    assert (prose.type, prose.answer) == ("numeric_text", "4 million")
    assert [each.evidence_kind for each in (table, prose, text)] == ["table", "text", "text"]
    assert (table.type, table.answer) == ("numeric_table", "12.5")
    assert table.evidence == (GoldEvidence("ACME_2023_10K", 41),)
    assert (text.question_id, text.type) == ("lofin-textual-1", "textual")
    assert read_lofin(tmp_path / "textual" / "test.jsonl") == [text]


def test_financebench_pages_count_from_one(tmp_path: Path) -> None:
    (question,) = read_financebench(lines(tmp_path / "open.jsonl", BENCH))
    assert question.question_id == "financebench_id_1"
    assert [gold.page for gold in question.evidence] == [1, 60]
    assert {gold.filing for gold in question.evidence} == {"ACME_2023_10K"}


def test_mmlongbench_refuses_where_the_document_does_not_say(tmp_path: Path) -> None:
    path = tmp_path / "samples.json"
    refused = LONG | {"answer": "Not answerable", "evidence_pages": "[]"}
    brochure = LONG | {"doc_type": "Brochure"}
    path.write_text(json.dumps([LONG, refused, LONG | {"doc_id": "other.pdf"}, brochure]))
    first, second = read_mmlongbench(path, lambda name: name.startswith("ACME"))
    assert [gold.page for gold in first.evidence] == [40, 42]
    assert (first.type, first.evidence_kind) == ("float", "pure-text (plain-text) and table")
    assert (second.answer, second.answerable) == (None, False)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (LOFIN | {"evidences": "page 3"}, "line 1: evidences"),
        (LOFIN | {"evidences": [{"doc_name": "A", "page_num": -1}]}, "page_num"),
        (3, "line 1"),
        ([], "holds no question"),
    ],
)
def test_a_malformed_line_is_named(row: object, said: str, tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match=said):
        read_lofin(lines(tmp_path / "textual" / "test.jsonl", row))


def test_what_is_absent_says_what_was_expected(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match=r"numeric_table/test\.jsonl"):
        read_lofin(tmp_path)
    with pytest.raises(QuestionFileError, match="Cannot read"):
        read_financebench(tmp_path / "nowhere.jsonl")


@pytest.mark.parametrize("pages", ["forty", "5", "['x']", "[0]", "[" * 5000])
def test_pages_that_are_no_list_of_pages_are_refused(pages: str, tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match=r"line 1: evidence_pages"):
        read_mmlongbench(lines(tmp_path / "s.json", LONG | {"evidence_pages": pages}))


def test_a_file_without_annual_reports_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match=r"no question over a .Financial report."):
        read_mmlongbench(lines(tmp_path / "s.json", LONG | {"doc_type": "Brochure"}))


def test_what_breaks_no_line_in_json_breaks_none_here(tmp_path: Path) -> None:
    told = LONG | {"question": "What was\u2028revenue?"}
    (tmp_path / "s.jsonl").write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
    assert [one.question for one in read_mmlongbench(tmp_path / "s.jsonl")] == [told["question"]]


@pytest.mark.parametrize(
    ("content", "said"),
    [("5", "line 1: expected an object"), ("[" * 100_000, "nested too deep"), ("{", "is no JSON")],
)
def test_what_is_no_json_of_the_kind_is_refused(content: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text(content, encoding="utf-8")
    with pytest.raises(QuestionFileError, match=said):
        read_financebench(tmp_path / "s.jsonl")


def test_a_folder_in_place_of_the_file_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match="is a folder"):
        read_financebench(tmp_path)
