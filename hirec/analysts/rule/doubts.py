"""Why a number that was found may not be the one that was meant.

The words of a question were met; a number is in doubt all the same where its row says more than
the question does, and where a table prints a figure both with and without the share of
noncontrolling interests.
"""

from collections.abc import Iterable, Mapping

from hirec.analysts.rule.counting import counted_in
from hirec.analysts.rule.phrases import OPTIONAL, stems
from hirec.lexicon import get_metric, match_row, metric_named, normalize_label
from hirec.types import Figure, Filing, Operand, Passage

_OF_OWNERS = frozenset(
    {"attributable", "to", "common", "ordinary", "shareholder", "shareholders", "stockholder"}
    | {"stockholders", "shareowner", "shareowners", "owner", "owners", "parent", "company"}
    | {"corporation", "noncontrolling", "non", "controlling", "minority", "interest", "interests"}
    | {"including", "before", "of", "the", "and", "consolidated", "total", "net", "s"}
)
"""Words by which the two names of one figure differ, beside the company's own."""
_TELLING = frozenset({"attributable", "noncontrolling", "controlling", "minority", "common"})
"""Those of them that say whose share it is."""


def doubts_of(
    figure: Figure,
    operand: Operand,
    passages: Iterable[Passage],
    filings: Mapping[str, Filing],
) -> str:
    """The first reason to doubt a number; empty where there is none, or its row is named."""
    if operand.doubt or counted_in(figure) or is_literal(figure, operand):
        return operand.doubt
    return other_share(figure, operand, passages, filings) or other_name(figure, operand)


def other_name(figure: Figure, operand: Operand) -> str:
    """Words of a row that the question does not say, where it named the figure in its own."""
    if not operand.column or not operand.row:
        return ""
    if "excluding" in normalize_label(operand.row) and "excluding" not in figure.words.lower():
        return f"The row is called “{operand.row}”."
    metric = get_metric(figure.concept)
    if metric is not None and not figure.part:
        return ""
    known = stems(" ".join(metric.names)) if metric is not None else frozenset()
    asked = stems(" ".join((figure.words, figure.part, *figure.qualifiers)))
    more = stems(operand.row) - asked - known - stems(" ".join(OPTIONAL))
    return f"The row is called “{operand.row}”." if more else ""


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
    metric = get_metric(figure.concept) or metric_named(figure.words)
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
    words = frozenset(normalize_label(operand.row).split())
    for row in table.rows:
        cell = row.cells[at] if at < len(row.cells) else None
        if cell is None or cell.value is None or cell.text == operand.printed:
            continue
        differing = words ^ frozenset(normalize_label(row.label).split())
        whose = differing <= _OF_OWNERS | own and differing & (_TELLING | own)
        if whose and match_row(metric.key, row.label, row.section):
            return f"The table also prints “{row.label}”: {cell.text}."
    return ""
