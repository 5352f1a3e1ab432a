"""Cells and amounts of sentences as operands, with what keeps them from being beyond doubt."""

import re
from dataclasses import dataclass
from decimal import Decimal

from hirec.grounding.tables import base_value, cell_kind, scale_for, unit_for
from hirec.lexicon import Kind, Metric, words_in
from hirec.numbers import NumberSpan
from hirec.periods.dates import BARE_YEAR
from hirec.scales import cell_scale
from hirec.types import Cell, Column, Operand, Passage, Row, Table

_PERCENT_SCALE = -2
_SENTENCE = 300
"""Letters of a sentence that an operand keeps."""


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell with the table around it."""

    passage: Passage
    table: Table
    row: Row
    column: Column
    cell: Cell

    @property
    def kind(self) -> Kind:
        """What it counts; a percentage also by its row's words, a year by its shape."""
        if cell_scale(self.table, self.row, self.column, self.cell) == _PERCENT_SCALE:
            return Kind.PERCENT
        named = words_in(f"{self.row.label} {self.column.label}") & {"year", "years"}
        if named and BARE_YEAR.fullmatch(self.cell.text.strip()):
            return Kind.COUNT
        kind = cell_kind(self.table, self.row, self.column, self.cell)
        counted = kind is Kind.COUNT and "shares" in words_in(self.row.label)
        return Kind.SHARES if counted else kind

    def operand(self, name: str, kind: Kind | None = None, metric: Metric | None = None) -> Operand:
        """The cell in base units, as the metric or the kind of number that it is taken for."""
        cell, kind = self.cell, kind or self.kind
        scale = max(0, scale_for(kind, self.table, self.row, self.column, cell))
        return Operand(
            name=name,
            value=base_value(cell, scale),
            unit=unit_for(metric, kind, self.table),
            filing_id=self.passage.filing_id,
            page_number=self.passage.page_number,
            passage_id=self.passage.passage_id,
            printed=cell.text,
            scale=scale,
            row=self.row.label,
            column=self.column.label,
            section=self.row.section,
            table=self.table.caption,
            box=cell.box or self.table.box or self.passage.box,
            tagged=cell.fact.value if cell.fact is not None else None,
            cell=self._at(),
        )

    def _at(self) -> tuple[int, int] | None:
        """Row and column, of rows and columns of equal names the very ones."""
        rows = (at for at, row in enumerate(self.table.rows) if row is self.row)
        columns = (at for at, column in enumerate(self.table.columns) if column is self.column)
        at = (next(rows, None), next(columns, None))
        return (at[0], at[1]) if at[0] is not None and at[1] is not None else None


def stated(name: str, passage: Passage, number: NumberSpan, sentence: str = "") -> Operand:
    """An amount of a sentence in base units."""
    return Operand(
        name=name,
        value=number.value.scaleb(number.scale),
        unit=number.unit,
        filing_id=passage.filing_id,
        page_number=passage.page_number,
        passage_id=passage.passage_id,
        printed=number.text,
        scale=number.scale,
        row=" ".join(sentence.split())[:_SENTENCE],
        box=passage.box,
    )


def in_name(
    passage: Passage,
    table: Table,
    row: Row,
    printed: str,
    value: Decimal,
    *,
    scale: int,
    unit: str,
    doubt: str = "",
) -> Operand:
    """A number that a row prints in its own name, in base units.

    Args:
        passage: Of the table.
        table: That of the row.
        row: Its name is cited whole.
        printed: The number as the name has it.
        value: The same as a number, without the scale.
        scale: Power of ten.
        unit: What it counts.
        doubt: Why it may be another number.

    """
    return Operand(
        name="",
        value=value.scaleb(scale),
        unit=unit,
        filing_id=passage.filing_id,
        page_number=passage.page_number,
        passage_id=passage.passage_id,
        printed=printed,
        scale=scale,
        row=row.label,
        table=table.caption,
        box=table.box or passage.box,
        doubt=doubt,
    )


def same_number(one: Operand, other: Operand) -> bool:
    """Equal after rounding to the coarser of the two; a sign may only say the direction."""
    if abs(one.value) == abs(other.value):
        return True
    step = Decimal(1).scaleb(max(_last_digit(one), _last_digit(other)))
    return abs(abs(one.value) - abs(other.value)) <= step


def _last_digit(operand: Operand) -> int:
    """Power of ten of the last digit printed."""
    _, _, decimals = operand.printed.partition(".")
    return operand.scale - len(re.match(r"\d*", decimals)[0])  # type: ignore[index]
