"""A cell taken as the figure asked for, with the unit and the scale that it then has."""

import re
from dataclasses import replace
from decimal import Decimal

from hirec.analysts.rule.plans.signs import SIGNED_COSTS, is_gain, says_either
from hirec.analysts.rule.requirements.phrases import Wanted, stems
from hirec.analysts.rule.requirements.requirement import Requirement, variable_name
from hirec.analysts.rule.requirements.verbatim import reported_words
from hirec.analysts.rule.tables.surroundings import index_of_row
from hirec.analysts.rule.vocabulary import said_in
from hirec.grounding.cells import TableCell
from hirec.grounding.scale_said import scale_is_said
from hirec.grounding.tables import kind_of
from hirec.lexicon import Kind, Metric, metric_named, words_in
from hirec.number_kinds import is_of_money, kind_of_number
from hirec.number_signs import NumberKind
from hirec.types import Cell, Operand, Passage, Row, Table

UNSCALED = "Nothing says in which scale it is printed; it is taken as whole dollars."
_SHARES = stems("shares")
_OTHERWISE = {NumberKind.COUNT: Kind.COUNT, NumberKind.PERCENT: Kind.PERCENT}
"""What is no money, though neither sign nor tag says so: years of a lease's term, a rate."""
_INCOME = re.compile(r"(?:\w+ )*(?:income|gains?)\b", re.IGNORECASE)
_COSTS = frozenset({"expense", "expenses", "cost", "costs"})
_AROUND = 8
"""Rows around an expense between what it is taken from and what is left."""
_ADDED = SIGNED_COSTS | {"net_income_noncontrolling"}
"""What a statement may print below zero only because its rows are added up."""
_NEAR = 3
"""Rows around an expense in which the income before and after it stands."""
_PER = re.compile(r"\bper\b(?! (?:\w+ )?share)", re.IGNORECASE)
_RATE = re.compile(r"\bper\b|\baverage\b|(?<!\bof)/")
_AVERAGE = re.compile(r"\baverage\b")
"""What is an average of its own is no rate for that: "average members" are none per member."""


def taken_from(
    requirement: Requirement,
    wanted: Wanted,
    passage: Passage,
    table: Table,
    row: Row,
    index: int,
) -> Operand | None:
    """The cell as an operand, None where it counts something else than what is asked for.

    Cents a share are no money, money is no count of things, units are no money, and "revenue per
    unit" is neither the revenue nor the units.

    Args:
        requirement: What is asked for.
        wanted: Its words, taken apart.
        passage: Of the table.
        table: Spelled out; its rows may differ from the passage's.
        row: One of its rows.
        index: Of the cell in it.

    """
    cell, column = row.cells[index], table.columns[index]
    if cell is None:
        raise ValueError(f"{passage.passage_id}: row {row.label!r} has no cell {index}")
    if requirement.counts and is_of_money(table, row, cell):
        return None
    around = f"{table.caption} {row.section} {row.label} {column.label}"
    if _PER.search(requirement.metric) and not _is_rate(around, requirement.metric):
        return None
    metric = wanted.metric
    kind = wanted.kind or kind_of(metric, row, cell)
    if kind in (Kind.MONEY, Kind.COUNT) and cell.fact is None:
        counted = kind_of_number(table, row, column, cell)
        if counted is (NumberKind.PER_SHARE if kind is Kind.MONEY else NumberKind.MONEY):
            return None
        if kind is Kind.MONEY and metric is not None and counted is NumberKind.COUNT:
            return None
        if kind is Kind.MONEY and metric is None:
            kind = _OTHERWISE.get(counted, kind)
    operand = TableCell(passage, table, row, column, cell).operand(
        variable_name(requirement), kind, metric
    )
    named = metric or metric_named(reported_words(requirement.metric) or "")
    if named is not None and named.kind is Kind.MONEY and kind is Kind.PER_SHARE:
        return None
    if operand.tagged is None and operand.value < 0:
        operand = replace(operand, tagged=_meant(named, operand.value, table, row, index))
    said = scale_is_said(kind, cell, table, row, column, operand.scale)
    unit = "" if _unsaid(metric, kind, table, cell) else operand.unit
    if requirement.counts and unit == "USD" and wanted.every >= _SHARES:
        return None  # what was paid for them
    doubt = "" if said else UNSCALED
    return replace(operand, unit=unit, period=requirement.asked_for, doubt=doubt)


def _is_rate(around: str, metric: str) -> bool:
    """Whether words beside a number say that it is per something, as what is asked for is."""
    said, asked = _RATE.findall(around.lower()), _AVERAGE.findall(metric.lower())
    return not {*said} <= {*asked}


def _meant(
    metric: Metric | None, value: Decimal, table: Table, row: Row, index: int
) -> Decimal | None:
    """What a tag would say of an amount printed below zero; None where nothing tells."""
    if _INCOME.match(row.label) and says_either(f"{table.caption} {row.section}"):
        return -value  # "Interest income (186)" below "Nonoperating (income) expense"
    if is_gain(row.label) and _is_credit(table, row, index, alone=True):
        return -value  # a gain that is deducted from costs, or taken from what it adds to
    if metric is None:
        return None
    if _is_deducted(metric, table, row, index):
        return -value
    return value if metric.magnitude and _is_credit(table, row, index) else None


def _is_credit(table: Table, row: Row, index: int, *, alone: bool = False) -> bool:
    """Whether an expense below zero is added to what the expenses beside it are taken from.

    ``alone``: it may be the only one of them.
    """
    own = row.cells[index]
    if own is None or own.value is None:
        return False
    at, column = _in_column(table, row, index)

    def runs(first: int, below: int) -> bool:
        """Whether costs, all others of them above zero, lead from one row to another."""
        top, left = column[first], column[below]
        costs = [v for v in column[first + 1 : below] if v is not None]
        others = min((v for v in costs if v != own.value), default=int(alone))
        if top is None or left is None or others <= 0:
            return False
        said = table.rows[below].label
        total = "total" in words_in(said) and bool(said_in(said, _COSTS))
        return left == (top + sum(costs) if total and top > 0 else top - sum(costs))

    firsts = range(max(at - _AROUND, 0), at)
    lasts = range(at + 1, min(at + 1 + _AROUND, len(column)))
    return any(runs(first, below) for first in firsts for below in lasts)


def _is_deducted(metric: Metric, table: Table, row: Row, index: int) -> bool:
    """Whether an amount is printed below zero because the statement adds it to the income.

    Taxes below zero are a benefit where they are subtracted, an expense where they are added; so
    is what others have of a profit.
    """
    own = row.cells[index]
    if metric.key not in _ADDED or own is None or own.value is None:
        return False
    at, column = _in_column(table, row, index)
    return any(
        value is not None and value == sum(v for v in column[first:below] if v is not None)
        for first in range(max(at - _NEAR, 0), at)
        for below, value in enumerate(column[: at + 1 + _NEAR])
        if below > at and column[first] is not None
    )


def _in_column(table: Table, row: Row, index: int) -> tuple[int, list[Decimal | None]]:
    """Where a row stands, and the values of all rows in one of the columns."""
    return index_of_row(row, table), [
        c.value if (c := one.cells[index]) else None for one in table.rows
    ]


def _unsaid(metric: Metric | None, kind: Kind, table: Table, cell: Cell) -> bool:
    """Whether nothing says that a number of the question's own naming is an amount of money."""
    tagged = cell.fact is not None and cell.fact.unit == "USD"
    said = table.unit or table.unit_line or "$" in cell.text or tagged
    return metric is None and kind is Kind.MONEY and not said
