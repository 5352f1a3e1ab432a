"""Results on the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table

from hirec.evaluation.reporting.figures import (
    GROUPS,
    LABELS,
    amount,
    difference_text,
    interval,
    times,
)
from hirec.intervals import Estimate


def metrics_table(metrics: Mapping[str, Any]) -> Table:
    """Overall figures with their intervals."""
    table = Table(title=f"{metrics['system']} · {metrics['questions']} questions")
    table.add_column("metric", no_wrap=True)
    for heading in ("value", "95% interval", "n"):
        table.add_column(heading, justify="right", no_wrap=True)
    for keys in GROUPS.values():
        rows = [key for key in keys if metrics[key]["n"]]
        for key in rows:
            figure = metrics[key]
            cells = (amount(key, figure["value"]), interval(key, figure), str(figure["n"]))
            table.add_row(LABELS[key], *cells, end_section=key == rows[-1])
    return table


def types_table(metrics: Mapping[str, Any]) -> Table:
    """Figures by question type, a column each, with the number of questions."""
    table = Table(title="by type")
    table.add_column("metric", no_wrap=True)
    for kind, figures in metrics["by_type"].items():
        table.add_column(f"{kind}\n{figures['errors']['n']}", justify="right", overflow="fold")
    for key, label in LABELS.items():
        if metrics[key]["n"]:
            values = (amount(key, f[key]["value"]) for f in metrics["by_type"].values())
            table.add_row(label, *values)
    return table


def slice_table(name: str, parts: Mapping[str, Mapping[str, Any]]) -> Table:
    """The parts of one slice, a line each, the largest first, with the number of questions."""
    measured = [key for key in LABELS if any(key in figures for figures in parts.values())]
    table = Table(title=f"by {name}")
    table.add_column(name)
    table.add_column("questions", justify="right")
    for key in measured:
        table.add_column(LABELS[key], justify="right")
    for part, figures in sorted(parts.items(), key=lambda each: -each[1]["questions"]):
        cells = (amount(key, figures[key]["value"]) if key in figures else "–" for key in measured)
        table.add_row(part, str(figures["questions"]), *cells)
    return table


def stage_line(metrics: Mapping[str, Any]) -> str:
    """Median seconds by stage in one line."""
    stages = metrics["seconds_by_stage"].items()
    return ", ".join(f"{stage} {figure['value']:.2f} s" for stage, figure in stages)


def comparison_table(
    names: Sequence[str],
    metrics: Sequence[Mapping[str, Any]],
    differences: Mapping[str, Sequence[Estimate]],
) -> Table:
    """Systems side by side; from the second on with the paired difference to the first.

    Args:
        names: Of the systems, in the order of the columns.
        metrics: What ``metrics.json`` of each holds.
        differences: For each mean one estimate for each system but the first; a star marks
            intervals without zero.

    """
    table = Table(title=f"Difference to {names[0]} over the same questions, 95% interval")
    table.add_column("metric")
    for name in names:
        table.add_column(name, justify="right")
    for key, label in LABELS.items():
        if not any(result[key]["n"] for result in metrics):
            continue
        cells = [amount(key, result[key]["value"]) for result in metrics]
        for column, difference in enumerate(differences.get(key, ()), start=1):
            cells[column] += f"\n{difference_text(key, difference)}"
        table.add_row(label, *cells)
    return table


def ratio_table(names: Sequence[str], ratios: Mapping[str, Sequence[Estimate]]) -> Table:
    """How many times the first system's figure is of each other system's, with intervals."""
    table = Table(title=f"{names[0]} over the others, 95% interval")
    table.add_column("ratio of")
    for name in names[1:]:
        table.add_column(name, justify="right")
    for key, estimates in ratios.items():
        table.add_row(LABELS[key], *(times(estimate) for estimate in estimates))
    return table


def stages_table(names: Sequence[str], metrics: Sequence[Mapping[str, Any]]) -> Table:
    """Median seconds a question spends in each stage, a row a system."""
    stages = list(dict.fromkeys(stage for m in metrics for stage in m["seconds_by_stage"]))
    table = Table(title="Median seconds by stage")
    table.add_column("system")
    for stage in stages:
        table.add_column(stage, justify="right")
    for name, result in zip(names, metrics, strict=True):
        spent = result["seconds_by_stage"]
        cells = (f"{spent[s]['value']:.3f}" if s in spent else "–" for s in stages)
        table.add_row(name, *cells)
    return table
