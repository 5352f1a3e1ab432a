"""Docugami's KG-RAG questions over 10-Q reports, from the CSV that is published.

``sec-10-q/data/v1/qna_data.csv`` has the columns Question, Source Docs, Question Type, Source Chunk
Type and Answer, and lies beside ``docs/`` with the reports. Answers name the reports they rest on;
pages are nowhere said.
"""

import csv
import re
from fnmatch import fnmatchcase
from pathlib import Path

from hirec.datasets.questions import GoldEvidence, Question
from hirec.types import QuestionFileError

_COLUMNS = ("Question", "Source Docs", "Question Type", "Source Chunk Type", "Answer")
_SOURCES = re.compile(r"\n*\s*SOURCE(?:\(S\)|S)?:(?P<names>[^\n]*)\s*$")
_NAMED = re.compile(r"(?P<stem>\d{4} Q\d [A-Z]+(?:\.[A-Z])?)")


def read_kg_rag(path: Path) -> list[Question]:
    """Read ``qna_data.csv``, or the folder that holds it.

    Gold are the reports that the answer's last line names, else those of ``docs/`` that the
    patterns of Source Docs fit; the line itself is no part of the answer.

    Raises:
        QuestionFileError: the file is missing or lacks a column, a row names no report.

    """
    file = path / "qna_data.csv" if path.is_dir() else path
    known = sorted(pdf.stem for pdf in (file.parent / "docs").glob("*.pdf"))
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream)
            absent = [name for name in _COLUMNS if name not in (reader.fieldnames or ())]
            if absent:
                raise QuestionFileError(f"{file} lacks the columns {', '.join(absent)}.")
            rows = list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise QuestionFileError(f"Cannot read {file}: {error}.") from error
    if not rows:
        raise QuestionFileError(f"{file} holds no question.")
    return [_question(number, row, known, file) for number, row in enumerate(rows, start=1)]


def _question(number: int, row: dict[str, str | None], known: list[str], file: Path) -> Question:
    cells = {name: (row[name] or "").strip() for name in _COLUMNS}
    if not cells["Question"] or not cells["Answer"]:
        raise QuestionFileError(f"{file}, question {number}: question or answer is empty.")
    said = _SOURCES.search(cells["Answer"])
    named = [found["stem"] for found in _NAMED.finditer(said["names"])] if said else []
    if not named:
        patterns = [pattern.strip() for pattern in cells["Source Docs"].split(",")]
        named = [stem for stem in known if any(fnmatchcase(stem, each) for each in patterns)]
    if not named:
        raise QuestionFileError(
            f"{file}, question {number}: its answer names no report, and none in "
            f"{file.parent / 'docs'} fits {cells['Source Docs']!r}: put the reports there."
        )
    return Question(
        f"kg-rag-{number}",
        cells["Question"],
        (cells["Answer"][: said.start()] if said else cells["Answer"]).strip() or cells["Answer"],
        cells["Question Type"] or "untyped",
        tuple(GoldEvidence(stem) for stem in dict.fromkeys(named)),
        evidence_kind=cells["Source Chunk Type"].lower(),
    )
