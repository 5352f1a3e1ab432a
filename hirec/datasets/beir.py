"""The layout of BEIR (Thakur et al., 2021), which FiQA and FinanceRAG use.

A folder holds ``corpus.jsonl`` (``_id``, ``title``, ``text``), ``queries.jsonl`` (``_id``,
``text``) and judgements: ``qrels.tsv``, or ``qrels/test.tsv``, with the columns ``query-id``,
``corpus-id`` and ``score`` behind a heading.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, Field, ValidationError

from hirec.invalid import first_problem
from hirec.types import QuestionFileError

CORPUS, QUERIES = "corpus.jsonl", "queries.jsonl"
QRELS = ("qrels.tsv", "qrels/test.tsv")


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
    try:
        with path.open(encoding="utf-8-sig") as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    yield _row(line, f"{path}, line {number}")
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionFileError(f"Cannot read {path}: {error}.") from error


def _row(line: str, place: str) -> _Row:
    try:
        return _Row.model_validate_json(line)
    except ValidationError as error:
        raise QuestionFileError(f"{place}: {first_problem(error)}") from error


def _judged(path: Path) -> Iterator[tuple[int, tuple[str, str, int]]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        for number, cells in enumerate(csv.reader(stream, delimiter="\t"), start=1):
            if number == 1 or not cells:
                continue
            if len(cells) != 3 or not cells[2].strip().lstrip("-").isdecimal():
                raise QuestionFileError(
                    f"{path}, line {number}: expected query id, corpus id and a whole number."
                )
            yield number, (cells[0], cells[1], int(cells[2]))
