"""How figures are named and printed, on the terminal and in the report alike."""

from collections.abc import Mapping
from typing import Any

from hirec.intervals import Estimate

GROUPS: Mapping[str, Mapping[str, str]] = {
    "Filings": {"filing_hit@1": "filing hit @1", "filing_hit@5": "filing hit @5"},
    "Pages ranked": {
        "page_recall@5": "page recall @5",
        "page_recall@10": "page recall @10",
        "page_recall@20": "page recall @20",
        "page_precision@5": "page precision @5",
        "page_precision@10": "page precision @10",
    },
    "First passage": {
        "company_error": "wrong company first",
        "document_error": "wrong filing first",
        "page_error": "wrong page first",
    },
    "Final evidence": {
        "evidence_page_recall": "evidence recall",
        "evidence_page_precision": "evidence precision",
        "evidence_passages": "evidence passages",
    },
    "Answers": {
        "numeric_right": "numeric right",
        "numeric_wrong": "numeric wrong",
        "numeric_abstained": "numeric abstained",
        "abstained_right": "unanswerable refused",
        "textual_abstained": "textual abstained",
        "textual_f1": "textual token F1",
        "textual_key_figures": "textual key figures",
        "errors": "errors",
    },
    "Cost": {
        "seconds_p50": "seconds, median",
        "seconds_p95": "seconds, 95th pct",
        "tokens_mean": "tokens a question",
        "retrieval_prompt_tokens": "retrieval, prompts",
        "retrieval_reply_tokens": "retrieval, replies",
        "answer_prompt_tokens": "answer, prompts",
        "answer_reply_tokens": "answer, replies",
        "prefix_share": "prompt from prefix cache",
    },
}
"""Metric names of ``metrics.json`` with the words people read, by group."""

LABELS: Mapping[str, str] = {
    key: label for group in GROUPS.values() for key, label in group.items()
}

COUNTED = frozenset(
    {
        "evidence_passages",
        "seconds_p50",
        "seconds_p95",
        "tokens_mean",
        "retrieval_prompt_tokens",
        "retrieval_reply_tokens",
        "answer_prompt_tokens",
        "answer_reply_tokens",
    }
)
"""Metrics that are amounts; all others are shares between 0 and 1."""


def amount(metric: str, value: float | None) -> str:
    """A figure as text: shares with three places, amounts with two or none, a dash for none."""
    if value is None:
        return "–"
    if metric not in COUNTED:
        return f"{value:.3f}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}"


def interval(metric: str, figure: Mapping[str, Any]) -> str:
    """The 95% interval as text, empty where there is none."""
    if figure["low"] is None:
        return ""
    return f"{amount(metric, figure['low'])} – {amount(metric, figure['high'])}"


def difference_text(metric: str, difference: Estimate) -> str:
    """A paired difference with its interval, starred where the interval leaves out zero."""
    if difference.value is None or difference.low is None or difference.high is None:
        return ""
    sure = "*" if difference.low > 0 or difference.high < 0 else ""
    sign = "+" if difference.value > 0 else ""
    spread = interval(metric, difference.to_json())
    return f"{sign}{amount(metric, difference.value)}{sure} ({spread})"


def times(ratio: Estimate) -> str:
    """A ratio with its interval: ``2.61 (2.02 – 3.50)``."""
    if ratio.value is None:
        return "–"
    spread = "" if ratio.low is None else f" ({ratio.low:.2f} – {ratio.high:.2f})"
    return f"{ratio.value:.2f}{spread}"
