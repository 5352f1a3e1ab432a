"""One self-contained HTML file: summary, charts, and every question's story."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import shorten
from typing import Any

from hirec.evaluation.records import Record
from hirec.evaluation.reporting.charts import precision_recall
from hirec.evaluation.reporting.figures import GROUPS, LABELS, amount, interval
from hirec.evaluation.reporting.templates import render
from hirec.evaluation.scores import METRICS
from hirec.types import Operand

OUTCOMES = ("right", "answered", "retrieved", "abstained", "wrong", "error")
_GIST_CHARS = 90
_LOST_WORDS = {
    "index": "not in the index",
    "scope": "lost at scope",
    "documents": "lost at documents",
    "passages": "lost at passages",
    "curation": "lost at curation",
    "answer": "lost at answer",
    "none": "kept to the end",
}
_TOP_ERRORS = ("none", "page", "document", "company", "empty", "index")
_TOP_CLASSES = {"none": "right", "page": "abstained", "document": "wrong", "company": "error"}

_Bar = tuple[str, int, str]
"""Label, count and CSS class."""


def write_report(path: Path, metrics: Mapping[str, Any], records: Sequence[Record]) -> None:
    """Write the report; it loads nothing from anywhere and all foreign text in it is escaped.

    Args:
        path: The HTML file.
        metrics: What ``metrics.json`` holds.
        records: One a question; those that went wrong are shown first.

    """
    measured = [key for key in LABELS if metrics[key]["n"]]
    groups = ((name, [key for key in keys if key in measured]) for name, keys in GROUPS.items())
    recall, precision = metrics["evidence_page_recall"], metrics["evidence_page_precision"]
    final = (recall["value"], precision["value"]) if recall["n"] else None
    page = render(
        "report.html",
        title=f"evaluation · {metrics['system']}",
        metrics=metrics,
        measured=measured,
        groups=[(name, keys) for name, keys in groups if keys],
        labels=LABELS,
        sliced=[metric.key for metric in METRICS if metric.sliced],
        amounts={metric.key for metric in METRICS if metric.decimals is not None},
        amount=amount,
        interval=interval,
        outcomes=_bars(metrics["outcomes"], {name: name for name in OUTCOMES}),
        lost=_bars(
            metrics["lost_at"], {n: "right" if n == "none" else "wrong" for n in _LOST_WORDS}
        ),
        top_errors=_error_bars(metrics["top_errors"]),
        misses=_error_bars(metrics["misses"]),
        curve=precision_recall(metrics["curve"], final),
        lost_words=_LOST_WORDS,
        records=sorted(records, key=lambda r: (r.outcome == "right", r.outcome == "answered")),
        facts=_facts,
        gist=lambda text: shorten(text, _GIST_CHARS, placeholder=" …"),
        operand_rows=lambda operands: [_operand_row(each) for each in operands],
        indented=lambda detail: json.dumps(detail, indent=1, ensure_ascii=False, default=str),
    )
    path.write_text(page, encoding="utf-8")


def _bars(counts: Mapping[str, int], classes: Mapping[str, str]) -> list[_Bar]:
    return [(name, counts[name], f"bar {css}") for name, css in classes.items() if counts.get(name)]


def _error_bars(counts: Mapping[str, int]) -> list[_Bar]:
    bars = _bars(counts, {name: _TOP_CLASSES.get(name, "error") for name in _TOP_ERRORS})
    return [("right page" if name == "none" else name, count, css) for name, count, css in bars]


def _facts(record: Record) -> list[str]:
    facts = [record.id, record.type, f"{record.seconds:.2f} s"]
    if record.answer:
        usage = record.answer.usage
        facts.append(f"{usage.input_tokens + usage.output_tokens:,} tokens")
        facts.append(f"{len(record.answer.evidence)} passages of evidence")
    if record.top_error not in ("", "none"):
        facts.append(f"first passage: {record.top_error} error")
    return facts


def _operand_row(operand: Operand) -> tuple[str, ...]:
    o = operand
    place = f"{o.filing_id} p. {o.page_number}"
    return o.name, o.printed, f"{o.value:f}", o.unit, o.row, o.column, place
