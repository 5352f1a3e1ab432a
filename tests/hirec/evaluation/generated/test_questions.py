import json
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

from hirec.datasets.questions import load_questions
from hirec.evaluation.generated.questions import make_questions, write_questions
from hirec.evaluation.numeric import gold_number
from hirec.index import Index
from hirec.types import QuestionError


@pytest.fixture(scope="module")
def rows(sample_index):
    return make_questions(Index.open(sample_index), 120, seed=3)


def test_the_file_is_read_by_eval_run_and_every_answer_is_a_number(rows, tmp_path: Path) -> None:
    path = tmp_path / "made" / "questions.jsonl"
    write_questions(rows, path)
    questions = load_questions(path)
    assert len(questions) == 120
    for question, row in zip(questions, rows, strict=True):
        gold = gold_number(question)
        assert gold is not None, row
        assert gold.scale_known
        assert question.any_evidence
        assert question.evidence
        assert question.type == "numeric_table"


def test_same_seed_same_questions(rows, sample_index) -> None:
    index = Index.open(sample_index)
    assert make_questions(index, 120, seed=3) == rows
    assert make_questions(index, 120, seed=4) != rows


def test_no_question_twice_and_shares_are_kept(rows) -> None:
    assert len({row["question"] for row in rows}) == len(rows)
    relations = Counter(row["relation"] for row in rows)
    assert relations["difference"] + relations["growth"] == 18  # 15% of 120
    companies = Counter(row["evidence"][0]["filing"].split("_")[0] for row in rows)
    assert max(companies.values()) - min(companies.values()) <= 2
    assert {row["naming"] for row in rows} == {"label", "usual_name", "abbreviation"}


def test_a_gold_page_prints_the_gold_figure(rows, sample_index) -> None:
    index = Index.open(sample_index)
    for row in [row for row in rows if row["relation"] == "lookup"][:20]:
        value = abs(Decimal(row["answer"]))
        place = row["evidence"][0]
        passages = index.passages([place["filing"]])
        text = "\n".join(p.text for p in passages if p.page_number == place["page"])
        whole = value.scaleb(3) if "thousand" not in row["unit"] else value
        wanted = {f"{value:,f}", f"{whole:,f}".partition(".")[0], f"{value:,.1f}"}
        assert any(form in text for form in wanted), row


def test_fewer_come_back_where_there_are_no_more(sample_index, tmp_path: Path) -> None:
    every = make_questions(Index.open(sample_index), 10**6)
    assert 120 < len(every) < 10**6
    write_questions(every, tmp_path / "all.jsonl")
    first = json.loads((tmp_path / "all.jsonl").read_text().splitlines()[0])
    assert first["id"] == "tag-00001"


def test_people_word_questions_apart_from_the_lexicon(sample_index) -> None:
    index = Index.open(sample_index)
    rows = make_questions(index, 200, seed=3, bank="people")
    assert {row["naming"] for row in rows} <= {"label", "another_label"}
    assert {"average", "sum", "share"} <= {row["relation"] for row in rows}
    plain = {row["question"] for row in make_questions(index, 10**6)}
    assert not plain & {row["question"] for row in rows}


def test_an_average_lies_between_and_a_share_below_its_whole(sample_index) -> None:
    for row in make_questions(Index.open(sample_index), 400, seed=5, bank="people"):
        if row["relation"] == "share":
            assert 1 <= Decimal(row["answer"].rstrip("%")) < 100
        if row["relation"] in ("average", "sum"):
            assert Decimal(row["answer"]) > 0


def test_unknown_phrasings_are_named(sample_index) -> None:
    with pytest.raises(QuestionError, match="plain or people"):
        make_questions(Index.open(sample_index), 10, bank="nobody")
