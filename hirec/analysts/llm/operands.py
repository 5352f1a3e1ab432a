"""From a place that a model points at to an operand; value and scale are the page's.

What is printed there, at which scale and in which unit, is read by the same rules as without a
model.
"""

from hirec.analysts.llm.exhibit import Place
from hirec.grounding.cells import TableCell, stated
from hirec.grounding.tables import kind_of
from hirec.numbers import NumberSpan
from hirec.types import Operand


def read_operand(name: str, place: Place) -> Operand:
    """The number at a place, as a variable of a program."""
    line, number = place.line, place.number
    if isinstance(number, NumberSpan):
        return stated(name, line.passage, number)
    if line.row is None or line.passage.table is None:
        raise TypeError(f"{line.passage.passage_id} has a cell and no table")
    row, table = line.row, line.passage.table
    cell = TableCell(line.passage, table, row, table.columns[place.column], number)
    return cell.operand(name, kind_of(None, row, number))
