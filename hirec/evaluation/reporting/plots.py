"""Plots of finished runs as PNG files, through matplotlib (extra ``plots``)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hirec.evaluation.reporting.charts import SERIES_COLORS
from hirec.plots import DPI, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ERROR_CLASSES = ("company", "document", "page")
_CLASS_COLORS = ("#6d2f86", "#b3372f", "#a86a00")
_WIDTH_IN, _HEIGHT_IN = 6.4, 4.4


def write_plots(folder: Path, metrics: Mapping[str, Mapping[str, Any]]) -> tuple[Path, ...]:
    """Write ``precision-recall.png`` and ``top-errors.png`` for one or several systems.

    Args:
        folder: Where to write.
        metrics: Name of each system → what its ``metrics.json`` holds.

    Raises:
        hirec.plots.PlotsMissingError: matplotlib is not installed.

    """
    curve = new_figure(_WIDTH_IN, _HEIGHT_IN)
    _precision_recall(curve.subplots(), {name: m["curve"] for name, m in metrics.items()})
    errors = new_figure(_WIDTH_IN, _HEIGHT_IN)
    _top_errors(errors.subplots(), {name: m["top_errors"] for name, m in metrics.items()})
    paths = (folder / "precision-recall.png", folder / "top-errors.png")
    for figure, path in zip((curve, errors), paths, strict=True):
        figure.savefig(path, dpi=DPI)
    return paths


def _precision_recall(axes: "Axes", curves: Mapping[str, Sequence[Mapping[str, float]]]) -> None:
    """HiREC's figure 5: page precision over page recall for k from 1 to 50."""
    for number, (name, points) in enumerate(curves.items()):
        recall, precision = [p["recall"] for p in points], [p["precision"] for p in points]
        color = SERIES_COLORS[number % len(SERIES_COLORS)]
        axes.plot(recall, precision, marker=".", markersize=3, color=color, label=name)
    axes.set(xlabel="page recall", ylabel="page precision", xlim=(0, 1))
    axes.set_ylim(bottom=0)
    axes.set_title("First k pages, k from 1 to 50")
    axes.grid(alpha=0.3)
    axes.legend()


def _top_errors(axes: "Axes", counts: Mapping[str, Mapping[str, int]]) -> None:
    """HiREC's figure 3: whose the first passage is where it is wrong, as shares of questions."""
    names = list(counts)
    bottom = [0.0] * len(names)
    for label, color in zip(ERROR_CLASSES, _CLASS_COLORS, strict=True):
        shares = [counts[n].get(label, 0) / max(1, sum(counts[n].values())) for n in names]
        axes.bar(names, shares, bottom=bottom, color=color, label=f"wrong {label}")
        bottom = [low + share for low, share in zip(bottom, shares, strict=True)]
    axes.set(ylabel="share of questions", ylim=(0, 1))
    axes.set_title("Error class of the first passage")
    axes.legend()
