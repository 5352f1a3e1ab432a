"""The layout of BEIR (Thakur et al., 2021), which FiQA and FinanceRAG use.

A folder holds ``corpus.jsonl`` (``_id``, ``title``, ``text``), ``queries.jsonl`` (``_id``,
``text``) and judgements: ``qrels.tsv``, or ``qrels/test.tsv``, with the columns ``query-id``,
``corpus-id`` and ``score`` behind a heading.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, Field

from hirec.datasets.published import in_shape, read_rows, read_text
from hirec.types import QuestionFileError

CORPUS, QUERIES = "corpus.jsonl", "queries.jsonl"
QRELS = ("qrels.tsv", "qrels/test.tsv")
_GRADE = re.compile(r"-?\d+")


class _Row(BaseModel):
    id: str = Field(alias="_id", min_length=1)
    title: str = ""
    text: str


@dataclass(frozen=True, slots=True)
class BeirSet:
    """A collection of texts, questions, and which texts are relevant to which."""

    corpus: Mapping[str, str]
    """Text, its title before it, by id."""
    queries: Mapping[str, str]
    judgements: Mapping[str, Mapping[str, int]]
    """Query id → corpus id → grade above 0."""


def is_beir(path: Path) -> bool:
    """True for a folder of this layout."""
    return (path / CORPUS).is_file() and (path / QUERIES).is_file()


def load_beir(path: Path) -> BeirSet:
    """Read a folder.

    Raises:
        QuestionFileError: a file is missing or malformed, or a judgement names what is not there.

    """
    if not is_beir(path):
        raise QuestionFileError(
            f"{path} is no folder with {CORPUS} and {QUERIES}; of several sets, name one's folder."
        )
    corpus = {row.id: f"{row.title}\n{row.text}".strip() for row in _rows(path / CORPUS)}
    queries = {row.id: row.text for row in _rows(path / QUERIES)}
    file = next((path / name for name in QRELS if (path / name).is_file()), None)
    if file is None:
        raise QuestionFileError(f"{path} has no judgements: expected {' or '.join(QRELS)}.")
    judgements: dict[str, dict[str, int]] = {}
    for number, (query, text, grade) in _judged(file):
        if query not in queries or text not in corpus:
            missing = query if query not in queries else text
            raise QuestionFileError(f"{file}, line {number}: {missing!r} is not in {path}.")
        if grade > 0:
            judgements.setdefault(query, {})[text] = grade
    return BeirSet(corpus, queries, judgements)


def _rows(path: Path) -> Iterator[_Row]:
    return (in_shape(_Row, content, place) for place, content in read_rows(path))


def _judged(path: Path) -> Iterator[tuple[int, tuple[str, str, int]]]:
    lines = csv.reader(read_text(path).splitlines(), delimiter="\t")
    for number, cells in enumerate(lines, start=1):
        graded = len(cells) == 3 and _GRADE.fullmatch(cells[2].strip())
        if not cells or (number == 1 and not graded):  # the heading
            continue
        if not graded:
            raise QuestionFileError(
                f"{path}, line {number}: expected query id, corpus id and a whole number."
            )
        yield number, (cells[0], cells[1], int(cells[2]))
