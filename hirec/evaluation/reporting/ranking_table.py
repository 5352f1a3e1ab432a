"""Methods of ranking side by side on the terminal."""

from collections.abc import Mapping
from typing import Any

from rich.table import Table

from hirec.evaluation.reporting.figures import amount, difference_text
from hirec.intervals import Estimate

LABELS: Mapping[str, str] = {
    "ndcg@5": "nDCG @5",
    "ndcg@10": "nDCG @10",
    "map@5": "MAP @5",
    "map@10": "MAP @10",
    "mrr@5": "MRR @5",
    "mrr@10": "MRR @10",
    "recall@5": "recall @5",
    "recall@10": "recall @10",
    "precision@5": "precision @5",
    "precision@10": "precision @10",
    "f1@5": "F1 @5",
    "f1@10": "F1 @10",
    "normalized_recall@5": "normalized recall @5",
    "normalized_recall@10": "normalized recall @10",
    "page_recall@5": "page recall @5",
    "page_recall@10": "page recall @10",
    "rank_variance": "rank variance, runs",
    "round_variance": "rank variance, rounds",
    "tokens_mean": "tokens a question",
    "seconds_p50": "seconds, median",
    "seconds_p95": "seconds, 95th pct",
}


def ranking_table(metrics: Mapping[str, Any]) -> Table:
    """A column a method; from the second on with the paired difference to the first.

    A star marks intervals without zero; figures that no method has are left out.
    """
    methods = metrics["methods"]
    within = metrics["made_with"]["within"]
    table = Table(
        title=f"{metrics['questions']} questions, within the {within}; difference to "
        f"{metrics['first']}, 95% interval"
    )
    table.add_column("figure")
    for name in methods:
        table.add_column(name, justify="right")
    for key, label in LABELS.items():
        if not any(figures[key]["n"] for figures in methods.values()):
            continue
        cells = []
        for name, figures in methods.items():
            difference = metrics["differences"].get(name, {}).get(key)
            note = f"\n{difference_text(key, Estimate(**difference))}" if difference else ""
            cells.append(_figure(key, figures[key]["value"]) + note)
        table.add_row(label, *cells)
    return table


def runs_table(metrics: Mapping[str, Any]) -> Table:
    """nDCG@10 over the runs of each method, and Welch's test against the first method."""
    key = "ndcg@10"
    table = Table(title=f"{LABELS[key]} of {len(metrics['seeds'])} runs each")
    table.add_column("method")
    for heading in ("mean", "SD", "CV %", "95% interval", f"p against {metrics['first']}"):
        table.add_column(heading, justify="right")
    for name, figures in metrics["methods"].items():
        runs = figures["between_runs"][key]
        test = metrics["welch"].get(name, {}).get(key)
        spread = f"{_places(runs['low'])} – {_places(runs['high'])}"
        cells = (_places(runs["mean"]), _places(runs["sd"]), _places(runs["cv"], 2), spread)
        table.add_row(name, *cells, _places(test and test["p"]))
    return table


def _figure(key: str, value: float | None) -> str:
    return _places(value) if key.endswith("variance") else amount(key, value)


def _places(value: float | None, places: int = 4) -> str:
    return "–" if value is None else f"{value:.{places}f}"
