"""Cells of a row that bears the very name a question says."""

import math
import re
from collections.abc import Iterator, Mapping

from hirec.analysts.rule.requirements.verbatim import is_row_called
from hirec.grounding.memory import packaged_memory
from hirec.grounding.tables import (
    COMPREHENSIVE,
    DEFERRED,
    Standing,
    calendar_fit,
    cell_fit,
    is_change,
    of_deferred_tax,
    period_fit,
    residual,
    told_again,
)
from hirec.lexicon import Metric, content_words, metric_named
from hirec.periods import cell_period
from hirec.types import Cell, Column, Filing, Period, PeriodRef, Row, Table

_BALANCE_OF_FLOW = re.compile(r"\b(?:end|beginning|close) of\b", re.IGNORECASE)
"""A row of a cash flow statement that states a balance."""
_EITHER_WAY = re.compile(r"\((?:re)?payments?\)|\((?:increase|decrease)\)", re.IGNORECASE)
"""Names of flows, though without the brackets they would be those of balances."""
_CHANGES = re.compile(r"^\W*(?:net )?(?:changes?|increase|decrease)\b.*\bin\b", re.IGNORECASE)
"""Heading over rows that bear the names of balances, but state how these changed."""
_ELSEWHERE = 0.9
"""Trust in a row of that name outside the primary statements."""
_PART = 0.7
_BY_TAG = 0.95
"""Trust in a tag that every company means by the name."""
_HALVED = 0.1
"""Off each time that the share of companies that mean it halves."""
LEAD = _HALVED * math.log2(3)
"""Three times as many companies have to mean a tag by the name as any other that is stated."""
_UNDECIDED = 0.98
"""For a balance where the question does not say whether it asks for one or for a flow."""
_SPECIFIC = 3
"""Fewest words of a name that stands for one thing wherever it is printed."""
_IN_NOTE = "The row stands in a note, not in a statement."


def reported_cells(
    words: str, asked: PeriodRef, table: Table, row: Row, standing: Standing, filing: Filing
) -> Iterator[tuple[float, int]]:
    """Cells that state the figure called ``words`` for a period, with scores from 0 to 1.

    A name that the lexicon knows is read only in the primary statement its metric belongs to, as
    elsewhere a row of that name may be a part; but for a name that is long enough to be only one
    thing, below no heading that makes it another (:func:`doubt_of_note`). Cells tagged with a
    dimension are parts as well.

    Args:
        words: The name, as the question says it.
        asked: Period that the cell has to be of.
        table: The whole table.
        row: The row that is looked at.
        standing: Which statement the table is.
        filing: That of the table; its name in a label does not count.

    Returns:
        Scores with the positions of their columns.

    """
    if of_deferred_tax(table, row) and not DEFERRED.search(words):
        return
    metric = None if _EITHER_WAY.search(words) else metric_named(words)
    aside = bool(doubt_of_note(words, table, standing))
    if aside:
        heading = content_words(row.section) - content_words(words)
        if heading or standing.primary or len(content_words(words)) < _SPECIFIC:
            return
    if metric is not None and told_again(metric, row, table):
        return
    called = is_row_called(row, words, filing.identity.company)
    meant = {} if called or aside else packaged_memory().exactly(words)
    if not (called or meant):
        return
    trust = 1.0 if standing.primary else _PART if standing.statement == "partial" else _ELSEWHERE
    if _CHANGES.search(row.section) and not is_change(words):
        trust = _PART
    instant = metric.instant if metric else _instant_asked(asked)
    for index, (column, cell) in enumerate(zip(table.columns, row.cells, strict=False)):
        if cell is None or cell.value is None or cell_fit(metric, cell) == 0.0:
            continue
        if not _is_whole(column, cell):
            continue
        named = called or _tagged_as(meant, cell)
        fit = _period_score(asked, instant, _period_of(column, row, cell), row) if named else 0.0
        if fit:
            yield trust * named * fit, index


def doubt_of_note(words: str, table: Table, standing: Standing) -> str:
    """The doubt about a row of a statement's figure that stands elsewhere; empty for others.

    Args:
        words: The name that is looked for.
        table: Where the row stands.
        standing: Which statement the table is.

    """
    metric = None if _EITHER_WAY.search(words) else metric_named(words)
    elsewhere = metric is not None and not _own_statement(metric, table, standing)
    return _IN_NOTE if elsewhere else ""


def _is_whole(column: Column, cell: Cell) -> bool:
    """Whether a cell is no part and no change: its tag says so, whatever heads the column."""
    if cell.fact is not None:
        return not cell.fact.dimensions
    return not (is_change(column.label) or residual(column.label))


def _tagged_as(meant: Mapping[str, float], cell: Cell) -> float:
    """Trust in a cell whose tag other companies print under the name; 0 without such a tag."""
    concept = cell.fact.concept.partition(":")[2] if cell.fact else ""
    share = meant.get(concept, 0.0)
    return max(0.0, _BY_TAG + _HALVED * math.log2(share)) if share else 0.0


def _own_statement(metric: Metric, table: Table, standing: Standing) -> bool:
    """Whether a table is the primary statement in which a metric's row stands."""
    if COMPREHENSIVE.search(table.caption) and COMPREHENSIVE.search(metric.names[0]):
        return True
    return standing.primary and standing.statement == metric.statement


def _instant_asked(asked: PeriodRef) -> bool | None:
    """Whether the question wants a balance (True), a flow (False), or does not say (None)."""
    return None if asked.period.months is None else asked.period.months == 0


def _period_of(column: Column, row: Row, cell: Cell) -> Period | None:
    return cell.fact.period if cell.fact is not None else cell_period(column, row)


def _period_score(asked: PeriodRef, instant: bool | None, period: Period | None, row: Row) -> float:
    if period is None:
        return 0.0
    balance = period.months == 0 or _BALANCE_OF_FLOW.search(row.label) is not None
    if instant:
        return calendar_fit(asked, period) if balance or period.months is None else 0.0
    if instant is False and period.months == 0:
        return 0.0
    if period.months == 0:
        return _UNDECIDED * calendar_fit(asked, period)
    return period_fit(None, period, asked)
