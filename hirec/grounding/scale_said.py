"""Whether the scale of a money figure is beyond doubt."""

import re
from decimal import Decimal

from hirec.lexicon import Kind
from hirec.types import Cell, Column, Table

_FULL_DOLLARS = 1_000_000
_IN_DOLLARS = re.compile(r"\(\s*(?:US)?\$\s*\)")
_MOST_MONEY = 20_000_000_000_000
"""More dollars than any company ever had."""


def largest_in(table: Table) -> Decimal:
    """The largest amount that a table prints, whatever its scale; percentages are none."""
    cells = (cell for row in table.rows for cell in row.cells)
    amounts = (abs(c.value) for c in cells if c and c.value is not None and c.unit != "%")
    return max(amounts, default=Decimal(0))


def scale_is_said(
    kind: Kind,
    cell: Cell,
    table: Table,
    column: Column,
    scale: int,
    largest: Decimal | None = None,
) -> bool:
    """Whether a money figure's scale is beyond doubt: said, or printed to the dollar.

    ``largest``: see :func:`largest_in`, from whoever reads every cell of a table.
    """
    if kind is not Kind.MONEY or cell.fact is not None:
        return True
    largest = largest_in(table) if largest is None else largest
    if scale and largest.scaleb(scale) > _MOST_MONEY:
        return False  # "in billions" over some of the columns
    if table.scale_inferred:
        return not scale
    if scale or table.unit_line:
        return True
    if _IN_DOLLARS.search(column.label):
        return True
    if cell.value == 0:  # at every scale the same, but of money only where something says so
        return bool(table.unit)
    return cell.value is not None and abs(cell.value) >= _FULL_DOLLARS
