"""Entries written by us in the forms of the public files."""

import json

import pytest

from hirec.types import QuestionFileError
from training.data.formats import READERS
from training.data.formats.pages import PassageQuestion, records_of
from training.data.record import Why
from training.errors import TrainingError

PAGE = {
    "pre_text": ["sales grew .", "the following table shows sales ( in millions ) :"],
    "post_text": ["sales fell in japan because of the yen ."],
    "table": [["", "2009", "2008"], ["sales", "$ 10", "$ 8"]],
}


def finqa(page_id: str, places: dict[str, str]) -> dict[str, object]:
    return {"id": page_id, **PAGE, "qa": {"question": "what were sales?", "gold_inds": places}}


def tatqa(question: str, answer_from: str, *paragraphs: str) -> dict[str, object]:
    return {
        "uid": question,
        "question": question,
        "answer": ["so"],
        "answer_type": "span",
        "answer_from": answer_from,
        "rel_paragraphs": paragraphs,
    }


def read(name: str, content: object, tmp_path):
    file = tmp_path / "file.json"
    file.write_text(json.dumps(content))
    return READERS[name](file)


def test_finqas_table_is_the_positive_and_other_pages_of_the_report_the_negatives(tmp_path):
    entries = [
        finqa("ACM/2009/page_3.pdf-1", {"table_1": "sales"}),
        {**finqa("ACM/2009/page_9.pdf-2", {"text_2": "fell"}), "post_text": ["the yen fell ."]},
    ]
    first, second = read("finqa", entries, tmp_path)
    assert "sales | $ 10 | $ 8" in first.positive
    assert first.group == second.group == "ACM"
    assert "the yen fell" in second.positive
    assert any("the yen fell" in one.text and one.why is Why.SIBLING for one in first.negatives)
    assert len(first.negatives) <= 8


def test_udas_form_of_finqa_is_read_too(tmp_path):
    context = {"pre_text": PAGE["pre_text"], "post_text": PAGE["post_text"]}
    entry = {
        "q_uid": "ACM/2009/page_3.pdf-1",
        "question": "what were sales?",
        "evidence": {"table_1": "sales"},
        "answers": {"str_answer": "10", "exe_answer": 10},
        "program": "",
        "context": {**context, "table_ori": PAGE["table"]},
    }
    (record,) = read("finqa", {"ACM_2009": [entry]}, tmp_path)
    assert record.source == "finqa"
    assert "sales | $ 10" in record.positive


def test_tatqas_questions_name_their_paragraphs(tmp_path):
    context = {
        "table": {"uid": "t1", "table": [["", "2019"], ["Revenue", "5"]]},
        "paragraphs": [{"order": 1, "text": "Revenue fell."}, {"order": 2, "text": "Costs rose."}],
        "questions": [
            tatqa("Why?", "text", "2"),
            tatqa("How much?", "table-text", "1"),
        ],
    }
    why, much = read("tatqa", [context], tmp_path)
    assert why.positive == "Costs rose."
    assert {one.text for one in why.negatives} == {"Revenue fell.", " | 2019\nRevenue | 5"}
    assert much.positive == " | 2019\nRevenue | 5"
    assert {one.text for one in much.negatives} == {"Costs rose."}


def test_tables_of_other_reports_stand_against_a_table_and_prose_against_prose(tmp_path):
    contexts = [
        {
            "table": {"uid": uid, "table": [["", "2019"], [uid, "5"]]},
            "paragraphs": [{"order": at, "text": f"{uid} {at}."} for at in range(1, 4)],
            "questions": [tatqa("Why?", "text", "2"), tatqa("How much?", "table")],
        }
        for uid in ("rent", "debt", "cash")
    ]
    for record in read("tatqa", contexts, tmp_path):
        elsewhere = [one.text for one in record.negatives if one.why is Why.RANDOM]
        assert elsewhere
        assert {" | " in text for text in elsewhere} == {" | " in record.positive}


def test_tatqas_test_is_refused(tmp_path):
    (tmp_path / "tatqa_test.json").write_text("[]")
    with pytest.raises(TrainingError, match="test"):
        READERS["tatqa"](tmp_path / "tatqa_test.json")


def test_of_a_conversation_the_questions_that_stand_alone(tmp_path):
    talk = {
        "id": "Single_ACM/2009/page_3.pdf-1",
        **PAGE,
        "qa": {"gold_inds": {"table_1": "sales"}},
        "annotation": {
            "dialogue_break": ["what were sales in 2009?", "and what was that in 2008?"],
            "turn_program": ["10", "8"],
            "exe_ans_list": [10, 8],
        },
    }
    other = {**talk, "id": "Double_ACM/2009/page_9.pdf", "post_text": ["the yen fell ."]}
    record, _ = read("convfinqa", [talk, other], tmp_path)
    assert record.query == "what were sales in 2009?"
    assert record.positive.startswith("ACM 2009\nthe following table shows sales ( in millions ) :")
    assert record.group == "ACM"
    assert any("yen fell" in one.text and one.why is Why.SIBLING for one in record.negatives)


def test_conversations_without_gold_places_teach_nothing(tmp_path):
    flat = {
        "id": "Single_ACM/2009/page_3.pdf-1",
        "text": "sales grew .",
        "table": "- | 2009\nsales | $ 10",
        "questions": ["what were sales?"],
        "programs": ["ans = 10"],
    }
    with pytest.raises(TrainingError, match="gold_inds"):
        read("convfinqa", [flat], tmp_path)


def test_multihiertts_tables_are_html_and_its_cells_name_their_table(tmp_path):
    document = {
        "uid": "m1",
        "paragraphs": ["Sales fell.", "Rent rose."],
        "tables": [
            "<table><tr><td>a</td><td>1</td></tr></table>",
            "<table><tr><td>b</td><td>2</td></tr><tr><td>c</td><td>3</td></tr></table>",
        ],
        "qa": {"question": "What is c?", "table_evidence": ["1-1-1"], "text_evidence": []},
    }
    (record,) = read("multihiertt", [document], tmp_path)
    assert record.positive == "b | 2\nc | 3"
    assert "a | 1" in {one.text for one in record.negatives}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"qa": {"question": "q", "table_evidence": ["x-1"]}}, r"entry 1: qa\.table_evidence\.0"),
        ({"tables": ["<!---->"]}, "entry 1: a table is no HTML"),
    ],
)
def test_a_document_of_another_form_is_named(changed, said, tmp_path):
    document = {"uid": "m", "paragraphs": [], "tables": [], "qa": {"question": "q"}, **changed}
    with pytest.raises((QuestionFileError, TrainingError), match=said):
        read("multihiertt", [document], tmp_path)


def test_finsages_triplets_of_a_query_become_one_record(tmp_path):
    rows = [{"prompt": "q", "chosen": "good", "rejected": bad} for bad in ("bad", "worse")]
    file = tmp_path / "pairs.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    (record,) = READERS["finsage"](file)
    assert [one.text for one in record.negatives] == ["bad", "worse"]
    assert {one.why for one in record.negatives} == {Why.JUDGED}


def test_finagentbenchs_best_grade_stands_against_grade_0(tmp_path):
    prompt = (
        "Rank.\nQuestion: What drove sales?\nText chunks:\n"
        "[Chunk Index 0] volume\n[Chunk Index 1] rent\n[Chunk Index 2] price\n\nTask: rank them."
    )
    line = {"_id": "q1", "messages": [{"content": prompt}], "qrel": {"0": 2, "2": 1}}
    file = tmp_path / "chunks.jsonl"
    file.write_text(json.dumps(line))
    (record,) = READERS["finagentbench"](file)
    assert record.positive == "volume"
    assert [one.text for one in record.negatives] == ["rent"]


@pytest.mark.parametrize("name", ["finqa", "tatqa", "convfinqa", "multihiertt", "finsage"])
def test_a_file_of_another_form_is_one_clear_sentence(name, tmp_path):
    refused = (QuestionFileError, TrainingError)
    with pytest.raises(refused, match=r"Cannot read .*none"):
        READERS[name](tmp_path / "none.json")
    file = tmp_path / "other.json"
    for content in ('[{"uid": 1}]', "{"):
        file.write_text(content)
        with pytest.raises(refused, match=r"other\.json"):
            READERS[name](file)


def test_a_page_of_another_years_filing_is_no_sibling() -> None:
    def page(year: int, number: int) -> PassageQuestion:
        text = f"Sales of {year} on page {number}."
        return PassageQuestion("What?", "ACME", f"ACME/{year}/page_{number}.pdf", (text,), {0})

    (first, *_) = records_of([page(2007, 1), page(2007, 2), page(2013, 1)], "finqa")
    why = {one.text: one.why for one in first.negatives}
    assert why["Sales of 2007 on page 2."] is Why.SIBLING
    assert why["Sales of 2013 on page 1."] is Why.OTHER_PERIOD
