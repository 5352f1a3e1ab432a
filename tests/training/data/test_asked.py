import pytest

from hirec.datasets.questions import load_questions
from hirec.index import Index
from training.data.asked import records_of_questions


@pytest.fixture(scope="module")
def index(sample_index):
    return Index.open(sample_index)


def test_a_lookup_gives_the_statement_that_prints_the_figure(index, sample_dir):
    questions = load_questions(sample_dir / "questions.jsonl")
    first = next(q for q in questions if q.question_id == "sample-001")
    (record,) = records_of_questions(index, [first])
    digits = "".join(sign for sign in first.answer if sign.isdigit())
    assert digits in record.positive.replace(",", "")
    assert record.negatives
    assert all(digits not in one.text.replace(",", "") for one in record.negatives)
    assert record.filing_id in index.filings


def test_companies_to_be_measured_on_are_left_out(index, sample_dir):
    questions = load_questions(sample_dir / "questions.jsonl")
    every = list(records_of_questions(index, questions))
    without = {every[0].group}
    left = list(records_of_questions(index, questions, without))
    assert left
    assert without.isdisjoint(record.group for record in left)


def test_questions_whose_filing_is_not_there_give_nothing(index, tmp_path):
    file = tmp_path / "q.jsonl"
    file.write_text(
        '{"id": "a", "question": "What?", "answer": "1", '
        '"evidence": [{"filing": "NOBODY_2020_10K", "page": 1}]}\n'
    )
    assert list(records_of_questions(index, load_questions(file))) == []
