"""Whose share a figure is: the owners' alone, or with that of noncontrolling interests.

Statements print net income, equity and comprehensive income both ways, and people say the one name
for either. Where a table holds both with different values and the question does not say which, the
one taken is in doubt.
"""

from collections.abc import Iterable, Mapping

from hirec.lexicon import get_metric, match_row, normalize_label
from hirec.types import Figure, Filing, Operand, Passage, Row

_OF_OWNERS = frozenset(
    {"attributable", "to", "common", "ordinary", "shareholder", "shareholders", "stockholder"}
    | {"stockholders", "shareowner", "shareowners", "owner", "owners", "parent", "company"}
    | {"corporation", "noncontrolling", "non", "controlling", "minority", "interest", "interests"}
    | {"including", "before", "of", "the", "and", "consolidated", "total", "net", "s"}
)
"""Words by which the two names of one figure differ, beside the company's own."""


def is_literal(figure: Figure, operand: Operand) -> bool:
    """Whether the question says the row's very name."""
    return normalize_label(operand.row) == normalize_label(figure.words)


def other_share(
    figure: Figure,
    operand: Operand,
    passages: Iterable[Passage],
    filings: Mapping[str, Filing],
) -> str:
    """Why a figure may be meant the other way; empty where only one is printed, or one is named."""
    metric = get_metric(figure.concept)
    label = normalize_label(operand.row)
    if metric is None or not operand.row:
        return ""
    table = next((p.table for p in passages if p.passage_id == operand.passage_id), None)
    if table is None:
        return ""
    names = [column.label for column in table.columns]
    if names.count(operand.column) != 1:
        return ""
    at = names.index(operand.column)
    own = frozenset(normalize_label(filings[operand.filing_id].identity.company).split())
    words = frozenset(label.split())
    for row in table.rows:
        cell = row.cells[at] if at < len(row.cells) else None
        if cell is None or cell.value is None or cell.text == operand.printed:
            continue
        differing = words ^ frozenset(normalize_label(row.label).split())
        if differing <= _OF_OWNERS | own and _differs(row, words, own) and _is(metric.key, row):
            return f"The table also prints “{row.label}”: {cell.text}."
    return ""


def _differs(row: Row, words: frozenset[str], own: frozenset[str]) -> bool:
    """Whether one of the names says whose share it is."""
    telling = {"attributable", "noncontrolling", "controlling", "minority", "common", *own}
    other = frozenset(normalize_label(row.label).split())
    return bool((words ^ other) & telling)


def _is(key: str, row: Row) -> bool:
    return match_row(key, row.label, row.section) > 0.0
