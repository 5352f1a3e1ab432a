"""Where the numbers and words of a stored answer stand, as far as that is certain."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hirec.index import Index
from hirec.types import Box, Table


@dataclass(frozen=True, slots=True)
class Highlight:
    """Where an operand or a citation stands.

    It is a cell (``row`` and ``column`` set), a run of characters of the passage (``start`` and
    ``end`` set), or only the passage.
    """

    name: str
    """Of the operand within the program; empty for a citation."""
    filing_id: str
    page_number: int
    passage_id: str
    printed: str
    row: int | None = None
    """Index of the row in the passage's table, from 0."""
    column: int | None = None
    """Index of the cell in its row, from 0."""
    start: int | None = None
    """First character in the passage's text, from 0."""
    end: int | None = None
    """The character behind the last one."""
    box: Box | None = None
    """Of the cell, or of the passage that holds the words; None for HTML and text."""

    @property
    def certain(self) -> bool:
        """Whether one cell, or one run of characters, is meant."""
        return self.row is not None or self.start is not None


def highlights_of(answer: Mapping[str, Any], index: Index) -> list[Highlight]:
    """The highlights of a stored answer, parts included: operands first, then citations of words.

    Raises :class:`~hirec.types.HirecError` where the index does not hold a passage any more.
    """
    program = answer["program"]
    places = [_operand(operand, index) for operand in _operands(program)] if program else []
    known = {(place.passage_id, place.page_number) for place in places}
    for cited in answer["citations"]:
        if (cited["passage_id"], cited["page_number"]) not in known:
            places.append(_citation(cited, index))
    return places + [place for part in answer["parts"] for place in highlights_of(part, index)]


def _operands(program: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for operand in program["operands"]:
        yield operand
        if operand["earlier"]:
            yield operand["earlier"]


def _operand(operand: Mapping[str, Any], index: Index) -> Highlight:
    passage = index.passage(operand["passage_id"])
    printed, box = operand["printed"], operand["box"] and Box(**operand["box"])
    facts = (operand["name"], passage.filing_id, passage.page_number, passage.passage_id, printed)
    if passage.table is not None and (at := _cell(passage.table, operand, box)):
        row, column = at
        cell = passage.table.rows[row].cells[column]
        return Highlight(*facts, row=row, column=column, box=cell.box if cell else None)
    if passage.table is None and (span := _span(passage.text, operand["row"], printed)):
        return Highlight(*facts, start=span[0], end=span[1], box=passage.box)
    return Highlight(*facts)


def _cell(table: Table, operand: Mapping[str, Any], box: Box | None) -> tuple[int, int] | None:
    """The cell that it was read from, if it still prints that there; else one of these names.

    An index may have been built anew since, and older answers do not tell the cell.
    """
    if (facts := operand.get("cell")) and _says(table, *facts) == _printed_cell(operand):
        return facts[0], facts[1]
    found = [
        (at, number)
        for at, row in enumerate(table.rows)
        for number, (cell, column) in enumerate(zip(row.cells, table.columns, strict=False))
        if cell is not None
        and (cell.text, row.label, column.label)
        == (operand["printed"], operand["row"], operand["column"])
        and (cell.box is None or cell.box == box)
    ]
    return found[0] if len(found) == 1 else None


def _says(table: Table, row: int, column: int) -> tuple[str, str, str] | None:
    """What stands in a cell, and the names of its row and column; None where there is none."""
    if row >= len(table.rows) or column >= len(table.rows[row].cells):
        return None
    cell = table.rows[row].cells[column]
    names = table.rows[row].label.strip(), table.columns[column].label.strip()
    return (cell.text, *names) if cell is not None else None


def _printed_cell(operand: Mapping[str, Any]) -> tuple[str, str, str]:
    return operand["printed"], operand["row"].strip(), operand["column"].strip()


def _citation(cited: Mapping[str, Any], index: Index) -> Highlight:
    passage = index.passage(cited["passage_id"])
    facts = ("", passage.filing_id, passage.page_number, passage.passage_id, cited["quote"])
    if passage.table is None and (span := _span(passage.text, cited["quote"], cited["quote"])):
        return Highlight(*facts, start=span[0], end=span[1])
    return Highlight(*facts)


def _span(text: str, sentence: str, printed: str) -> tuple[int, int] | None:
    """Where the one sentence that begins so prints it once."""
    around = _found(text, sentence)
    if len(around) != 1:
        return None
    within = [found for found in _found(text, printed) if found[0] >= around[0][0]]
    held = [found for found in within if found[1] <= around[0][1]]
    return held[0] if len(held) == 1 else None


def _found(text: str, words: str) -> list[tuple[int, int]]:
    """Where words stand, whatever the white space between them, and not within a longer number."""
    if not words.strip():
        return []
    pattern = r"\s+".join(map(re.escape, words.split()))
    whole = re.compile(rf"(?<![\w.,]){pattern}(?!\w|[.,]\d)")
    return [found.span() for found in whole.finditer(text)]
