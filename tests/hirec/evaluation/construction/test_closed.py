from pathlib import Path

import pytest

from hirec.evaluation.construction.closed import ClosedQuestion, Opener, load_closed
from hirec.evaluation.generated.questions import make_questions
from hirec.index import Index
from hirec.types import QuestionFileError


@pytest.fixture(scope="module")
def index(sample_index) -> Index:
    return Index.open(sample_index)


@pytest.fixture(scope="module")
def opener(index) -> Opener:
    return Opener(index)


@pytest.mark.parametrize(
    ("closed", "opened"),
    [
        (
            "what were the net sales?",
            "At Harbor Peak Foods in fiscal 2023, what were the net sales?",
        ),
        (
            "What were the company's net sales in 2022?",
            "What were Harbor Peak Foods' net sales in 2022?",
        ),
        (
            "How much did the company pay in dividends?",
            "In fiscal 2023, how much did Harbor Peak Foods pay in dividends?",
        ),
        (
            "What were Harbor Peak Foods' net sales in 2022?",
            "What were Harbor Peak Foods' net sales in 2022?",
        ),
    ],
)
def test_company_and_period_are_put_in_where_they_lack(index, opener, closed, opened) -> None:
    assert opener.made_open(closed, index.filings["HPFD_2023_10K"]) == opened


def test_the_page_is_found_where_both_ways_agree(index, opener) -> None:
    """Figures with a known page, asked as if the page were at hand."""
    rows = [r for r in make_questions(index, 40, seed=9) if r["relation"] == "lookup"]
    sure = right = 0
    for row in rows:
        gold = {(place["filing"], place["page"]) for place in row["evidence"]}
        filing = index.filings[row["evidence"][0]["filing"]]
        closed = ClosedQuestion(
            id="1", question=row["question"], answer=row["answer"], filing=filing.filing_id
        )
        found = opener.gold_page(closed, filing)
        sure += found.sure
        right += found.sure and (filing.filing_id, found.page) in gold
    assert sure >= len(rows) / 3
    assert right >= 0.9 * sure


def test_numbers_of_the_context_choose_the_page(index, opener) -> None:
    filing = index.filings["HPFD_2023_10K"]
    table = next(p for p in index.passages([filing.filing_id]) if p.table and p.page_number > 5)
    closed = ClosedQuestion(
        id="1", question="why?", answer="1", filing=filing.filing_id, context=table.text
    )
    found = opener.gold_page(closed, filing)
    assert table.page_number in (found.page, *found.candidates)


def test_what_cannot_be_opened_says_why(opener) -> None:
    def told(**changed: object) -> str:
        row = {"id": "1", "question": "net sales?", "answer": "1", "filing": "HPFD_2023_10K"}
        return opener.opened(ClosedQuestion.model_validate(row | changed))[1]

    assert told(filing="NONE_2023_10K") == "its filing is not in the index"
    assert told(page=9999) == "HPFD_2023_10K has no page 9999"
    assert told(answer="98765432.123") == "no page of its filing states the answer"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no question"),
        ("{", "line 1: "),
        ('{"id": "1"}', "line 1: question"),
        ('{"id":"1","question":"q","answer":"1","filing":"F"}\n' * 2, "line 2: id '1' was already"),
    ],
)
def test_a_bad_file_is_refused_by_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "closed.jsonl"
    path.write_text(text)
    with pytest.raises(QuestionFileError, match=message):
        load_closed(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match=r"none\.jsonl"):
        load_closed(tmp_path / "none.jsonl")
