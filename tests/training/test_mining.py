import pytest

from hirec.evaluation.questions import load_questions
from hirec.index import Index
from training.examples import TrainingError, read_examples, write_examples
from training.mining import mine


@pytest.fixture(scope="module")
def index(sample_index):
    return Index.open(sample_index)


@pytest.fixture(scope="module")
def examples(index, sample_dir):
    questions = load_questions(sample_dir / "questions.jsonl")
    return list(mine(index, questions, self_questions=40, seed=1))


def test_the_positive_prints_the_answer_and_no_negative_does(examples):
    asked = [e for e in examples if "Harbor Peak" in e.question and e.source == "questions"]
    assert asked
    for example in examples:
        assert example.positive
        assert example.positive not in example.negatives
        assert 1 <= len(example.negatives) <= 4


def test_a_lookup_gives_the_statement_that_prints_the_figure(index, sample_dir):
    questions = load_questions(sample_dir / "questions.jsonl")
    first = next(q for q in questions if q.question_id == "sample-001")
    (example,) = mine(index, [first])
    digits = "".join(sign for sign in first.answer if sign.isdigit())
    assert digits in example.positive.replace(",", "")
    assert all(digits not in text.replace(",", "") for text in example.negatives)


def test_rows_and_sentences_ask_about_their_own_passages(examples):
    own = [e for e in examples if e.source != "questions"]
    assert {e.source for e in own} == {"rows", "sentences"}
    assert len(own) <= 40


def test_the_same_seed_mines_the_same(index, sample_dir, examples):
    questions = load_questions(sample_dir / "questions.jsonl")
    assert list(mine(index, questions, self_questions=40, seed=1)) == examples


def test_questions_whose_filing_is_not_there_give_nothing(index, tmp_path):
    file = tmp_path / "q.jsonl"
    file.write_text(
        '{"id": "a", "question": "What?", "answer": "1", '
        '"evidence": [{"filing": "NOBODY_2020_10K", "page": 1}]}\n'
    )
    assert list(mine(index, load_questions(file))) == []


def test_examples_come_back_as_written(examples, tmp_path):
    write_examples(examples, tmp_path / "e.jsonl")
    assert read_examples(tmp_path / "e.jsonl") == examples


def test_a_damaged_file_of_examples_is_one_clear_sentence(tmp_path):
    with pytest.raises(TrainingError, match="Cannot read examples"):
        read_examples(tmp_path / "none.jsonl")
    (tmp_path / "e.jsonl").write_text('{"question": 1}\n')
    with pytest.raises(TrainingError, match="does not hold training examples"):
        read_examples(tmp_path / "e.jsonl")
