"""From a place that a model points at to an operand; value and scale are the page's.

What is printed there, at which scale and in which unit, is read by the same rules as without a
model.
"""

from hirec.analysts.llm.exhibit import Place
from hirec.analysts.llm.rendering import Line
from hirec.grounding.tables import base_value, kind_of, scale_for, unit_for
from hirec.numbers import NumberSpan
from hirec.types import Cell, Operand, Row, Table


def read_operand(name: str, place: Place) -> Operand:
    """The number at a place, as a variable of a program."""
    line, number = place.line, place.number
    if isinstance(number, NumberSpan):
        return _in_prose(name, line, number)
    if line.row is None or line.passage.table is None:
        raise TypeError(f"{line.passage.passage_id} has a cell and no table")
    return _in_table(name, line, line.row, line.passage.table, place.column, number)


def _in_table(name: str, line: Line, row: Row, table: Table, index: int, cell: Cell) -> Operand:
    passage, column = line.passage, table.columns[index]
    kind = kind_of(None, row, cell)
    scale = max(0, scale_for(kind, table, row, column, cell))
    return Operand(
        name=name,
        value=base_value(cell, scale),
        unit=unit_for(None, kind, table),
        filing_id=passage.filing_id,
        page_number=passage.page_number,
        passage_id=passage.passage_id,
        printed=cell.text,
        scale=scale,
        row=row.label,
        column=column.label,
        table=table.caption,
        box=cell.box or table.box or passage.box,
        tagged=cell.fact.value if cell.fact else None,
    )


def _in_prose(name: str, line: Line, span: NumberSpan) -> Operand:
    passage = line.passage
    return Operand(
        name=name,
        value=span.value.scaleb(span.scale),
        unit=span.unit,
        filing_id=passage.filing_id,
        page_number=passage.page_number,
        passage_id=passage.passage_id,
        printed=span.text,
        scale=span.scale,
        box=passage.box,
    )
