"""Body rows of a table: which are headings of a section, and which rows stand under them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from hirec.types import Cell, Row

_NO_HEADING = re.compile(r"commitments\b.*\bcontingenc", re.IGNORECASE)
"""A line of every balance sheet that carries no value and heads nothing."""


_KEY = re.compile(
    r"(?:19|20)\d\d|\d{1,2}/\d{1,2}/\d{2,4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
    r"\s+\d{1,2},?\s+\d{4}",
    re.IGNORECASE,
)
"""A year or a date in a row's first cell: one of several rows about whoever is named once."""


class Mark(Enum):
    """Whether a row carries values or is a heading of the rows below it."""

    VALUES = 0
    SECTION = 1


@dataclass(frozen=True, slots=True)
class Body:
    """A body row before its section is known."""

    label: str
    cells: tuple[Cell | None, ...]
    level: int
    mark: Mark


def close_rows(rows: Sequence[Body]) -> tuple[Row, ...]:
    """Give each row the innermost heading it stands under.

    A heading whose rows are indented deeper ends at the first row that is not; without
    indentation it ends after a row that sums it up or at the next heading. Rows without a label
    that go on with years or dates stand under the label of the first of them.
    """
    done: list[Row] = []
    stack: list[tuple[str, int, bool]] = []
    fresh = False
    owner = ""
    for row in rows:
        owner = (row.label or owner) if _is_keyed(row) else ""
        if owner and not row.label:
            done.append(Row("", row.cells, owner, row.level))
            continue
        if row.mark is Mark.SECTION:
            while stack and (stack[-1][1] >= row.level):
                stack.pop()
            done.append(Row(row.label, row.cells, stack[-1][0] if stack else "", row.level))
            if row.label and not _NO_HEADING.match(row.label):
                stack.append((row.label, row.level, False))
                fresh = True
            continue
        first = fresh
        if fresh and stack:
            label, level, _ = stack[-1]
            stack[-1] = (label, level, row.level > level)
            fresh = False
        while stack and stack[-1][2] and row.level <= stack[-1][1]:
            stack.pop()
        done.append(Row(row.label, row.cells, stack[-1][0] if stack else "", row.level))
        if stack and not stack[-1][2] and not first and _is_total(row.label, stack[-1][0]):
            stack.pop()
    return tuple(done)


def _is_total(label: str, heading: str) -> bool:
    """Whether a row sums up the rows under a heading, by its own name or the heading's."""
    return label.lower().startswith("total") or label.strip(" :") == heading.strip(" :")


def _is_keyed(row: Body) -> bool:
    """Whether a row's first cell is a year or a date."""
    first = next((cell for cell in row.cells if cell is not None), None)
    return first is not None and _KEY.fullmatch(first.text) is not None
