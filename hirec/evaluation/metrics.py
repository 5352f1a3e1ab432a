"""From records to ``metrics.json``: every figure with its 95% bootstrap interval."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hirec.datasets.pages import page_precision, page_recall
from hirec.evaluation.records import Record
from hirec.evaluation.scores import BY_KEY, METRICS, Metric
from hirec.evaluation.slices import SLICES
from hirec.intervals import Estimate, estimate, percentile
from hirec.types import Trace

CURVE_DEPTHS = range(1, 51)
"""As in HiREC's figure 5."""


def summarize(records: Sequence[Record]) -> dict[str, Any]:
    """Overall metrics at the top level, then ``by_type``, ``by_slice``, counts, errors, curve.

    Each metric is ``{value, low, high, n}``; where no question counts, value is null and n 0.
    """
    types = sorted({record.type for record in records})
    return {
        **_figures(records),
        "by_type": {t: _figures([r for r in records if r.type == t]) for t in types},
        "by_slice": {name: _slice(records, name) for name in SLICES},
        "questions": len(records),
        "outcomes": dict(sorted(Counter(r.outcome for r in records).items())),
        "lost_at": dict(sorted(Counter(r.lost_at for r in records).items())),
        "top_errors": dict(sorted(Counter(r.top_error for r in records if r.top_error).items())),
        "misses": dict(sorted(Counter(r.miss for r in records if r.miss).items())),
        "missing_filings": sorted({name for r in records for name in r.missing_filings}),
        "curve": _curve(records),
        "tiers": _tiers(records),
    }


def metric_values(records: Sequence[Record], metric: str) -> dict[str, float]:
    """One metric's value by question id, for the questions it applies to."""
    if BY_KEY[metric].score is None:
        return {record.id: record.seconds for record in records if not record.error}
    key = BY_KEY[metric].record_key or metric
    return {record.id: record.scores[key] for record in records if key in record.scores}


def _figures(records: Sequence[Record]) -> dict[str, Any]:
    return {metric.key: _figure(records, metric).to_json() for metric in METRICS} | {
        "seconds_by_stage": {
            stage: figure.to_json() for stage, figure in _stage_seconds(records).items()
        }
    }


def _figure(records: Sequence[Record], metric: Metric) -> Estimate:
    return estimate(list(metric_values(records, metric.key).values()), metric.statistic)


def _slice(records: Sequence[Record], name: str) -> dict[str, Any]:
    """Questions and figures in each part of a slice."""
    parts = sorted({record.slices[name] for record in records if name in record.slices})
    cut: dict[str, Any] = {}
    for part in parts:
        within = [record for record in records if record.slices.get(name) == part]
        figures = {each.key: _figure(within, each) for each in METRICS if each.sliced}
        measured = {key: figure.to_json() for key, figure in figures.items() if figure.n}
        cut[part] = {"questions": len(within), **measured}
    return cut


def _stage_seconds(records: Sequence[Record]) -> dict[str, Estimate]:
    """Median seconds a question spends in each stage (rounds summed), in the stages' own order."""
    spent: dict[str, list[float]] = {}
    for record in records:
        if record.answer is None:
            continue
        totals = Trace(record.question, record.answer.trace).seconds_by_stage()
        for stage, seconds in totals.items():
            spent.setdefault(stage, []).append(seconds)
    return {stage: estimate(values, percentile(50)) for stage, values in spent.items()}


def _tiers(records: Sequence[Record]) -> dict[str, dict[str, Any]]:
    """By who answered (``rules``, ``llm``, both, ``nobody``): outcomes and what they took.

    Empty where nothing was read in tiers. A reply out of the cache counts with what it once cost.
    """
    found: dict[str, list[Record]] = {}
    for record in records:
        steps = record.answer.trace if record.answer else ()
        read = [step.detail["answered"] or "nobody" for step in steps if step.stage == "tiers"]
        for name in dict.fromkeys(read):
            found.setdefault(name, []).append(record)
    return {
        name: {
            "questions": len(answered),
            "outcomes": dict(sorted(Counter(record.outcome for record in answered).items())),
            "calls": sum(len(_calls(record)) for record in answered),
            "tokens": sum(
                call["input_tokens"] + call["output_tokens"]
                for record in answered
                for call in _calls(record)
            ),
            "seconds": round(sum(record.seconds for record in answered), 3),
        }
        for name, answered in sorted(found.items())
    }


def _calls(record: Record) -> list[Any]:
    """Each call of a question on a language model, as the trace has it."""
    steps = record.answer.trace if record.answer else ()
    return [call for step in steps for call in step.detail.get("calls", ())]


def _curve(records: Sequence[Record]) -> list[dict[str, float]]:
    """Mean page precision and recall over k."""
    measured = [r for r in records if "page_recall@5" in r.scores]
    if not measured:
        return []
    points = []
    for k in CURVE_DEPTHS:
        recall = [page_recall(r.ranked_pages, r.gold_pages, k, r.any_evidence) for r in measured]
        precision = [page_precision(r.ranked_pages, r.gold_pages, k) for r in measured]
        points.append(
            {"k": k, "recall": sum(recall) / len(recall), "precision": sum(precision) / len(recall)}
        )
        if all(len(r.ranked_pages) <= k for r in measured):
            break
    return points
