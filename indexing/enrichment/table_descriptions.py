"""Tables said in words: what they are about, for which periods, and where their totals went.

FinSage lets a vision model write this. The rule form says only what the structured table holds.
"""

from collections.abc import Iterator, Sequence

from hirec.numbers import SCALE_WORDS
from hirec.types import Cell, Identity, Passage, Row, Table
from indexing.enrichment.enricher import appended

_ROWS_NAMED = 12
_MOVEMENTS = 3
_LABEL_CHARS = 60
_CAPTION_CHARS = 160
_LEADING = ("total ", "net ")


class TableDescriber:
    """Appends a description to each table passage."""

    def enrich(self, passages: Sequence[Passage], identity: Identity) -> list[Passage]:
        """Text passages come back as they are."""
        del identity
        return [
            passage if (table := passage.table) is None else appended(passage, describe(table))
            for passage in passages
        ]


def describe(table: Table) -> str:
    """``Table: caption, in millions of USD; columns …; rows …; Net sales rose from … to …``.

    Empty for a table without a number, such as a list of exhibits.
    """
    if not any(cell and cell.value is not None for row in table.rows for cell in row.cells):
        return ""
    head = ", ".join(part for part in (_short(table.caption, _CAPTION_CHARS), _unit(table)) if part)
    columns = dict.fromkeys(_column_names(table))
    rows = dict.fromkeys(_short(row.label) for row in table.rows if row.label and any(row.cells))
    parts = [
        f"Table: {head}" if head else "Table",
        f"columns {', '.join(columns)}" if columns else "",
        f"rows {', '.join(list(rows)[:_ROWS_NAMED])}" if rows else "",
        *_movements(table),
    ]
    return "; ".join(part for part in parts if part) + "."


def _unit(table: Table) -> str:
    scale = SCALE_WORDS.get(table.scale, "")
    if scale:
        return f"in {scale}" + (f" of {table.unit}" if table.unit else "")
    return f"in {table.unit}" if table.unit else ""


def _column_names(table: Table) -> Iterator[str]:
    """Periods as questions name them, with the printed header where it says more."""
    for column in table.columns:
        label = _short(column.label)
        year = column.period.fiscal_year if column.period else None
        if column.period is None or year is None:
            if label:
                yield label
        elif label in ("", str(year)):
            yield column.period.label()
        else:
            yield f"{column.period.label()} ({label})"


def _movements(table: Table) -> list[str]:
    """How leading rows moved between the two latest periods of the table."""
    pair = _latest_two(table)
    if pair is None:
        return []
    moved = [(row, _movement(row, table, *pair)) for row in table.rows]
    movements = [(row, stated) for row, stated in moved if stated]
    movements.sort(key=lambda entry: not entry[0].label.lower().startswith(_LEADING))
    return [stated for _, stated in movements[:_MOVEMENTS]]


def _latest_two(table: Table) -> tuple[int, int] | None:
    """Columns (earlier, later) of the first period and the next of its length, one year before."""
    dated = [
        (at, column.period)
        for at, column in enumerate(table.columns)
        if column.period is not None and column.period.fiscal_year is not None
    ]
    for later, newer in dated:
        for earlier, older in dated:
            same = (newer.fiscal_quarter, newer.months) == (older.fiscal_quarter, older.months)
            if same and (newer.fiscal_year or 0) - (older.fiscal_year or 0) == 1:
                return earlier, later
    return None


def _movement(row: Row, table: Table, earlier: int, later: int) -> str:
    before, after = _cell(row, earlier), _cell(row, later)
    if before is None or after is None or before.value is None or after.value is None:
        return ""
    if not row.label or before.unit != after.unit:
        return ""
    then, now = (_period(table, at) for at in (earlier, later))
    if before.value == after.value:
        return f"{_short(row.label)} stayed at {_printed(after)} in {then} and {now}"
    verb = "went"
    if min(before.value, after.value) > 0:
        verb = "rose" if after.value > before.value else "fell"
    printed = f"from {_printed(before)} in {then} to {_printed(after)} in {now}"
    return f"{_short(row.label)} {verb} {printed}"


def _period(table: Table, at: int) -> str:
    period = table.columns[at].period
    return period.label() if period else ""


def _cell(row: Row, at: int) -> Cell | None:
    return row.cells[at] if at < len(row.cells) else None


def _printed(cell: Cell) -> str:
    return cell.text.replace("$ ", "$")


def _short(label: str, chars: int = _LABEL_CHARS) -> str:
    folded = " ".join(label.split()).rstrip(":. ")
    return folded if len(folded) <= chars else folded[: chars - 1].rstrip() + "…"
