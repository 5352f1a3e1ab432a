import json
from pathlib import Path

import pytest

from hirec.datasets.questions import load_questions
from hirec.evaluation.construction.folder import Plan, build_set, review_set
from hirec.index import Index
from hirec.types import QuestionError, QuestionFileError


@pytest.fixture(scope="module")
def index(sample_index) -> Index:
    return Index.open(sample_index)


@pytest.fixture(scope="module")
def built(index, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    closed = folder / "closed.jsonl"
    row = {"id": "c1", "question": "what were the net sales?", "answer": "7,792", "page": 9}
    lines = [row | {"filing": "HPFD_2023_10K"}, row | {"id": "c2", "filing": "GONE_2023_10K"}]
    closed.write_text("\n".join(map(json.dumps, lines)))
    build_set(index, folder / "set", Plan(40, seed=5, closed=closed, written=3))
    return folder / "set"


def _copied(built: Path, out: Path) -> Path:
    out.mkdir()
    for file in built.iterdir():
        (out / file.name).write_bytes(file.read_bytes())
    return out


def test_the_questions_can_be_run_and_every_gold_page_exists(index, built) -> None:
    questions = load_questions(built / "questions.jsonl")
    assert len(questions) == 41
    for question in questions:
        assert question.evidence
        for gold in question.evidence:
            assert gold.page is not None
            assert 1 <= gold.page <= index.filings[gold.filing].page_count
    rows = [json.loads(line) for line in (built / "candidates.jsonl").read_text().splitlines()]
    assert {"lookup", "opened", "total", "gap"} <= {row["relation"] for row in rows}
    assert sum(row["relation"] in ("total", "growth", "gap", "leader") for row in rows) >= 12


def test_the_card_says_what_was_dropped_and_skipped(built) -> None:
    card = (built / "card.md").read_text(encoding="utf-8")
    assert card.startswith("# Card of a question set\n\n41 questions over ")
    assert "no language model is configured" in card
    assert "| closed: its filing is not in the index | 1 |" in card
    assert "- seed: `5`" in card
    assert "`review.csv` waits for decisions" in card


def test_the_same_plan_writes_the_same_files(index, built, tmp_path: Path) -> None:
    closed = built.parent / "closed.jsonl"
    build_set(index, tmp_path / "again", Plan(40, seed=5, closed=closed, written=3))
    for name in ("questions.jsonl", "candidates.jsonl", "review.csv", "card.md"):
        assert (tmp_path / "again" / name).read_bytes() == (built / name).read_bytes()


def test_a_review_is_taken_back_and_not_overwritten(index, built, tmp_path: Path) -> None:
    out = _copied(built, tmp_path / "set")
    review = out / "review.csv"
    text = review.read_text(encoding="utf-8-sig").replace("set-00001,,", "set-00001,drop,")
    review.write_text(text, encoding="utf-8-sig")
    reviewed = review_set(index, out, review)
    assert reviewed.decisions == {"keep": 0, "drop": 1, "reword": 0, "correct": 0, "open": 40}
    assert len(load_questions(out / "questions.jsonl")) == 40
    assert "drop 1" in (out / "card.md").read_text(encoding="utf-8")
    with pytest.raises(QuestionError, match="holds a person's decisions"):
        build_set(index, out, Plan(5))
    build_set(index, out, Plan(5), overwrite=True)
    assert len(load_questions(out / "questions.jsonl")) == 5


def test_a_bad_review_leaves_the_set_as_it_was(index, built, tmp_path: Path) -> None:
    out = _copied(built, tmp_path / "set")
    before = (out / "questions.jsonl").read_bytes()
    review = out / "review.csv"
    text = review.read_text(encoding="utf-8-sig").replace("set-00001,,", "set-00001,what,")
    review.write_text(text, encoding="utf-8-sig")
    with pytest.raises(QuestionFileError, match="decision 'what'"):
        review_set(index, out, review)
    assert (out / "questions.jsonl").read_bytes() == before


def test_a_set_that_is_absent_or_was_changed_is_refused(index, built, tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match="build the set first"):
        review_set(index, tmp_path / "none", built / "review.csv")
    out = _copied(built, tmp_path / "set")
    with (out / "candidates.jsonl").open("a") as stream:
        stream.write("{}\n")
    with pytest.raises(QuestionFileError, match="was changed since it was built"):
        review_set(index, out, out / "review.csv")


def test_an_unknown_wording_is_refused(index, tmp_path: Path) -> None:
    with pytest.raises(QuestionError, match="choose plain or people or formal"):
        build_set(index, tmp_path / "set", Plan(5, phrasings="fancy"))
