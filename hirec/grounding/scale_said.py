"""Whether the scale of a figure is beyond doubt."""

import re
from decimal import Decimal

from hirec.lexicon import Kind
from hirec.number_kinds import kind_of_number
from hirec.number_signs import NumberKind
from hirec.scales import count_scale, rests_on_table
from hirec.types import Cell, Column, Row, Table

_FULL_DOLLARS = 1_000_000
_IN_DOLLARS = re.compile(r"\(\s*(?:US)?\$\s*\)")
_MOST_MONEY = 20_000_000_000_000
"""More dollars than any company ever had."""
_NO_MONEY = (NumberKind.SHARES, NumberKind.COUNT)


def largest_in(table: Table) -> Decimal:
    """The largest amount that a table prints, whatever its scale; shares and percentages are none.

    Shares "in thousands" stand below dollars in millions, and would pass for too many dollars.
    """
    printed = [
        (abs(cell.value), row, column, cell)
        for row in table.rows
        for column, cell in zip(table.columns, row.cells, strict=False)
        if cell and cell.value is not None and cell.unit != "%"
    ]
    printed.sort(key=lambda one: one[0], reverse=True)
    return next(
        (p[0] for p in printed if kind_of_number(table, *p[1:]) not in _NO_MONEY), Decimal(0)
    )


def scale_is_said(
    kind: Kind,
    cell: Cell,
    table: Table,
    row: Row,
    column: Column,
    scale: int,
    largest: Decimal | None = None,
) -> bool:
    """Whether the scale of money or a count is beyond doubt: said, or printed to the dollar.

    ``largest``: see :func:`largest_in`, from whoever reads every cell of a table.
    """
    if cell.fact is not None:
        return True
    if kind is Kind.COUNT:
        return count_scale(table, row, column)[1]
    if kind is not Kind.MONEY:
        return True
    if scale:
        most = largest_in(table) if largest is None else largest
        if most.scaleb(scale) > _MOST_MONEY:
            return False  # "in billions" over some of the columns
    if table.scale_inferred:
        return not (scale and rests_on_table(table, row, column, cell))
    if scale or table.unit_line:
        return True
    if _IN_DOLLARS.search(column.label):
        return True
    if cell.value == 0:  # at every scale the same, but of money only where something says so
        return bool(table.unit)
    return cell.value is not None and abs(cell.value) >= _FULL_DOLLARS
