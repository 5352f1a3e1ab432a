import csv
from pathlib import Path

import pytest

from hirec.datasets.kg_rag import read_kg_rag
from hirec.datasets.questions import GoldEvidence
from hirec.types import QuestionFileError

HEADING = ("Question", "Source Docs", "Question Type", "Source Chunk Type", "Answer")


def published(folder: Path, *rows: tuple[str, ...], reports: tuple[str, ...] = ()) -> Path:
    (folder / "docs").mkdir()
    for name in reports:
        (folder / "docs" / f"{name}.pdf").touch()
    with (folder / "qna_data.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(rows)
    return folder


def test_gold_are_the_reports_that_the_answer_names(tmp_path: Path) -> None:
    answer = 'Sales rose.\n\nSOURCE(S): 2022 Q3 AAPL.pdf, ""2023 Q1 AAPL.pdf""'
    row = ("How have sales changed?", "*AAPL*", "Multi-Doc RAG", "Table", answer)
    (question,) = read_kg_rag(published(tmp_path, HEADING, row))
    assert (question.question_id, question.answer) == ("kg-rag-1", "Sales rose.")
    assert (question.type, question.evidence_kind) == ("Multi-Doc RAG", "table")
    assert question.evidence == (GoldEvidence("2022 Q3 AAPL"), GoldEvidence("2023 Q1 AAPL"))


def test_else_those_that_the_patterns_fit(tmp_path: Path) -> None:
    reports = ("2023 Q2 INTC", "2023 Q3 INTC", "2023 Q3 MSFT")
    row = ("What was the rate?", "*2023 Q3 INTC*, *MSFT*", "Single-Doc RAG", "Text", "5%")
    folder = published(tmp_path, HEADING, row, reports=reports)
    (question,) = read_kg_rag(folder / "qna_data.csv")
    assert [gold.filing for gold in question.evidence] == ["2023 Q3 INTC", "2023 Q3 MSFT"]
    assert question.answer == "5%"


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("Question", "Answer")], "lacks the columns Source Docs, Question Type"),
        ([HEADING], "holds no question"),
        ([HEADING, ("", "*A*", "x", "Text", "5%")], "question 1: question or answer is empty"),
        ([HEADING, ("What?", "*A*", "x", "Text", "5%")], r"none in .*docs fits '\*A\*'"),
    ],
)
def test_what_is_amiss_is_named(rows: list[tuple[str, ...]], said: str, tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match=said):
        read_kg_rag(published(tmp_path, *rows))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match=r"Cannot read .*qna_data\.csv"):
        read_kg_rag(tmp_path)
