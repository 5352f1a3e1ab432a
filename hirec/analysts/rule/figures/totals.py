"""The total that is asked for, where a row of its addends was taken for it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hirec.analysts.rule.tables.parts_asked import TOTAL
from hirec.analysts.rule.tables.surroundings import index_of_row, places_of
from hirec.grounding.cells import TableCell
from hirec.lexicon import words_in
from hirec.lexicon.names import folded_name
from hirec.sums import sums
from hirec.types import Figure, Operand, Passage

_NAMELESS = "“{}” is taken as what “{}” and the rows beside it add up to."


def of_total(need: Figure, found: Operand, passages: Sequence[Passage]) -> Operand:
    """The total in place of a row that it adds up, or what was found.

    It is the row of the same name with "total" before it; or one of no name of its own, in doubt,
    where what was found is called otherwise than what is asked for.

    Args:
        need: The figure asked for: "total other costs".
        found: What was taken for it.
        passages: The evidence.

    """
    if "total" not in words_in(need.words) or TOTAL & words_in(found.row):
        return found
    return next(_totals(need, found, passages), found)


def _totals(need: Figure, found: Operand, passages: Sequence[Passage]) -> Iterator[Operand]:
    asked = [word for word in folded_name(need.words) if word not in TOTAL]
    for passage, table, row, at in places_of(found, passages):
        column, name = table.columns[at], [*folded_name(row.label)]
        for other in table.rows:
            cell = other.cells[at]
            if cell and cell.value is not None and [*folded_name(other.label)] == ["total", *name]:
                yield TableCell(passage, table, other, column, cell).operand(found.name)
        own = index_of_row(row, table)
        for run in sums(table, at):
            total = table.rows[run.total]
            nameless = own in run.rows and not words_in(total.label) - TOTAL
            if nameless and not {*name} <= {*asked} and (cell := total.cells[at]):
                operand = TableCell(passage, table, total, column, cell).operand(found.name)
                yield replace(operand, doubt=_NAMELESS.format(need.words, row.label))
