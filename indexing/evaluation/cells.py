"""Numbers read from the text of tables, held against the inline XBRL tags on the same cells."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from hirec.scales import cell_scale
from hirec.types import Cell, Document, Fact, Row, Table


@dataclass(frozen=True, slots=True)
class TaggedCell:
    """One tagged cell: what is printed, what was read, what the tag says."""

    page_number: int
    row: str
    column: str
    printed: str
    scale: int
    """Power of ten that the words around the cell give it."""
    read: Decimal | None
    """Printed number times its scale; None where no number was read."""
    tagged: Decimal
    unit: str
    concept: str
    equal: bool
    """The amounts are equal, and the sign stands to the tag's as in the rest of the row."""
    equal_with_sign: bool
    """Equal as they stand. Tags turn signs by concept: outflows printed in brackets are positive
    in XBRL, so most unequal ones are no misreadings."""


def tagged_cells(document: Document) -> Iterator[TaggedCell]:
    """Every table cell that carries a tag, in reading order.

    The document must be read with ``trust_tags=False``: tags are only compared with.
    """
    for page in document.pages:
        for block in page.blocks:
            if isinstance(block, Table):
                for row in block.rows:
                    yield from _row_cells(page.page_number, block, row)


def _row_cells(page_number: int, table: Table, row: Row) -> Iterator[TaggedCell]:
    turned = _turned_concepts(row)
    for column, cell in zip(table.columns, row.cells, strict=True):
        if cell is None or cell.fact is None:
            continue
        fact = cell.fact
        scale = cell_scale(table, row, column, cell)
        read = None if cell.value is None else cell.value.scaleb(scale)
        expected = -fact.value if fact.concept in turned else fact.value
        yield TaggedCell(
            page_number=page_number,
            row=" > ".join(part for part in (row.section, row.label) if part),
            column=column.label,
            printed=cell.text,
            scale=scale,
            read=read,
            tagged=fact.value,
            unit=fact.unit,
            concept=fact.concept,
            equal=read == expected,
            equal_with_sign=read == fact.value,
        )


def _turned_concepts(row: Row) -> frozenset[str]:
    """Concepts that this row prints with the sign opposite to the tag's, by majority."""
    votes: Counter[str] = Counter()
    for cell, fact in _numbers(row):
        if cell.value and fact.value:
            votes[fact.concept] += 1 if (cell.value > 0) == (fact.value > 0) else -1
    return frozenset(concept for concept, vote in votes.items() if vote < 0)


def _numbers(row: Row) -> Iterator[tuple[Cell, Fact]]:
    for cell in row.cells:
        if cell is not None and cell.fact is not None and cell.value is not None:
            yield cell, cell.fact
