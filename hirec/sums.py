"""Rows of a table that add up to a row below them: what proves a total."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from hirec.types import Table

_ROUNDING = Decimal(2)
"""Parts may miss their total by so many last digits."""


@dataclass(frozen=True, slots=True)
class Sum:
    """Rows of a column, by their places, that add up to a row further down."""

    rows: tuple[int, ...]
    total: int


def sums(table: Table, at: int) -> Iterator[Sum]:
    """Rows that add up to the row behind them, right above it or with subtotals among them."""
    column = [one.cells[at] for one in table.rows]
    found: dict[int, Sum] = {}
    for below, stated in enumerate(column):
        if stated is None or stated.value is None:
            continue
        # Percentages of amounts stand between them.
        values = [
            c.value if c and (c.unit == "%") == (stated.unit == "%") else None for c in column
        ]
        own = _addends(values, below, {}) or _addends(values, below, found)
        if own:
            found[below] = Sum(own, below)
            yield found[below]


def adds_up(parts: Sequence[Decimal | None], total: Decimal) -> bool:
    """Whether several parts come to a total, but for the rounding of their last digit."""
    added = sum((part for part in parts if part is not None), Decimal(0))
    return len(parts) > 1 and abs(added - total) <= _slack(total)


def _slack(total: Decimal) -> Decimal:
    """By how much parts may miss their total, each being rounded."""
    return _ROUNDING * Decimal(1).scaleb(_exponent(total))


def _addends(
    values: Sequence[Decimal | None], below: int, subtotals: Mapping[int, Sum]
) -> tuple[int, ...]:
    """Places of the nearest rows above that add up to a row; what a subtotal adds is skipped."""
    rows: list[int] = []
    at, missing = below - 1, values[below] or Decimal(0)
    slack = _slack(missing)
    while at >= 0:
        if (value := values[at]) is not None:
            rows.append(at)
            missing -= value
            if len(rows) > 1 and -slack <= missing <= slack:
                return tuple(reversed(rows))
        at = subtotals[at].rows[0] - 1 if at in subtotals else at - 1
    return ()


def _exponent(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0
