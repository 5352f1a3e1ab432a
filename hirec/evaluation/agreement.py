"""Two markers of the same answers: how far they agree, beyond chance."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pydantic_core

from hirec.evaluation.store import RecordsError
from hirec.intervals import estimate
from hirec.json_files import read_lines

Mark = int | bool | str
_KINDS = {bool: "true and false", int: "whole numbers", str: "words"}


def cohen_kappa(
    first: Sequence[Mark], second: Sequence[Mark], weights: Literal["", "quadratic"] = ""
) -> float | None:
    """Cohen's kappa (1960), or with quadratic weights (1968) for grades.

    None where nothing was marked, or where chance alone gives full agreement.

    Args:
        first: One marker's marks.
        second: The other's, of the same answers in the same order.
        weights: ``quadratic`` counts whole numbers by the square of their distance; empty counts
            any two that differ alike.

    Raises:
        ValueError: the two differ in number.

    """
    if len(first) != len(second):
        raise ValueError(f"Marks differ in number: {len(first)} and {len(second)}.")
    total = len(first)
    if not total:
        return None

    def distance(one: Hashable, other: Hashable) -> float:
        if weights == "quadratic" and isinstance(one, int) and isinstance(other, int):
            return float((one - other) ** 2)
        return float(one != other)

    observed = sum(distance(a, b) for a, b in zip(first, second, strict=True)) / total
    ones, others = Counter(first), Counter(second)
    expected = sum(
        n * m * distance(one, other) for one, n in ones.items() for other, m in others.items()
    ) / (total * total)
    return 1 - observed / expected if expected else None


@dataclass(frozen=True, slots=True)
class Agreement:
    """What two markers said of the answers that both marked."""

    marks: dict[str, tuple[Mark, Mark]]
    """Question → first and second mark."""
    only_one: int
    """Answers that only one of them marked."""

    def to_json(self) -> dict[str, Any]:
        """Agreement with its interval, kappa, for grades weighted kappa, and where they differ."""
        first = [one for one, _ in self.marks.values()]
        second = [other for _, other in self.marks.values()]
        grades = all(isinstance(m, int) and not isinstance(m, bool) for m in (*first, *second))
        same = [float(a == b) for a, b in self.marks.values()]
        return {
            "marked": len(self.marks),
            "only_one": self.only_one,
            "agreement": estimate(same).to_json(),
            "kappa": cohen_kappa(first, second),
            "kappa_quadratic": cohen_kappa(first, second, "quadratic") if grades else None,
            "differ": [key for key, (one, other) in self.marks.items() if one != other],
        }


def agreement(first: Path, second: Path) -> Agreement:
    """Hold two files of marks against each other, question by question.

    Raises:
        RecordsError: a file is malformed, they share no question, or mark in different ways.

    """
    one, other = load_marks(first), load_marks(second)
    for path, marks in ((first, one), (second, other)):
        if not marks:
            raise RecordsError(f"{path} holds no mark.")
    kinds = {type(mark) for marks in (one, other) for mark in marks.values()}
    if len(kinds) > 1:
        named = " and ".join(sorted(_KINDS[kind] for kind in kinds))
        raise RecordsError(f"{first} and {second} mark with {named}: use one kind in both.")
    shared = {key: (mark, other[key]) for key, mark in one.items() if key in other}
    if not shared:
        raise RecordsError(f"{first} and {second} mark no question in common.")
    return Agreement(shared, len(one.keys() ^ other.keys()))


def load_marks(path: Path) -> dict[str, Mark]:
    """Marks by question: of `eval judge`, or a person's own, an object a line with id and mark.

    Answers without a mark are left out. Raises :class:`RecordsError` for a malformed line, or one
    that marks a question again.
    """
    marks: dict[str, Mark] = {}
    for number, line in read_lines(path, RecordsError):
        key, mark = _marked(line, f"{path}, line {number}")
        if key in marks:
            raise RecordsError(f"{path}, line {number}: {key!r} was already marked.")
        if mark is not None:
            marks[key] = mark
    return marks


def _marked(line: str, where: str) -> tuple[str, Mark | None]:
    expected = "an object with id and mark (or a line of `hirec eval judge`)"
    try:
        row = pydantic_core.from_json(line)
    except ValueError as error:
        raise RecordsError(f"{where}: not JSON; it should be {expected}.") from error
    if not isinstance(row, dict):
        raise RecordsError(f"{where}: it should be {expected}.")
    case = row.get("case")
    key = row.get("id") or (case.get("case_id") if isinstance(case, dict) else None)
    names = [name for name in ("mark", "grade", "correct") if name in row]
    if not isinstance(key, str) or not names:
        raise RecordsError(f"{where}: it should be {expected}.")
    mark = row[names[0]]
    if mark is not None and not isinstance(mark, bool | int | str):
        raise RecordsError(f"{where}: {names[0]} is neither a word nor a whole number.")
    return key, mark
