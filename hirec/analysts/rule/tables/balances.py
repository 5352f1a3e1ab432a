"""What an item closed at, from a table that follows it: "Balance at December 31", and no name.

The row says only that it is a balance and of which day; of what, the caption, the column or the
section says. Such a table proves itself: what it opened with and what moved add up to the close.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from hirec.analysts.rule.evidence import tables_of
from hirec.analysts.rule.requirements.phrases import stems
from hirec.analysts.rule.tables.parts_asked import TOTAL
from hirec.analysts.rule.vocabulary import FOOTNOTE
from hirec.grounding.cells import TableCell
from hirec.grounding.tables import is_change, is_opening, residual, standing_of
from hirec.lexicon import Kind, words_in
from hirec.periods import find_dates, matches
from hirec.sums import adds_up, sums
from hirec.types import Figure, Filing, Operand, Passage, Period, PeriodRef, Row, Table

_BALANCE = stems(
    "balances balance ending end closing carrying amount liability reserve accrual allowance"
    " provision obligation accrued total gross net at beginning opening start period year"
)
"""Names of what a balance is, and words of no weight beside it."""
_SEGMENT = stems("segment division")
"""What a column of a part is not called again."""
_STANDS = frozenset({"balance", "balances", "end", "ending", "closing"})
_HELD = 2
"""A row and the one before it that are balances, with what moved between them."""


@dataclass(frozen=True, slots=True)
class _Close:
    """A closing balance, and how near its name stands."""

    cell: TableCell
    day: int
    """Of its filing: of two that differ the later one restates."""
    far: int
    """Words that neither its row nor its column says, and those of its column not asked for."""


def find_balance(
    need: Figure, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Operand | None:
    """The figure as what a table closes with; None where none does, or several differ.

    Args:
        need: An amount of one company at one day.
        passages: Evidence; primary statements are not read.
        filings: By filing_id; passages of others are not read.

    """
    asked = stems(need.words) - _BALANCE
    asked = asked - _SEGMENT if len(asked - _SEGMENT) > 1 else asked
    things = need.counted and not stems(need.words) & _BALANCE
    money = need.kind in ("", Kind.MONEY)
    if not (asked and money and need.period) or need.qualifiers or things:
        return None
    found = [
        close
        for passage, table, filing in tables_of(need.company, passages, filings)
        if not standing_of(table, passage.section).primary
        for close in (
            *_closes(passage, table, need.period, asked, filing.identity.available_ordinal),
            *_headed(passage, table, need.period, asked, filing.identity.available_ordinal),
        )
    ]
    if not found:
        return None
    best = min((one.far, -one.day) for one in found)
    chosen = [one.cell for one in found if (one.far, -one.day) == best]
    if len({one.cell.value for one in chosen}) > 1:
        return None
    return chosen[0].operand("")


def followed(found: Operand) -> str:
    """What a figure's place says where only its table names it."""
    return f"The row is called “{found.row}”; of what, only its table says."


def _closes(
    passage: Passage,
    table: Table,
    asked: PeriodRef,
    words: frozenset[str],
    day: int,
) -> Iterator[_Close]:
    around = stems(f"{table.caption} {passage.section}")
    balances = [at for at, row in enumerate(table.rows) if is_balance(row, words)]
    for number, column in enumerate(table.columns):
        own = stems(residual(column.label)) - _BALANCE
        if own - words and not (own & words or TOTAL & words_in(column.label)):
            continue
        for before, at in pairwise(balances):
            row = table.rows[at]
            cell = row.cells[number]
            if cell is None or not _proves(table, before, at, number):
                continue
            last = at == balances[-1]
            of_column = column.period if last else None
            if not _fits(row.period or of_column or day_of(row), asked):
                continue
            near = own | stems(f"{row.section} {row.label}")
            if words <= near | around:
                place = TableCell(passage, table, row, column, cell)
                yield _Close(place, day, len(words - near) + len(own - words))


def _headed(
    passage: Passage,
    table: Table,
    asked: PeriodRef,
    words: frozenset[str],
    day: int,
) -> Iterator[_Close]:
    """Balances below a heading of the very name, though nothing there adds up to them."""
    for row in table.rows:
        if not (_STANDS & words_in(row.label) and is_balance(row, words)):
            continue
        if not words <= stems(row.section) or stems(row.section) - words - _BALANCE:
            continue
        for column, cell in zip(table.columns, row.cells, strict=False):
            fits = _fits(row.period or column.period, asked) and not is_change(column.label)
            if cell is not None and cell.value is not None and cell.unit != "%" and fits:
                yield _Close(TableCell(passage, table, row, column, cell), day, 1)


def is_balance(row: Row, words: frozenset[str]) -> bool:
    """Whether a row says no more than that it is a balance, or a day."""
    label = FOOTNOTE.sub(" ", row.label)
    stands = _STANDS & words_in(label) or is_opening(label) or day_of(row) is not None
    return bool(label and stands) and not stems(residual(label)) - _BALANCE - words


def day_of(row: Row) -> Period | None:
    """The day that a row is of: "Restructuring reserves June 30, 2023"."""
    days = find_dates(row.label)
    return row.period or (Period(end=days[0], months=0) if len(days) == 1 else None)


def _proves(table: Table, before: int, at: int, column: int) -> bool:
    """Whether what was there before and what moved since come to the balance."""
    cells = [row.cells[column] for row in table.rows[before : at + 1]]
    values = [cell.value for cell in cells if cell is not None and cell.value is not None]
    if len(values) <= _HELD or cells[0] is None or cells[-1] is None:
        return False
    if adds_up(values[:-1], values[-1] or Decimal(0)):
        return True
    return any(run.total == at and before in run.rows for run in sums(table, column))


def _fits(period: Period | None, asked: PeriodRef) -> bool:
    return period is not None and matches(asked, period) > 0
