"""Tables of others: statements of affiliates behind a filing's own, figures of one division."""

import functools
import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

from hirec.grounding.tables import is_change, standing_of
from hirec.kinds import NumberKind, kind_of_number
from hirec.lexicon import normalize_label
from hirec.periods import cell_period
from hirec.scales import cell_scale
from hirec.types import Passage, Table

_ANCHORS = re.compile(
    r"total (?:current )?(?:assets|liabilities)|(?:total )?(?:net )?(?:sales|revenues?)|"
    r"(?:operating|gross) (?:income|profit)|net (?:income|earnings)|"
    r"net cash .*(?:operating|investing|financing) activities"
)
"""Rows that a registrant's statement of a kind has once, whatever it is called."""
_ROUNDING = Decimal("0.01")
_WHOLE = re.compile(r"^(?:total |net )+(?=sales|revenues?)")
"""Words that one filing's statement and another table put in front of the same sales."""


def affiliate_statements(passages: Sequence[Passage]) -> set[str]:
    """Keys of primary statements that contradict an earlier page of the same filing.

    Combined filings and exhibits repeat the same captions and rows for other companies; the
    registrant's own statements come first.
    """
    stated: dict[tuple[str, str, str, date], tuple[int, Decimal]] = {}
    found: set[str] = set()
    for passage in sorted(passages, key=lambda p: (p.filing_id, p.page_number)):
        table = passage.table
        if table is None:
            continue
        standing = standing_of(table, passage.section)
        if not standing.primary:
            continue
        for label, end, value in _anchors(table):
            key = (passage.filing_id, standing.statement, label, end)
            page, first = stated.setdefault(key, (passage.page_number, value))
            if page < passage.page_number and abs(first - value) > _ROUNDING * abs(first):
                found.add(statement_key(passage, standing.statement))
    return found


def statement_key(passage: Passage, statement: str) -> str:
    """How :func:`affiliate_statements` names the statement a passage belongs to."""
    return f"{passage.filing_id}#{passage.page_number}#{statement}"


def _anchors(table: Table) -> Iterator[tuple[str, date, Decimal]]:
    for row in table.rows:
        label = normalize_label(row.label)
        if not _ANCHORS.fullmatch(label):
            continue
        for column, cell in zip(table.columns, row.cells, strict=False):
            period = cell_period(column, row)
            if cell and cell.value is not None and period and period.end:
                yield label, period.end, cell.value.scaleb(table.scale)


def tables_of_parts(passages: Sequence[Passage]) -> set[str]:
    """Ids of tables that print an anchor of their filing's statements with other values only.

    Sales of a division stand under the name of the company's, whatever their table is called, and
    so does all else in that table.
    """
    stated: dict[tuple[str, str, object], set[Decimal]] = {}
    found: dict[str, dict[tuple[str, str, object], set[Decimal]]] = {}
    for passage in passages:
        table = passage.table
        if table is None:
            continue
        primary = standing_of(table, passage.section).primary
        into = stated if primary else found.setdefault(passage.passage_id, {})
        for label, period, value in _totals(table):
            into.setdefault((passage.filing_id, label, period), set()).add(value)
    return {
        passage_id
        for passage_id, printed in found.items()
        if any(_contradicts(values, stated.get(key)) for key, values in printed.items())
    }


def _contradicts(values: set[Decimal], whole: set[Decimal] | None) -> bool:
    """Whether no value is the statement's; a figure that it prints by parts decides nothing."""
    if whole is None or len(whole) != 1:
        return False
    (total,) = whole
    return not any(abs(value - total) <= _ROUNDING * abs(total) for value in values)


@functools.lru_cache(maxsize=2048)
def _totals(table: Table) -> tuple[tuple[str, object, Decimal], ...]:
    """Anchors with their period, but for changes and percentages."""
    return tuple(
        (_WHOLE.sub("", label), (period.end, period.months), cell.value.scaleb(scale))
        for row in table.rows
        if _ANCHORS.fullmatch(label := normalize_label(row.label))
        for column, cell in zip(table.columns, row.cells, strict=False)
        if cell and cell.value and cell.unit != "%" and not is_change(column.label)
        if (period := cell_period(column, row)) and period.end
        if kind_of_number(table, row, column, cell) is NumberKind.MONEY
        for scale in (cell_scale(table, row, column, cell),)
    )
