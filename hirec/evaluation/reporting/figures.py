"""How figures are named and printed, on the terminal and in the report alike."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from hirec.evaluation.scores import BY_KEY, METRICS
from hirec.intervals import Estimate

LABELS: Mapping[str, str] = {metric.key: metric.label for metric in METRICS}
"""Words people read, by the names of ``metrics.json``."""

GROUPS: Mapping[str, Sequence[str]] = {
    group: [metric.key for metric in metrics]
    for group, metrics in itertools.groupby(METRICS, lambda metric: metric.group)
}
"""Names of ``metrics.json`` by the heading they are printed under."""


def amount(metric: str, value: float | None) -> str:
    """A figure as text: shares with three places, amounts with theirs or none, a dash for none."""
    if value is None:
        return "–"
    decimals = BY_KEY[metric].decimals if metric in BY_KEY else None
    if decimals is None:
        return f"{value:.3f}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.{decimals}f}"


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
