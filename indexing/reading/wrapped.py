"""Labels printed over several lines, joined into the row that carries their values."""

import re
from collections.abc import Sequence
from dataclasses import replace

from hirec.periods.dates import MONTH
from indexing.reading.header import is_unit_line
from indexing.reading.placement import Placed, is_number

Row = Sequence[Placed]

_CONNECTORS = (
    " of", " and", " the", " to", " for", " in", " on", " or", " from", " by", " with", " at",
    " a", " an", " under", " per", " that", " as", " than", " its", " our", " which", " into",
    " between", " including", " is", " are", " ended",
)  # fmt: skip
_OPEN_ENDS = (*_CONNECTORS, ",", ";", "-", "–", "/", "(")
_GOES_ON = re.compile(r"\(?[a-z][a-z’'/-]+(?:[\s,;:)]|$)|[-–—]\s*[a-z]")
"""The beginning of a line in the middle of a label: a whole word in lower case."""
_ANNOUNCES = re.compile(r"\s[-–—]$|:\W*$|\b[A-Z][a-z]{2,8}\.?\s+\d{1,2},$")
"""An end that looks unfinished and is none: a dash for a colon, a day whose years head columns."""
_MONTH = re.compile(MONTH + r"\s", re.IGNORECASE)
_NOTE = re.compile(r"\(?(?:[a-z]|\d{1,2}|[ivx]{1,4})[.)]|n/?[am]\b|nmf?\b", re.IGNORECASE)
_LONGEST_REST = 60
_INDENT_SLACK = 1.5


def join_wrapped(sheet: Sequence[Row]) -> list[list[Placed]]:
    """Rows of a sheet in which a label over several lines stands whole in the row of its values.

    An empty row ends a label. Headings stay rows of their own: they end in a colon, are set in
    capitals, or several rows that begin in lower case stand under them.
    """
    joined: list[list[Placed]] = []
    left = min((row[0].start for row in sheet if row), default=0)
    for at, row in enumerate(sheet):
        above = joined[-1] if joined else []
        below = sheet[at + 1] if at + 1 < len(sheet) else ()
        if not _heads_columns(above, row, left) and _is_beginning(above, row, below):
            joined[-1] = [_whole(above[0], row[0]), *row[1:]]
        elif _is_rest(above, row, below):
            joined[-1] = [_whole(above[0], row[0]), *above[1:]]
        else:
            joined.append(list(row))
    return joined


def _heads_columns(above: Row, row: Row, left: int) -> bool:
    """Whether ``above`` stands over several columns of ``row``: "Years ended" over its days."""
    return (
        len(above) == 1 and above[0].start > left and len(row) > 1 and row[1].start < above[0].end
    )


def _is_beginning(above: Row, row: Row, below: Row) -> bool:
    """Whether ``above`` is only the beginning of the label of ``row``."""
    if len(above) != 1 or not row or not _same_place(above[0], row[0]):
        return False
    first, then = above[0].text, row[0].text
    if is_unit_line(first) or _ANNOUNCES.search(first):
        return False
    if first.endswith("nded") and not _MONTH.match(then):
        return False
    if is_unfinished(first) or first.count("(") > first.count(")"):
        return not is_number(then) and not then[:4].isdigit()
    if not _goes_on(first, then):
        return False
    return len(row) == 1 or not _is_another(row, below)


def _is_rest(above: Row, row: Row, below: Row) -> bool:
    """Whether ``row``, without values, ends the label that ``above`` began."""
    if len(above) < 2 or len(row) != 1 or not _same_place(above[0], row[0]):
        return False
    text = row[0].text
    if len(text) > _LONGEST_REST or text[-1] in ":." or not _goes_on(above[0].text, text):
        return False
    return not (below and _same_place(row[0], below[0]) and _GOES_ON.match(below[0].text))


def _same_place(above: Placed, below: Placed) -> bool:
    return above.start <= below.start < above.end and not above.note and not is_number(above.text)


def is_unfinished(label: str) -> bool:
    """Whether the end of a label's line says that more must follow."""
    return label.lower().endswith(_OPEN_ENDS)


def _goes_on(first: str, then: str) -> bool:
    """Whether the second of two lines begins in the middle of a label."""
    if not _GOES_ON.match(then) or _NOTE.match(then) or is_unit_line(then):
        return False
    return first[-1] not in ":." and not first[0].islower() and not first.isupper()


def _is_another(row: Row, below: Row) -> bool:
    """Whether the next row begins as ``row`` does: both are items under a heading."""
    if len(below) < 2 or not _same_place(row[0], below[0]):
        return False
    level = abs(below[0].indent - row[0].indent) < _INDENT_SLACK
    return level and _GOES_ON.match(below[0].text) is not None


def _whole(above: Placed, below: Placed) -> Placed:
    """One label of two lines, with the indent of the first."""
    first, then = above.text, below.text
    hyphened = first[-1] == "-" and first[-2:-1].isalpha() and then[:1].islower()
    text = first + then if hyphened else f"{first} {then}"
    end = max(above.end, below.end)
    return replace(above, end=end, cell=replace(above.cell, text=text))
