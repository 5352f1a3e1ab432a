"""Statements of affiliates behind a filing's own: of guarantors, of a parent or a subsidiary."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from hirec.grounding.tables import AFFILIATES, standing_of
from hirec.lexicon import normalize_label
from hirec.periods import cell_period
from hirec.types import Passage, Period, Table

_ANCHORS = re.compile(
    r"total (?:current )?(?:assets|liabilities)|(?:total )?(?:net )?(?:sales|revenues?)|"
    r"(?:operating|gross) (?:income|profit)|net (?:income|earnings)|"
    r"net cash .*(?:operating|investing|financing) activities"
)
"""Rows that a registrant's statement of a kind has once, whatever it is called."""
_ROUNDING = Decimal("0.01")


def affiliate_statements(passages: Sequence[Passage]) -> set[str]:
    """Keys of primary statements that contradict an earlier page of the same filing.

    Combined filings and exhibits repeat the same captions and rows for other companies; the
    registrant's own statements come first.
    """
    stated: dict[tuple[str, str, str, Period], tuple[int, Decimal]] = {}
    found: set[str] = set()
    for passage in sorted(passages, key=lambda p: (p.filing_id, p.page_number)):
        table = passage.table
        if table is None:
            continue
        standing = standing_of(table, passage.section)
        if not standing.primary or standing.statement == "equity":
            continue
        for label, period, value in _anchors(table):
            key = (passage.filing_id, standing.statement, label, period)
            page, first = stated.setdefault(key, (passage.page_number, value))
            if page < passage.page_number and abs(first - value) > _ROUNDING * abs(first):
                found.add(statement_key(passage, standing.statement))
    return found


def statement_key(passage: Passage, statement: str) -> str:
    """How :func:`affiliate_statements` names the statement a passage belongs to."""
    return f"{passage.filing_id}#{passage.page_number}#{statement}"


def with_affiliates(passages: Sequence[Passage]) -> list[Passage]:
    """All passages of a filing, those of affiliates' statements in a section that says so."""
    found = affiliate_statements(passages)
    if not found:
        return list(passages)
    return [_of_affiliate(p) if _statement_of(p) in found else p for p in passages]


def _statement_of(passage: Passage) -> str:
    table = passage.table
    return statement_key(passage, standing_of(table, passage.section).statement) if table else ""


def _of_affiliate(passage: Passage) -> Passage:
    step = f" > {AFFILIATES}"
    return replace(passage, section=f"{passage.section}{step}", title=f"{passage.title}{step}")


def _anchors(table: Table) -> Iterator[tuple[str, Period, Decimal]]:
    for row in table.rows:
        label = normalize_label(row.label)
        if not _ANCHORS.fullmatch(label):
            continue
        for column, cell in zip(table.columns, row.cells, strict=False):
            period = cell_period(column, row)
            if cell and cell.value is not None and period and period.end:
                yield label, period, cell.value.scaleb(table.scale)
