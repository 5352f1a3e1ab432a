"""Cells of a grid row as tokens: text cleaned, signs and brackets joined to their number."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hirec.numbers import parse_number
from hirec.periods.dates import BARE_YEAR
from hirec.types import Box, Fact

_PREFIX = re.compile(r"(?:US|C|A)?[$€£¥]\s?[(\-–—]?|[(]\s?(?:[$€£¥])?")
_SUFFIX = re.compile(r"\)?\s?%?\s?\)?|\([a-z]\)|\*{1,3}|pts?\.?|bps|[x×]")
_LEADERS = re.compile(r"(?:\s*\.){3,}\s*|\s*_{3,}\s*")
"""A ``%`` behind a year heads a column of its own: "2023 | 2022 | %"."""
_LONGEST_MARK = 8
"""Characters; a longer text is neither a prefix nor a suffix of a number."""


@dataclass(frozen=True, slots=True)
class RawCell:
    """One printed cell of a grid before it is understood.

    ``RawCell("")`` is an empty cell; ``None`` in a grid says that the cell to the left spans
    into this place.
    """

    text: str
    box: Box | None = None
    fact: Fact | None = None
    level: int = 0
    """Indentation of a label, 0 for the leftmost."""


@dataclass(slots=True)
class Token:
    """A non-empty cell with the grid columns it covers, both ends included."""

    first: int
    last: int
    text: str
    cell: RawCell
    box: Box | None = None
    fact: Fact | None = None


def clean_label(text: str) -> str:
    """A label without dot leaders and repeated white space."""
    if text.count(".") > 2 or "___" in text:
        text = _LEADERS.sub(" ", text)
    return " ".join(text.split())


def tokens_of(line: Sequence[RawCell | None]) -> list[Token]:
    """Non-empty cells of a grid row with their extent; signs are part of their number."""
    found: list[Token] = []
    current: Token | None = None
    for at, cell in enumerate(line):
        if cell is None:
            if current is not None:
                current.last = at
            continue
        text = clean_label(cell.text) if cell.text else ""
        current = Token(at, at, text, cell, cell.box, cell.fact) if text else None
        if current is not None:
            found.append(current)
    return _merge_marks(found)


def _merge_marks(tokens: list[Token]) -> list[Token]:
    """Join ``$`` and ``(`` to the number after them, ``)`` and ``%`` to the number before."""
    merged: list[Token] = []
    prefix: Token | None = None
    for token in tokens:
        text = token.text
        mark = len(text) <= _LONGEST_MARK
        last = merged[-1] if mark and merged and prefix is None else None
        apart = last and text == "%" and BARE_YEAR.fullmatch(last.text)
        if last and not apart and _SUFFIX.fullmatch(text) and parse_number(last.text) is not None:
            last.text += text
            last.box = _union(last.box, token.box)
            last.fact = last.fact or token.fact
            continue
        if mark and token.first > 0 and _PREFIX.fullmatch(text) and parse_number(text) is None:
            merged.extend([prefix] if prefix else [])
            prefix = token
            continue
        if prefix is not None:
            if text[0] in "0123456789(.-–—−$":
                gap = "" if prefix.text.endswith("(") else " "
                token.text = f"{prefix.text}{gap}{text}"
                token.box = _union(prefix.box, token.box)
            else:
                merged.append(prefix)
            prefix = None
        merged.append(token)
    return [*merged, prefix] if prefix is not None else merged


def _union(a: Box | None, b: Box | None) -> Box | None:
    if a is None or b is None:
        return a or b
    return Box(
        min(a.left, b.left), min(a.top, b.top), max(a.right, b.right), max(a.bottom, b.bottom)
    )
