"""Rows whose name goes on in the columns beside it: a product, its regions, a quarter and a half.

Such a table prints "Paxlovid" once, beside the first of several rows that "QTD" and "U.S.",
"Int'l." and "Worldwide" tell apart. Read by its first column alone the first row would be the whole
of Paxlovid.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hirec.types import Cell, Period, Row, Table

_LONGEST = 5
"""Words of a name; what is longer comments."""
_QUARTER = re.compile(r"\W*(?:QTD|quarter|(?:three|3) months)\W*", re.IGNORECASE)
_TO_DATE = re.compile(
    r"\W*(?:YTD|year[- ]to[- ]date|(?:(?P<six>six|6)|(?P<nine>nine|9)) months)\W*", re.IGNORECASE
)


def spelled_out(table: Table, quarter: int | None = None) -> Table:
    """The table with the full name of each row that shares its label with those below.

    Args:
        table: As it was read.
        quarter: The fiscal quarter of its filing, for what is said of the year to date.

    Returns:
        The very same table where every row has a label of its own.

    """
    rows = list(table.rows)
    for first, last in _groups(rows):
        named = list(_named(rows[first:last], quarter))
        rows[first:last] = named
    return replace(table, rows=tuple(rows)) if rows != list(table.rows) else table


def _groups(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    """Places of a labelled row and those below that go on without a label, but with words."""
    first = 0
    for at in range(1, len(rows) + 1):
        if at < len(rows) and not rows[at].label and any(map(_words, rows[at].cells)):
            continue
        if at - first > 1 and rows[first].label:
            yield first, at
        first = at


def _named(rows: Sequence[Row], quarter: int | None) -> Iterator[Row]:
    """The rows of a group, each with what its own columns of words say, or those above it."""
    numbers = (
        at
        for row in rows
        for at, cell in enumerate(row.cells)
        if cell is not None and cell.value is not None
    )
    left = range(min(numbers, default=0))
    said = dict.fromkeys(left, "")
    for row in rows:
        for at in left:
            if words := _words(row.cells[at]):
                said = {n: text if n < at else "" for n, text in said.items()}
                said[at] = words
        texts = [text for text in said.values() if text]
        months = next((length for text in texts if (length := _months(text, quarter))), None)
        names = [
            text for text in texts if not (_QUARTER.fullmatch(text) or _TO_DATE.fullmatch(text))
        ]
        period = Period(months=months) if months else row.period
        yield replace(row, label=", ".join((rows[0].label, *names)), period=period)


def _words(cell: Cell | None) -> str:
    """The words of a cell that holds no number; empty for others and for whole sentences."""
    if cell is None or cell.value is not None or any(map(str.isdigit, cell.text)):
        return ""
    words = cell.text.split()
    return " ".join(words) if len(words) <= _LONGEST and any(map(str.isalpha, cell.text)) else ""


def _months(text: str, quarter: int | None) -> int | None:
    if _QUARTER.fullmatch(text):
        return 3
    if (match := _TO_DATE.fullmatch(text)) is None:
        return None
    if match["six"] or match["nine"]:
        return 6 if match["six"] else 9
    return 3 * quarter if quarter else None
