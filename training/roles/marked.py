"""Questions with the words of each figure marked: ``{"op": …, "text": "<N>iPad</N> sales, {C}"}``.

``{C}`` and ``{C2}`` stand for companies, ``{Y}`` and ``{Y2}`` for periods.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from hirec.json_files import read_lines
from hirec.understanding.roles import ASKED, COMPANIES, NOTHING, PERIODS
from training.errors import TrainingError

_MARK = re.compile(r"<(?P<close>/?)(?P<role>[NDEMK])>|\{(?P<name>C2?|Y2?)\}")
_WORD = re.compile(r"[^\W\d_]+")
_USUAL = 2
"""So many questions use a word to ask, or it may name something."""
_NAMES = {"C": COMPANIES[0], "C2": COMPANIES[1], "Y": PERIODS[0], "Y2": PERIODS[1]}


class RoleSpan(NamedTuple):
    """``text[start:end]`` has a role."""

    role: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Marked:
    """A veiled question with what is asked and the spans of its figures, in order."""

    asked: str
    text: str
    spans: tuple[RoleSpan, ...]

    @property
    def among_parts(self) -> bool:
        """Whether its figures are parts of one measure, or of none that is said."""
        return self.asked.startswith("which") or any(span.role == "M" for span in self.spans)


def read_marked(path: Path) -> Iterator[Marked]:
    """The questions of a JSON Lines file; raises :class:`TrainingError` that names the line."""
    for number, line in read_lines(path, TrainingError):
        try:
            content = json.loads(line)
            yield parse_marked(content["op"], content["text"])
        except (KeyError, TypeError) as error:
            raise TrainingError(f"{path}, line {number} lacks “op” or “text”.") from error
        except ValueError as error:
            raise TrainingError(f"{path}, line {number}: {error}.") from error


def parse_marked(asked: str, marked: str) -> Marked:
    """One question; raises ValueError for marks that do not close and what is not asked."""
    if asked not in ASKED:
        raise ValueError(f"unknown op {asked!r}")
    text, at, opened = "", 0, RoleSpan("", 0, 0)
    spans: list[RoleSpan] = []
    for mark in _MARK.finditer(marked):
        text += marked[at : mark.start()]
        at = mark.end()
        if mark["name"]:
            text += _NAMES[mark["name"]]
        elif mark["close"] and opened.role == mark["role"]:
            spans.append(opened._replace(end=len(text)))
            opened = RoleSpan("", 0, 0)
        elif mark["close"] or opened.role:
            raise ValueError(f"marks do not match at {marked[mark.start() :]!r}")
        else:
            opened = RoleSpan(mark["role"], len(text), 0)
    if opened.role:
        raise ValueError(f"<{opened.role}> is not closed")
    return Marked(asked, text + marked[at:], tuple(spans))


def silent_words(questions: Iterable[Marked]) -> set[str]:
    """Words, in small letters, by which questions ask without naming a figure."""
    found: Counter[str] = Counter()
    for question in questions:
        if question.asked != NOTHING:
            ends = [0, *(at for span in question.spans for at in (span.start, span.end)), None]
            around = " ".join(
                question.text[a:b] for a, b in zip(ends[::2], ends[1::2], strict=True)
            )
            found.update(set(_WORD.findall(around.lower())))
    return {word for word, count in found.items() if count >= _USUAL}
