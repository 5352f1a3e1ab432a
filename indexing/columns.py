"""Periods of a table's columns and of its tagged facts, in the company's own calendar."""

import functools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from hirec.periods import (
    NOTHING_PRINTED,
    PrintedDays,
    closes_quarter,
    find_dates,
    resolve_column,
    resolve_part,
)
from hirec.periods.dates import MONTH, YEAR
from hirec.types import Cell, Document, Identity, Period, Row, Table
from indexing.row_periods import row_periods

_SPAN_WORDS = {
    0: "As of",
    3: "Three Months Ended",
    6: "Six Months Ended",
    9: "Nine Months Ended",
    12: "Twelve Months Ended",
}
_YEAR_ALONE = re.compile(rf"({YEAR})(?:\W*\(\w\))?")
_DATED = re.compile(rf"(.*\b{MONTH}\s+\d{{1,2}},?\s+){YEAR}(?:\W*\(\w\))?", re.IGNORECASE)
_SHARE_OF_FACTS = 0.8
_DAYS_APART = 7


def printed_days(document: Document) -> PrintedDays:
    """Days that a filing prints in its text, its captions and its columns' headings."""
    return PrintedDays.of(_texts(document))


def _texts(document: Document) -> Iterator[str]:
    for page in document.pages:
        for block in page.blocks:
            if isinstance(block, Table):
                yield block.caption
                yield from (column.label for column in block.columns)
            else:
                yield block.text


def resolve_table(
    table: Table, identity: Identity, printed: PrintedDays = NOTHING_PRINTED
) -> Table:
    """The table with each column's period, and with fiscal years and quarters in its facts.

    Tags decide where four in five of a column's agree on one span; else the printed heading,
    and what else the filing says: see :func:`~hirec.periods.resolve_column`.

    Args:
        table: As it was read.
        identity: That of the filing; its fiscal year and period end anchor the calendar.
        printed: Days that the filing prints; they date the years of a 52/53-week calendar.

    """
    calendar = _Calendar(identity, printed)
    context = _Context(
        " ".join(part for part in (table.caption, table.unit_line) if part),
        tuple(f"{row.section} {row.label}" for row in table.rows if any(row.cells)),
    )
    headings = _headings([column.label for column in table.columns])
    stated = row_periods(
        table,
        lambda label: calendar.row(label, context),
        calendar.dated,
        by_column=any(_says_year(column.label) for column in table.columns),
    )
    parts = any(period and period.fiscal_year for period in stated)
    periods = [
        _period(table, index, heading, context, calendar)
        or (calendar.part(heading, context) if parts else None)
        for index, heading in enumerate(headings)
    ]
    return replace(
        table,
        columns=tuple(
            replace(column, period=period)
            for column, period in zip(table.columns, periods, strict=True)
        ),
        rows=tuple(
            _with_fiscal(replace(row, period=period), calendar)
            for row, period in zip(table.rows, stated, strict=True)
        ),
    )


def _says_year(label: str) -> bool:
    return re.search(YEAR, label) is not None


@dataclass(frozen=True, slots=True)
class _Context:
    """What stands around a table's headings: caption and unit line, and the rows' labels."""

    above: str
    rows: tuple[str, ...]


class _Calendar:
    """Resolves headings and bare dates with one filing's identity, each only once."""

    def __init__(self, identity: Identity, printed: PrintedDays) -> None:
        self._identity = identity
        self._printed = printed
        self.heading = functools.lru_cache(maxsize=512)(self._heading)
        self.dated = functools.lru_cache(maxsize=512)(self._dated)

    def _heading(self, label: str, context: _Context) -> Period | None:
        return resolve_column(
            label, context.above, self._identity, rows=context.rows, printed=self._printed
        )

    def part(self, label: str, context: _Context) -> Period | None:
        """Quarter that a heading names without its year."""
        return resolve_part(label, context.above, self._identity)

    def row(self, label: str, context: _Context) -> Period | None:
        """Period of a row's label that says nothing else."""
        if not _says_year(label):
            return self.part(label, context)
        days = find_dates(label)
        if not all(closes_quarter(day, self._identity) for day in days):
            return None
        period = self.heading(label, context)
        # "2022" above balances and what moved them is of either.
        return replace(period, months=period.months or None) if period and not days else period

    def _dated(self, end: date, months: int | None) -> Period:
        """Fiscal year and quarter of a span that is known by its end and length."""
        bare = Period(end=end, months=months)
        words = _SPAN_WORDS.get(months if months is not None else -1)
        if words is None:
            return bare
        label = f"{words} {end:%B} {end.day}, {end.year}"
        found = resolve_column(label, "", self._identity)
        if found is None or found.end is None or abs((found.end - end).days) > _DAYS_APART:
            return bare
        return replace(bare, fiscal_year=found.fiscal_year, fiscal_quarter=found.fiscal_quarter)


def _headings(labels: Sequence[str]) -> list[str]:
    """Labels, a year alone with the words of the dated one before it.

    "Three Months Ended July 31, 2023 | 2022" says the months and the day of both.
    """
    headings: list[str] = []
    for label in labels:
        year = _YEAR_ALONE.fullmatch(label.strip())
        before = _DATED.fullmatch(headings[-1].strip()) if headings and year else None
        headings.append(f"{before[1]}{year[1]}" if before and year else label)
    return headings


def _period(
    table: Table, index: int, heading: str, context: _Context, calendar: _Calendar
) -> Period | None:
    cells = [row.cells[index] for row in table.rows]
    spans = Counter(
        (cell.fact.period.end, cell.fact.period.months)
        for cell in cells
        if cell is not None and cell.fact is not None
    )
    if spans:
        (end, months), count = spans.most_common(1)[0]
        if end is not None and count >= _SHARE_OF_FACTS * sum(spans.values()):
            return calendar.dated(end, months)
    return calendar.heading(heading, context)


def _with_fiscal(row: Row, calendar: _Calendar) -> Row:
    if not any(cell is not None and cell.fact is not None for cell in row.cells):
        return row
    return replace(row, cells=tuple(_fiscal_cell(cell, calendar) for cell in row.cells))


def _fiscal_cell(cell: Cell | None, calendar: _Calendar) -> Cell | None:
    if cell is None or cell.fact is None or cell.fact.period.end is None:
        return cell
    period = calendar.dated(cell.fact.period.end, cell.fact.period.months)
    return replace(cell, fact=replace(cell.fact, period=period))
