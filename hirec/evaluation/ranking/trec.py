"""Runs and judgements in TREC's format, which trec_eval, ir-measures and ranx read."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from hirec.evaluation.ranking.measures import Judgements

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
    """
    lines = [
        f"{_id(question)} Q0 {_id(item)} {rank} {len(ranking) + 1 - rank} {_id(tag)}\n"
        for question, ranking in rankings.items()
        for rank, item in enumerate(ranking, start=1)
    ]
    _write(path, lines)


def _id(text: str) -> str:
    return quote(text, safe=_KEPT)


def _write(path: Path, lines: Sequence[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8")
