"""The statements of a filing as grids; ``statements.csv`` lists their lines, labels and tags."""

import csv
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path

from generator.books import Span, earnings_per_share
from generator.calendar import long_date
from generator.companies import Company
from generator.layout import Figure, Grid, GridRow, Tag

PER_SHARE = frozenset({"eps_basic", "eps_diluted", "dividend"})
"""Lines in dollars and cents, whatever the unit line says."""
Headers = tuple[tuple[str, int], ...]
"""Texts above the columns, each with the number of columns that it covers."""
_FILE = Path(__file__).with_suffix(".csv")


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

    label: str
    key: str = ""
    concept: str = ""
    """Of us-gaap."""
    negated: bool = False
    level: int = 0
    total: bool = False


@functools.cache
def statement_lines() -> Mapping[str, tuple[Line, ...]]:
    """Lines of ``income``, ``balance`` and ``cash``, with placeholders in their labels."""
    found: dict[str, list[Line]] = {}
    with _FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            line = Line(row["label"], row["key"], row["concept"], row["sign"] == "-1",
                        int(row["level"]), row["total"] == "yes")  # fmt: skip
            found.setdefault(row["statement"], []).append(line)
    return {statement: tuple(lines) for statement, lines in found.items()}


def line_value(company: Company, span: Span, key: str) -> int | Decimal:
    """Value of a line in the company's reporting unit (shares in thousands or millions)."""
    name, _, which = key.partition("_")
    if name == "eps":
        return earnings_per_share(company, span)[which == "diluted"]
    if name == "weighted":
        count = span.weighted[which == "diluted"]
        return count if company.scale == 3 else Decimal(count) / 1000
    if key == "dividend":
        return span.dividend
    if key == "opening_cash":
        return span.opening_cash
    if key == "liabilities_and_equity":
        return span.balance["liabilities"] + span.balance["equity"]
    if key == "closing_cash":
        key = "cash"
    return next(part[key] for part in (span.income, span.flows, span.balance) if key in part)


def unit_line(company: Company, *, shares: bool = False) -> str:
    """``(In millions, except per share data)``."""
    if not shares:
        return f"(In {company.unit_word})"
    if company.scale == 3:
        return "(In thousands, except per share data)"
    return "($ in millions, except per share amounts; shares in millions)"


def tagged_row(
    line: Line,
    values: Sequence[int | Decimal],
    columns: Sequence[Column],
    *,
    dollar: bool = False,
    instant: bool = False,
    dimension: tuple[str, str] | None = None,
    unit: tuple[str, int] = ("USD", 0),
) -> GridRow:
    """A row of figures, tagged where its line has a concept.

    Args:
        line: Its label, and what it is called in gold answers and tags.
        values: One a column, in the company's reporting unit.
        columns: What the values belong to.
        dollar: Dollar signs are printed.
        instant: The values stand at the columns' last days.
        dimension: XBRL axis and member.
        unit: What is counted, and decimals printed.

    """

    def tag(column: Column) -> Tag | None:
        if not line.concept:
            return None
        start = None if instant else column.start
        return Tag(f"us-gaap:{line.concept}", start, column.end, dimension, line.negated)

    cells = tuple(
        Figure(value, *unit, dollar, tag(column))
        for value, column in zip(values, columns, strict=True)
    )
    return GridRow(line.label, cells, line.key, line.level, line.total)


def _rows(company: Company, name: str, columns: Sequence[Column]) -> tuple[GridRow, ...]:
    rows: list[GridRow] = []
    labels, first = _labels(company), True
    for line in statement_lines()[name]:
        line = replace(line, label=line.label.format_map(labels))
        if not line.key:
            rows.append(GridRow(line.label, level=line.level))
            continue
        values = [line_value(company, column.span, line.key) for column in columns]
        if any(values):
            unit = _unit(company, line.key)
            dollar = unit[0] != "shares" and (first or line.total or unit[0] != "USD")
            instant, first = name == "balance", False
            rows.append(
                tagged_row(line, values, columns, dollar=dollar, instant=instant, unit=unit)
            )
    follows = [*rows[1:], GridRow("")]
    return tuple(
        row
        for row, after in zip(rows, follows, strict=True)
        if row.cells or after.cells or after.level >= row.level
    )


def _unit(company: Company, key: str) -> tuple[str, int]:
    """What a line counts, and the decimals it is printed with."""
    if key in PER_SHARE:
        return "USD/shares", 2
    if key.startswith("weighted"):
        return "shares", 0 if company.scale == 3 else 1
    return "USD", 0


def _labels(company: Company) -> dict[str, str]:
    loss = " (loss)" if company.loses else ""
    return {
        "revenue": company.revenue_label,
        "cost": company.cost_label,
        "operating": f"Operating income{loss}",
        "net_income": f"Net income{loss}",
        "inventories": "Merchandise inventories" if company.retail else "Inventories",
        "receivables": "Receivables, net" if company.retail else "Accounts receivable, net",
    }


def statement(
    company: Company, name: str, columns: Sequence[Column], headers: Headers, caption: str
) -> Grid:
    """One of the statements; columns of a balance sheet are headed by their days.

    Args:
        company: Whose it is.
        name: ``income``, ``balance`` or ``cash``.
        columns: The periods, newest first.
        headers: Texts above the columns.
        caption: Printed over the table.

    """
    labels = tuple(column.label for column in columns)
    if name == "balance":
        labels = tuple(
            long_date(column.end) + (" (As Restated)" if "Restated" in column.label else "")
            for column in columns
        )
        headers = ()
    unit = unit_line(company, shares=name == "income")
    rows = _rows(company, name, columns)
    return Grid(caption, labels, rows, unit, headers, name, company.scale)
