"""Finished runs side by side on the terminal."""

from collections.abc import Mapping
from typing import Any

from rich.table import Table

from hirec.evaluation.ranking.measures import MEASURES
from hirec.evaluation.reporting.figures import amount, difference_text, interval
from hirec.evaluation.reporting.ranking_table import LABELS
from hirec.intervals import Estimate


def rerank_table(metrics: Mapping[str, Any]) -> Table:
    """A column a run: figure, its 95% interval and, from the second on, what is gained.

    The gain is the paired difference to the first run; a star marks intervals without zero.
    """
    runs = metrics["runs"]
    against = f"; difference to {metrics['first']} below" if len(runs) > 1 else ""
    table = Table(title=f"{metrics['questions']} questions, 95% intervals{against}")
    table.add_column("figure")
    for name in runs:
        table.add_column(name, justify="right")
    for key in MEASURES:
        cells = []
        for name, figures in runs.items():
            difference = metrics["differences"].get(name, {}).get(key)
            note = f"\n{difference_text(key, Estimate(**difference))}" if difference else ""
            figure = figures[key]
            cells.append(f"{amount(key, figure['value'])} ({interval(key, figure)}){note}")
        table.add_row(LABELS[key], *cells)
    return table
