"""Units that notes below a table say of its marked rows and columns: ``(a) In thousands``."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hirec.types import Table, TextBlock

_NOTE = re.compile(
    r"\W{0,2}(?P<mark>[a-z]|\d{1,2}|\*{1,3}|[†‡])\)?\s*[|:]?\s*(?P<said>[^.:]{0,50}\bin\s+"
    r"(?:whole\s+|u\.s\.\s+)?(?:thousands|millions|billions|dollars)(?:\s+of\s+[\w.\s]{1,20})?)\s*"
    r"(?:[.;,]|\)?$)",
    re.IGNORECASE,
)
_BLOCKS_BELOW = 8


def with_notes(table: Table, below: Sequence[TextBlock | Table]) -> Table:
    """The table with what the notes printed right below it say of marked rows and columns."""
    stated = dict(_notes(below))
    if not stated:
        return table
    columns = tuple(replace(each, note=_of(each.label, stated)) for each in table.columns)
    rows = tuple(replace(each, note=_of(each.label, stated)) for each in table.rows)
    return replace(table, columns=columns, rows=rows)


def _notes(below: Sequence[TextBlock | Table]) -> Iterator[tuple[str, str]]:
    for block in below[:_BLOCKS_BELOW]:
        if isinstance(block, Table) or block.heading:
            return
        if match := _NOTE.match(" ".join(block.text.split())):
            yield match["mark"].lower(), match["said"].strip()


def _of(label: str, stated: dict[str, str]) -> str:
    """What the notes say of a label that carries one of their marks."""
    label = label.lower()
    for mark, words in stated.items():
        if f"({mark})" in label or (not mark.isalnum() and mark in label):
            return words
    return ""
