"""What a passage states, field by field with its place: the core of its card (FinCards 3.2)."""

import bisect
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hirec.grounding.tables import unit_fits
from hirec.lexicon import find_metrics, get_metric, metrics_of_row
from hirec.lexicon.mentions import MetricMention
from hirec.numbers import find_numbers
from hirec.periods import PeriodSpan, cell_period, find_period_spans
from hirec.types import EvidenceSpan, Period, Row, StatedRow, Table

Triple = tuple[str, str, str]

_SENTENCE_END = re.compile(r"[.!?]['\"”]?\s+(?=[A-Z(\"“])|\n")
_UNSURE = Period().label()
_ANCHOR_ROWS = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """The core fields that a body of text or a table states."""

    metrics: tuple[str, ...]
    numbers: tuple[str, ...]
    periods: tuple[Period, ...]
    triples: tuple[Triple, ...]
    spans: tuple[EvidenceSpan, ...]
    sentences: tuple[str, ...]
    """Of prose, as printed; the first that states a figure comes first."""
    anchors: tuple[str, ...] = ()
    rows: tuple[StatedRow, ...] = ()


def read_prose(text: str, company: str) -> Reading:
    """Read what prose mentions; a metric belongs to the nearest period of its sentence."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    mentions = find_metrics(text)
    numbers = find_numbers(text)
    dated = find_period_spans(text)
    triples = ((company, m.key, _nearest(m, dated, ends)) for m in mentions)
    spans = (
        *(EvidenceSpan("metrics", m.start, m.end) for m in mentions),
        *(EvidenceSpan("numbers", n.start, n.end) for n in numbers),
        *(EvidenceSpan("periods", p.start, p.end) for p in dated),
    )
    bounds = [0, *ends, len(text)]
    sentences = [text[a:b].strip() for a, b in itertools.pairwise(bounds) if text[a:b].strip()]
    starts = [*(m.start for m in mentions), *(n.start for n in numbers)]
    told = {bisect.bisect(ends, start) for start in starts}
    telling = next((text[bounds[at] : bounds[at + 1]].strip() for at in sorted(told)), "")
    return Reading(
        metrics=tuple(dict.fromkeys(m.key for m in mentions)),
        numbers=tuple(number.text for number in numbers),
        periods=tuple(dict.fromkeys(ref.period for p in dated for ref in p.refs)),
        triples=tuple(dict.fromkeys(triples)),
        spans=spans,
        sentences=tuple(dict.fromkeys([telling, *sentences] if telling else sentences)),
        anchors=tuple(dict.fromkeys(m.said for m in mentions))[:_ANCHOR_ROWS],
    )


def _nearest(mention: MetricMention, dated: Sequence[PeriodSpan], ends: Sequence[int]) -> str:
    """The period said nearest in the same sentence; ``?`` where there is none."""
    sentence = bisect.bisect(ends, mention.start)
    near = [
        (max(span.start - mention.end, mention.start - span.end), span.refs[-1].period.label())
        for span in dated
        if span.refs and bisect.bisect(ends, span.start) == sentence
    ]
    return min(near)[1] if near else _UNSURE


def read_table(table: Table, text: str, company: str) -> Reading:
    """Read what the rows of a table name.

    Args:
        table: With the periods of its columns.
        text: The passage that prints it; spans are positions in it.
        company: Name that triples are about.

    """
    rows: list[StatedRow] = []
    triples: list[Triple] = []
    spans: list[EvidenceSpan] = []
    numbers: list[str] = []
    cursor = 0
    for row in table.rows:
        printed = [(at, c) for at, c in enumerate(row.cells) if c and c.value is not None]
        label_at = text.find(row.label, cursor) if row.label else -1
        cursor = max(cursor, label_at + len(row.label))
        if not printed:
            continue
        stated = stated_row(row, table.caption)
        rows.append(stated)
        if stated.metrics and label_at >= 0:
            spans.append(EvidenceSpan("metrics", label_at, label_at + len(row.label)))
        for at, cell in printed:
            numbers.append(cell.text)
            if (start := text.find(cell.text, cursor)) >= 0:
                cursor = start + len(cell.text)
                spans.append(EvidenceSpan("numbers", start, cursor))
            fitting = (key for key in stated.metrics if unit_fits(get_metric(key), cell.unit))
            label = _period_label(table, row, at)
            triples += [(company, metric, label) for metric in fitting]
    said = (cell_period(column, row) for row in table.rows for column in table.columns)
    headings = (row.section for row in table.rows if row.section)
    labels = itertools.islice((row.label for row in rows), _ANCHOR_ROWS)
    return Reading(
        metrics=tuple(dict.fromkeys(key for row in rows for key in row.metrics)),
        numbers=tuple(numbers),
        periods=tuple(dict.fromkeys(period for period in said if period is not None)),
        triples=tuple(dict.fromkeys(triples)),
        spans=(*spans, *_column_spans(table, text)),
        sentences=(),
        anchors=tuple(dict.fromkeys(filter(None, (table.caption, *headings, *labels)))),
        rows=tuple(rows),
    )


def stated_row(row: Row, caption: str) -> StatedRow:
    """A row by its names, and which metrics its label and its cells' units allow."""
    units = dict.fromkeys(c.unit or "" for c in row.cells if c and c.value is not None)
    metrics = tuple(
        key
        for key in metrics_of_row(row.label, row.section, caption)
        if any(unit_fits(get_metric(key), unit or None) for unit in units)
    )
    return StatedRow(row.label, row.section, metrics, tuple(units))


def _period_label(table: Table, row: Row, at: int) -> str:
    period = cell_period(table.columns[at], row) if at < len(table.columns) else None
    return period.label() if period else _UNSURE


def _column_spans(table: Table, text: str) -> Iterator[EvidenceSpan]:
    """Where the headers of dated columns stand."""
    cursor = 0
    for column in table.columns:
        if column.period is None or not column.label:
            continue
        start = text.find(column.label, cursor)
        if start >= 0:
            cursor = start + len(column.label)
            yield EvidenceSpan("periods", start, cursor)
