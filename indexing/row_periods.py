"""Periods that a table's rows say: in their labels, or in a dated heading above them."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from hirec.grounding.tables import is_year_column, residual
from hirec.periods import find_date_spans, is_part, joined
from hirec.periods.dates import BARE_YEAR
from hirec.types import Period, Row, Table

Resolve = Callable[[str], Period | None]
"""Period of a label that says nothing else: a whole one, or a quarter without its year."""
Dated = Callable[[date, int | None], Period]
"""Period of a span known by its last day and its months."""

_STANDS_AT = re.compile(r"(?:\b(?:at|as of|balances?|end of)|[,–—-])\s*$", re.IGNORECASE)
"""Before a day at a label's end: "Balance at December 31, 2023" is an amount at that day."""
_BEHIND = re.compile(r"\W*(?:net of (?:income )?tax(?:es)?)?\W*(?:\(\w\))?\W*", re.IGNORECASE)
"""What may follow the day, such as the mark of a footnote."""
_RANGE = re.compile(r"\d\s*(?:[-–—]|to\b|through\b)\s*\w", re.IGNORECASE)
"""Days of a month, or years in one: neither closes a period that anybody reports on."""
_MONTH_DAYS = 30.44


def row_periods(
    table: Table, resolve: Resolve, dated: Dated, *, by_column: bool
) -> list[Period | None]:
    """The period of each row, None where it says none.

    In a table without dates in its headings flows between two balances are of the time between
    them.

    Args:
        table: As it was read.
        resolve: Period of a label that says nothing else.
        dated: Period of a span known by its last day and its months.
        by_column: Whether the columns' own headings are dated: then a year in a row is rather a
            vintage or a year of maturity, and only quarters hold.

    """
    rows = list(_Reader(table, resolve, dated, by_column).read())
    return rows if by_column else _with_flows(table.rows, rows, dated)


@dataclass(slots=True)
class _Heading:
    """A dated heading row, in force until the next one or until its block ends."""

    period: Period
    level: int
    indents: bool | None = None
    """Whether the rows under it are indented; None before the first."""


class _Reader:
    """Reads the rows of one table from top to bottom."""

    def __init__(self, table: Table, resolve: Resolve, dated: Dated, by_column: bool) -> None:
        self._table = table
        self._resolve = resolve
        self._dated = dated
        self._by_column = by_column
        self._heading: _Heading | None = None

    def read(self) -> Iterator[Period | None]:
        for row in self._table.rows:
            own = self._own(row)
            self._leave(row)
            above = self._heading.period if self._heading else None
            stated = joined(above, own)
            if any(row.cells):
                yield stated
                continue
            yield None
            if own is not None and stated is not None:
                self._heading = _Heading(stated, row.level)

    def _leave(self, row: Row) -> None:
        """End the block of the heading in force where the row stands outside it."""
        heading = self._heading
        if heading is None:
            return
        if heading.indents is None:
            heading.indents = row.level > heading.level
            heading.level = min(heading.level, row.level)
        if row.level < heading.level or (heading.indents and row.level <= heading.level):
            self._heading = None

    def _own(self, row: Row) -> Period | None:
        label = row.label.strip()
        stated = self._year_cell(row)
        if _RANGE.search(label):
            return stated
        if day := _balance_day(label):
            stated = self._dated(day, 0)
        elif label and not residual(label):
            stated = self._resolve(label)
        return None if stated and self._by_column and not is_part(stated) else stated

    def _year_cell(self, row: Row) -> Period | None:
        """The year that the row's cell states in a column headed "Year"."""
        for column, cell in zip(self._table.columns, row.cells, strict=False):
            if cell and is_year_column(column.label) and BARE_YEAR.fullmatch(cell.text.strip()):
                return Period(int(cell.text), months=12)
        return None


def _balance_day(label: str) -> date | None:
    """The day at which the amounts of a row stand, by the end of its label."""
    spans = find_date_spans(label)
    if len(spans) != 1 or not _BEHIND.fullmatch(label[spans[0].end :]):
        return None
    return spans[0].day if _STANDS_AT.search(label[: spans[0].start]) else None


def _with_flows(
    rows: Sequence[Row], periods: Sequence[Period | None], dated: Dated
) -> list[Period | None]:
    """The periods, with those of undated rows between two balances of different days."""
    found = list(periods)
    closes = [(at, p.end) for at, p in enumerate(periods) if p and p.end and p.months == 0]
    for (first, opened), (last, closed) in pairwise(closes):
        if opened < closed:
            flow = dated(closed, round((closed - opened).days / _MONTH_DAYS))
            for at in range(first + 1, last):
                if any(rows[at].cells):
                    found[at] = found[at] or flow
    return found
