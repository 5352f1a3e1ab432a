"""The lines of tables, which ``lines.csv`` lists, and the rows that they become."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path

from pydantic import TypeAdapter

from generator.books import Span, earnings_per_share
from generator.companies import Company
from generator.layout import Figure, GridRow, Tag

Amounts = Mapping[str, int | Decimal]
"""What lines state, by their keys."""
_AXES = {
    "segments": "us-gaap:StatementBusinessSegmentsAxis",
    "regions": "srt:StatementGeographicalAxis",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A span of the books with its dates and its header."""

    span: Span
    start: date
    end: date
    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table; an empty ``key`` is a heading."""

    table: str
    label: str = ""
    """With placeholders for what companies call differently."""
    key: str = ""
    concept: str = ""
    """Of us-gaap."""
    negated: bool = False
    level: int = 0
    total: bool = False
    dollar: bool = False
    unit: str = "USD"
    each: str = ""
    """``segments`` or ``regions``: a line for each of them."""
    dimension: tuple[str, str] | None = None
    """XBRL axis and member."""


LINES = TypeAdapter(tuple[Line, ...]).validate_python(
    [
        {name: value for name, value in row.items() if value}
        for row in csv.DictReader(
            Path(__file__).with_suffix(".csv").read_text(encoding="utf-8").splitlines()
        )
    ]
)


def statement_line(key: str) -> Line:
    """The line of a key in the statements; raises KeyError for an unknown one."""
    for line in LINES:
        if line.key == key and line.table in ("income", "balance", "cash"):
            return line
    raise KeyError(key)


def book_amounts(company: Company, span: Span) -> dict[str, int | Decimal]:
    """The lines of the statements in the company's reporting unit (shares as printed)."""
    eps = earnings_per_share(company, span)
    counts = [n if company.scale == 3 else Decimal(n) / 1000 for n in span.weighted]
    balance = span.balance
    return {
        **balance,
        **span.flows,
        **span.income,
        "eps_basic": eps[0],
        "eps_diluted": eps[1],
        "weighted_basic": counts[0],
        "weighted_diluted": counts[1],
        "dividend": span.dividend,
        "opening_cash": span.opening_cash,
        "closing_cash": balance["cash"],
        "liabilities_and_equity": balance["liabilities"] + balance["equity"],
    }


def table_rows(
    company: Company,
    table: str,
    columns: Sequence[Column],
    amounts: Sequence[Amounts],
    *,
    instant: bool = False,
) -> tuple[GridRow, ...]:
    """The rows of a table, without the lines of which there is nothing to state.

    Args:
        company: Whose it is.
        table: Its name in ``lines.csv``.
        columns: The periods, newest first.
        amounts: Of each column.
        instant: The amounts stand at the columns' last days.

    """
    labels = _labels(company)
    rows: list[GridRow] = []
    for line in _lines(company, table):
        values = [each[line.key] for each in amounts] if line.key else []
        if line.key and not any(values):
            continue
        cells = tuple(
            _figure(company, line, value, column, instant=instant)
            for value, column in zip(values, columns, strict=bool(line.key))
        )
        label = line.label.format_map(labels)
        rows.append(GridRow(label, cells, line.key, line.level, line.total))
    follows = [*rows[1:], GridRow("")]
    return tuple(
        row
        for row, after in zip(rows, follows, strict=True)
        if row.cells or after.cells or after.level >= row.level
    )


def _lines(company: Company, table: str) -> Iterator[Line]:
    for line in LINES:
        if line.table != table:
            continue
        names: tuple[str, ...] = getattr(company, line.each) if line.each else ()
        for name in names:
            member = f"{company.ticker.lower()}:{''.join(name.split())}Member"
            yield replace(line, label=name, key=f"{line.key}:{name}", dollar=name == names[0],
                          dimension=(_AXES[line.each], member))  # fmt: skip
        if not line.each:
            yield line


def _figure(
    company: Company, line: Line, value: int | Decimal, column: Column, *, instant: bool
) -> Figure:
    tag = None
    if line.concept:
        start = None if instant else column.start
        tag = Tag(f"us-gaap:{line.concept}", start, column.end, line.dimension, line.negated)
    places = {"USD/shares": 2, "%": 1, "shares": int(company.scale == 6)}.get(line.unit, 0)
    return Figure(value, line.unit, places, line.dollar, tag)


def _labels(company: Company) -> dict[str, object]:
    loss = " (loss)" if company.loses else ""
    first_due = 2026 + company.number % 3
    return {
        "revenue": company.revenue_label,
        "revenue_lower": company.revenue_label.lower(),
        "cost": company.cost_label,
        "operating": f"Operating income{loss}",
        "net_income": f"Net income{loss}",
        "inventories": "Merchandise inventories" if company.retail else "Inventories",
        "receivables": "Receivables, net" if company.retail else "Accounts receivable, net",
        "first_due": first_due,
        "second_due": first_due + 6,
    }
