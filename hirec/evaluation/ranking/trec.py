"""Runs and judgements in TREC's format, which trec_eval, ir-measures and ranx read."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote, unquote

import numpy as np

from hirec.evaluation.ranking.measures import Judgements
from hirec.evaluation.store import RecordsError

_KEPT = "#&()+,:;=@[]{}'!*$/?"
"""Left as they are in ids; white space, which parts the columns, is written as in an address."""


def write_qrels(path: Path, judgements: Mapping[str, Judgements]) -> None:
    """Write question → judgements, a line each: ``question 0 passage grade``."""
    lines = [
        f"{_id(question)} 0 {_id(item)} {grade}\n"
        for question, graded in judgements.items()
        for item, grade in graded.items()
    ]
    _write(path, lines)


def write_run(path: Path, rankings: Mapping[str, Sequence[str]], tag: str) -> None:
    """Write question → ranking, a line a passage: ``question Q0 passage rank score tag``.

    The score only counts places from behind. Readers sort by it and part equal scores by id, so a
    method's own scores, of which some are equal, would not keep its order.

    Args:
        path: Written over.
        rankings: question_id → passage_ids, best first.
        tag: Name of the run.

    """
    lines = [
        f"{_id(question)} Q0 {_id(item)} {rank} {len(ranking) + 1 - rank} {_id(tag)}\n"
        for question, ranking in rankings.items()
        for rank, item in enumerate(ranking, start=1)
    ]
    _write(path, lines)


def read_qrels(path: Path) -> dict[str, dict[str, int]]:
    """Read question → judgements; grades below 0 (unjudged by some) are kept as they are.

    Raises :class:`RecordsError`, which names the line.
    """
    judged: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for number, (question, _, item, grade) in _rows(path, 4, "question 0 passage grade"):
        try:
            judged[question][item] = int(grade)
        except ValueError as error:
            raise RecordsError(f"{path}, line {number}: {grade!r} is no whole grade.") from error
    return dict(judged)


def read_run(path: Path) -> dict[str, tuple[str, ...]]:
    """Read question → ranking, in the order that trec_eval makes of the scores.

    The column of ranks is not looked at; equal scores, in single precision, are parted by id, the
    last first. Raises :class:`RecordsError`, which names the line.
    """
    scored: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for number, (question, _, item, _, score, _) in _rows(
        path, 6, "question Q0 passage rank score tag"
    ):
        if item in scored[question]:
            raise RecordsError(f"{path}, line {number}: {item} is ranked twice for {question}.")
        scored[question][item] = _score(score, path, number)
    return {
        question: tuple(sorted(found, key=lambda item: (found[item], item), reverse=True))
        for question, found in scored.items()
    }


def _score(text: str, path: Path, number: int) -> float:
    try:
        score = float(np.float32(text))
    except ValueError:
        score = math.nan
    if math.isnan(score):
        raise RecordsError(f"{path}, line {number}: {text!r} is no score.")
    return score


def _rows(path: Path, columns: int, form: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and columns, ids as they were before they were written."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise RecordsError(f"Cannot read {path}: {error}.") from error
    for number, line in enumerate(text.split("\n"), start=1):
        row = line.split()
        if row and len(row) != columns:
            raise RecordsError(f"{path}, line {number}, is not of the form '{form}'.")
        if row:
            yield number, [unquote(one) for one in row]


def _id(text: str) -> str:
    return quote(text, safe=_KEPT)


def _write(path: Path, lines: Sequence[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8")
