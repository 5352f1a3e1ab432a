"""Numbers read from the text of tables, held against the inline XBRL tags on the same cells.

Amount and sign are judged apart: XBRL turns the sign of many concepts (an outflow printed in
brackets is tagged positive), so a sign is right where it is the printed one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from enum import StrEnum

from hirec.number_kinds import kind_of_number
from hirec.number_signs import NumberKind
from hirec.periods import PrintedDays, cell_period
from hirec.scales import cell_scale
from hirec.types import Cell, Column, Document, Fact, Identity, Page, Period, Row, Table
from indexing.columns import printed_days, resolve_table

_NEGATIVE = re.compile(r"^\W*\(|^[\s$€£¥]*[-−–—‒﹣]\s*[$€£¥]?\s*[\d.]")
_KINDS = {"shares": NumberKind.SHARES, "pure": NumberKind.PERCENT}
_POWERS = {2: "percent", 3: "thousand", 6: "million", 9: "billion"}
_WEEK = timedelta(days=7)
_DAYS_A_MONTH = 30.4375


class Cause(StrEnum):
    """Class of an error in a cell's amount."""

    KIND = "kind"
    """Scaled as money, shares, a price or a percentage, and it is another of them."""
    THOUSAND = "thousand"
    MILLION = "million"
    BILLION = "billion"
    PERCENT = "percent"
    NOT_READ = "no number"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class TaggedCell:
    """One tagged cell: what is printed, what was read, what the tag says."""

    page_number: int
    row: str
    column: str
    printed: str
    scale: int
    """Power of ten that the words around the cell give it."""
    scale_said: str
    """How far the statement of scale reaches that was followed; empty where there is none."""
    read: Decimal | None
    """Printed number times its scale; None where no number was read."""
    tagged: Decimal
    unit: str
    concept: str
    amount_equal: bool
    sign_printed: bool
    """The sign read is the printed one, by bracket or minus."""
    sign_equal: bool
    """The sign read is the tag's as well."""
    labelled: bool
    """The row has a label, or a section where it prints none."""
    period_equal: bool | None
    """The cell's period, by its headings alone, is the tag's; None where they state none."""
    cause: Cause | None
    """Class of error of the amount; None where it is equal."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A cell with what stands around it."""

    page_number: int
    table: Table
    row: Row
    column: Column
    cell: Cell


def tagged_cells(document: Document, identity: Identity | None) -> Iterator[TaggedCell]:
    """Every table cell that carries a tag, in reading order.

    The document must be read with ``trust_tags=False``: tags are only compared with. Without an
    identity no periods are judged.
    """
    printed = printed_days(document)
    for page in document.pages:
        for block in page.blocks:
            if isinstance(block, Table) and _has_facts(block):
                yield from _table_cells(page, block, _dated(block, identity, printed))


def _has_facts(table: Table) -> bool:
    return any(c is not None and c.fact is not None for row in table.rows for c in row.cells)


def _dated(table: Table, identity: Identity | None, printed: PrintedDays) -> Table:
    """The table with periods by what is printed: tags are taken off before they are resolved."""
    rows = tuple(
        replace(row, cells=tuple(cell and replace(cell, fact=None) for cell in row.cells))
        for row in table.rows
    )
    bare = Table(table.columns, rows, table.caption, table.unit_line)
    return resolve_table(bare, identity, printed) if identity else bare


def _table_cells(page: Page, table: Table, dated: Table) -> Iterator[TaggedCell]:
    for row, stated in zip(table.rows, dated.rows, strict=True):
        for at, cell in enumerate(row.cells):
            if cell is not None and cell.fact is not None:
                place = _Place(page.page_number, table, row, table.columns[at], cell)
                yield _compared(place, cell.fact, cell_period(dated.columns[at], stated))


def _compared(place: _Place, fact: Fact, period: Period | None) -> TaggedCell:
    table, row, column, cell = place.table, place.row, place.column, place.cell
    scale = cell_scale(table, row, column, cell)
    read = None if cell.value is None else cell.value.scaleb(scale)
    equal = read is not None and abs(read) == abs(fact.value)
    source = table.scale_source
    return TaggedCell(
        page_number=place.page_number,
        row=" > ".join(part for part in (row.section, row.label) if part),
        column=column.label,
        printed=cell.text,
        scale=scale,
        scale_said=source.reach.value if source else "",
        read=read,
        tagged=fact.value,
        unit=fact.unit,
        concept=fact.concept,
        amount_equal=equal,
        sign_printed=read is None or not read or (read < 0) == bool(_NEGATIVE.match(cell.text)),
        sign_equal=read is not None and (not fact.value or (read < 0) == (fact.value < 0)),
        labelled=any(map(str.isalpha, row.label + row.section)),
        period_equal=_same_period(period, fact.period),
        cause=None if equal else _cause(read, fact, place),
    )


def _same_period(read: Period | None, tagged: Period) -> bool | None:
    """Whether a column's period is the tag's; a balance may open or close the column's span."""
    if read is None or read.end is None or tagged.end is None:
        return None
    if tagged.months == 0 and read.months:
        opening = read.end - timedelta(days=read.months * _DAYS_A_MONTH)
        return min(abs(read.end - tagged.end), abs(opening - tagged.end)) <= _WEEK
    if abs(read.end - tagged.end) > _WEEK:
        return False
    return None in (read.months, tagged.months) or read.months == tagged.months


def _cause(read: Decimal | None, fact: Fact, place: _Place) -> Cause:
    if read is None:
        return Cause.NOT_READ
    power = _power_between(abs(read), abs(fact.value))
    if power is None:
        return Cause.OTHER
    kind = kind_of_number(place.table, place.row, place.column, place.cell)
    meant = _KINDS.get(fact.unit, NumberKind.PER_SHARE if "/" in fact.unit else NumberKind.MONEY)
    alike = kind is meant or (fact.unit == "pure" and kind is NumberKind.COUNT)
    if not alike:
        return Cause.KIND
    return Cause(_POWERS[power]) if power in _POWERS else Cause.OTHER


def _power_between(read: Decimal, tagged: Decimal) -> int | None:
    """How many powers of ten lie between two amounts; None where something else does."""
    if not read or not tagged:
        return None
    return next((n for n in range(1, 13) if tagged in (read.scaleb(n), read.scaleb(-n))), None)
