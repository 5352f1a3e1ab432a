"""Dividends per share that a row says in brackets: "Dividends declared ($5.02 per share)".

Statements of equity print the amount of all shares in the row's cells, and of one share in its
label.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from hirec.grounding.cells import stated
from hirec.grounding.tables import period_fit
from hirec.lexicon import get_metric, metric_named
from hirec.numbers import find_numbers
from hirec.periods import cell_period
from hirec.types import Figure, Filing, Operand, Passage, Period, Row, Table

_DIVIDENDS = "dividends_per_share"
_PER_SHARE = re.compile(
    r"\bdividends?\b(?P<of>[^(]*)\((?P<aside>[^()]*?\$?\s?\d*\.\d+\s+(?:per|a)\s+(?:\w+\s+)?share[^()]*)\)",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\b(?:preferred|preference|noncontrolling|minority)\b", re.IGNORECASE)
_LEAST = 0.6
RESTATED = "Another filing says another amount, as after a split of shares."


def find_aside(
    need: Figure, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> tuple[Operand, str] | None:
    """Dividends per share of the period as the newest filing's row says them, and what is in doubt.

    None where another figure or no period is asked, or where one filing says several.

    Args:
        need: The figure asked for, with company and period.
        passages: Evidence; only tables are read.
        filings: By filing_id; passages of others are not read.

    """
    metric = get_metric(need.concept) or metric_named(need.words)
    if metric is None or metric.key != _DIVIDENDS or need.part or need.period is None:
        return None
    found = [
        (filing.identity.available_ordinal, operand)
        for passage in passages
        if (filing := filings.get(passage.filing_id)) and (table := passage.table)
        if need.is_of(filing.company_key)
        for period, operand in _asides(passage, table)
        if period is not None and period_fit(metric, period, need.period) >= _LEAST
    ]
    if not found:
        return None
    newest = max(day for day, _ in found)
    chosen = [operand for day, operand in found if day == newest]
    if len({operand.value for operand in chosen}) > 1:
        return None
    alike = len({operand.value for _, operand in found}) == 1
    return chosen[0], "" if alike else RESTATED


def _asides(passage: Passage, table: Table) -> Iterator[tuple[Period | None, Operand]]:
    for row in table.rows:
        match = _PER_SHARE.search(row.label)
        if match is None or _OTHER.search(match["of"]):
            continue
        numbers = find_numbers(match["aside"])
        if len(numbers) == 1 and numbers[0].value:
            yield _period_of(table, row), stated("", passage, numbers[0], row.label)


def _period_of(table: Table, row: Row) -> Period | None:
    """The row's own, or the only one that the columns of its cells say."""
    said = {
        period
        for column, cell in zip(table.columns, row.cells, strict=False)
        if cell is not None and (period := cell_period(column, row)) is not None
    }
    return row.period or (said.pop() if len(said) == 1 else None)
