"""Units that notes below a table say of its marked rows and columns: ``(a) In thousands``."""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from hirec.types import Table, TextBlock

_NOTE = re.compile(
    r"\W{0,2}(?P<mark>[a-z]|\d{1,2}|\*{1,3}|[†‡])\)?\s*[|:]?\s*(?P<said>[^.:]{0,50}\bin\s+"
    r"(?:whole\s+|u\.s\.\s+)?(?:thousands|millions|billions|dollars)(?:\s+of\s+[\w.\s]{1,20})?)\s*"
    r"(?:[.;,]|\)?$)",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"[\"“](?P<name>[A-Z][^\"“”]{2,40})[\"”](?:\s+\w+){1,4}\s+in\s+", re.IGNORECASE
)
"""``"Square Feet" columns are reported in`` thousands: of which columns, by their name."""
_BLOCKS_BELOW = 8


def with_notes(table: Table, below: Sequence[TextBlock | Table]) -> Table:
    """The table with what the notes below it say of rows and columns, by their marks or names.

    Marks are those of notes right below; a name holds for the other tables above its note as well.
    """
    near = below[:_BLOCKS_BELOW]
    marked = dict(_notes(itertools.takewhile(_goes_on, near)))
    every = (said for _, said in _notes(near))
    named = {found["name"].lower(): said for said in every if (found := _QUOTED.match(said))}
    if not (marked or named):
        return table
    columns = tuple(replace(each, note=_of(each.label, marked, named)) for each in table.columns)
    rows = tuple(replace(each, note=_of(each.label, marked, named)) for each in table.rows)
    return replace(table, columns=columns, rows=rows)


def _goes_on(block: TextBlock | Table) -> bool:
    """Whether what stands below a table may still be its notes."""
    return not (isinstance(block, Table) or block.heading)


def _notes(blocks: Iterable[TextBlock | Table]) -> Iterator[tuple[str, str]]:
    for block in blocks:
        text = "" if isinstance(block, Table) else " ".join(block.text.split())
        if match := _NOTE.match(text):
            yield match["mark"].lower(), match["said"].strip()


def _of(label: str, marked: Mapping[str, str], named: Mapping[str, str]) -> str:
    """What the notes say of a label that carries one of their marks, or has a name of theirs."""
    label = label.lower()
    for mark, words in marked.items():
        if f"({mark})" in label or (not mark.isalnum() and mark in label):
            return words
    return next((words for name, words in named.items() if name in label), "")
