"""Shares that the name of a row counts: "common stock, issued and outstanding 324 and 351 shares".

The cells of such a row of a balance sheet are their par value. Its name counts them on each day of
the columns, in their order or with the days beside them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from hirec.analysts.rule.evidence import tables_of
from hirec.analysts.rule.requirements.phrases import stems
from hirec.grounding.cells import in_name
from hirec.lexicon import Kind
from hirec.numbers import NumberSpan, find_numbers
from hirec.periods import cell_period, matches
from hirec.periods.dates import find_date_spans
from hirec.types import Figure, Filing, Operand, Passage, Period, Row, Table

_OUTSTANDING, _ISSUED = "outstanding", "issued"
_ASKED = {_OUTSTANDING: stems("shares outstanding"), _ISSUED: stems("shares issued")}
_KINDS = ("", Kind.SHARES, Kind.COUNT)
_COMMON = stems("common ordinary capital stock number of")
"""Words beside these that narrow nothing."""
_SHARES = re.compile(r"^\W*(?:common|ordinary|capital)\b.*\b(?:shares?|stock)\b", re.IGNORECASE)
_CLASSES = re.compile(r"\b(?:class|series) [A-Z]\b", re.IGNORECASE)
_JOINS = re.compile(
    r"[\s,]*(?:(?:common|ordinary)\s)?(?:shares?)?[\s,]*(?:(?:at|as of|in)\s+#*)?[\s,]*(?:and|;)?"
    r"\s*",
    re.IGNORECASE,
)
"""Between two counts of one kind, days put by ``#``."""
_SCALED = "It stands in the name of a row; that it is printed in the table's scale is assumed."
_IN_FULL = 10**6
"""A number as large is printed in full, whatever the table's scale."""


@dataclass(frozen=True, slots=True)
class _Count:
    number: NumberSpan
    day: date | None
    """Said beside it."""


def find_issued(
    need: Figure, passages: Sequence[Passage], filings: Mapping[str, Filing]
) -> Operand | None:
    """Shares outstanding, or issued, at a period's end; None where none or several are said.

    Args:
        need: The figure asked for, with company and period.
        passages: Evidence; only tables are read.
        filings: By filing_id; passages of others are not read.

    """
    kind = next((kind for kind, said in _ASKED.items() if said <= stems(need.words)), "")
    if not kind or need.part or need.period is None or need.kind not in _KINDS:
        return None
    if stems(need.words) - _ASKED[kind] - _COMMON:
        return None
    found = {
        operand.value: operand
        for passage, table, _ in tables_of(need.company, passages, filings)
        for row in table.rows
        if _SHARES.search(row.label) and not _CLASSES.search(row.label)
        for period, operand in _said(kind, passage, table, row)
        if matches(need.period, period)
    }
    return next(iter(found.values())) if len(found) == 1 else None


def _said(kind: str, passage: Passage, table: Table, row: Row) -> Iterator[tuple[Period, Operand]]:
    """What a row's name counts of one kind, with the day of each."""
    columns = [
        period
        for column, cell in zip(table.columns, row.cells, strict=False)
        if cell is not None and (period := cell_period(column, row)) is not None and period.end
    ]
    counts = [*_counts(kind, row.label)]
    for at, one in enumerate(counts):
        days = [period for period in columns if period.end == one.day]
        told = days if one.day else columns[at : at + 1] if len(counts) == len(columns) else []
        if told:
            number = one.number
            full = number.scale or abs(number.value) >= _IN_FULL
            yield (
                told[0],
                in_name(
                    passage,
                    table,
                    row,
                    number.text,
                    number.value,
                    scale=number.scale if full else max(0, table.scale),
                    unit="shares",
                    doubt="" if full else _SCALED,
                ),
            )


def _counts(kind: str, label: str) -> Iterator[_Count]:
    """The numbers of one kind: behind each, or in front of the first of several, it is named."""
    days = find_date_spans(label)
    masked = label
    for span in days:
        masked = masked[: span.start] + "#" * (span.end - span.start) + masked[span.end :]
    numbers = [one for one in find_numbers(masked) if one.unit in ("", "shares")]
    starts = (*(one.start for one in numbers), len(masked))
    ends = (0, *(one.end for one in numbers))
    gaps = [masked[end:start] for end, start in zip(ends, starts, strict=True)]
    held = False
    for at, one in enumerate(numbers):
        if (said := _said_behind(gaps[at + 1 :])) is not None:
            held = kind in said
        elif not (at and _JOINS.fullmatch(gaps[at])):  # else it is what the one before is
            held = kind in _states(gaps[at])
        if held:
            day = next((s.day for s in days if one.end <= s.start < starts[at + 1]), None)
            yield _Count(one, day)


def _said_behind(gaps: Sequence[str]) -> frozenset[str] | None:
    """What is said behind a number, or behind the last of those that it is joined to."""
    for gap in gaps:
        if said := _states(gap.partition(";")[0]):
            return said
        if not _JOINS.fullmatch(gap):
            return None
    return None


def _states(text: str) -> frozenset[str]:
    """Whether shares are said to be authorized, issued, outstanding."""
    lower = text.lower()
    return frozenset(state for state in (_OUTSTANDING, _ISSUED, "authorized") if state in lower)
