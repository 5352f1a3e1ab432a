"""From records to ``metrics.json``: every figure with its 95% bootstrap interval."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hirec.datasets.pages import page_precision, page_recall
from hirec.evaluation.records import Record
from hirec.evaluation.slices import SLICES
from hirec.intervals import Estimate, estimate, percentile
from hirec.types import Trace

MEANS = {
    "filing_hit@1": "filing_hit@1",
    "filing_hit@5": "filing_hit@5",
    "page_recall@5": "page_recall@5",
    "page_recall@10": "page_recall@10",
    "page_recall@20": "page_recall@20",
    "page_precision@5": "page_precision@5",
    "page_precision@10": "page_precision@10",
    "page_f1@5": "page_f1@5",
    "page_f1@10": "page_f1@10",
    "page_normalized_recall@5": "page_normalized_recall@5",
    "page_normalized_recall@10": "page_normalized_recall@10",
    "company_error": "company_error",
    "document_error": "document_error",
    "page_error": "page_error",
    "evidence_page_recall": "evidence_page_recall",
    "evidence_page_precision": "evidence_page_precision",
    "evidence_page_f1": "evidence_page_f1",
    "evidence_passages": "evidence_passages",
    "numeric_right": "numeric_right",
    "numeric_wrong": "numeric_wrong",
    "numeric_abstained": "numeric_abstained",
    "abstained_right": "abstained_right",
    "textual_abstained": "textual_abstained",
    "textual_f1": "textual_f1",
    "textual_key_figures": "textual_key_figures",
    "errors": "errors",
    "tokens_mean": "tokens",
    "cost_usd_mean": "cost_usd",
    "retrieval_prompt_tokens": "retrieval_prompt_tokens",
    "retrieval_reply_tokens": "retrieval_reply_tokens",
    "answer_prompt_tokens": "answer_prompt_tokens",
    "answer_reply_tokens": "answer_reply_tokens",
    "prefix_share": "prefix_share",
}
"""Metric of the report → key of a record's scores; each is a mean over questions that have it."""

SLICED = (
    "filing_hit@1",
    "page_recall@5",
    "page_recall@10",
    "evidence_page_recall",
    "numeric_right",
    "numeric_wrong",
    "numeric_abstained",
    "textual_abstained",
    "textual_f1",
)
"""Metrics that are given for every part of every slice."""

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
    key = MEANS[metric]
    return {record.id: record.scores[key] for record in records if key in record.scores}


def _figures(records: Sequence[Record]) -> dict[str, Any]:
    figures = {name: estimate(list(metric_values(records, name).values())) for name in MEANS}
    seconds = [record.seconds for record in records if not record.error]
    figures["seconds_p50"] = estimate(seconds, percentile(50))
    figures["seconds_p95"] = estimate(seconds, percentile(95))
    return {name: figure.to_json() for name, figure in figures.items()} | {
        "seconds_by_stage": {
            stage: figure.to_json() for stage, figure in _stage_seconds(records).items()
        }
    }


def _slice(records: Sequence[Record], name: str) -> dict[str, Any]:
    """Questions and the figures of :data:`SLICED` in each part of a slice."""
    parts = sorted({record.slices[name] for record in records if name in record.slices})
    cut: dict[str, Any] = {}
    for part in parts:
        within = [record for record in records if record.slices.get(name) == part]
        figures = {each: estimate(list(metric_values(within, each).values())) for each in SLICED}
        measured = {each: figure.to_json() for each, figure in figures.items() if figure.n}
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
