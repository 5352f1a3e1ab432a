"""The loss of each step as a picture."""

from collections.abc import Sequence
from pathlib import Path

from hirec.plots import DPI, new_figure

CURVE = "loss.png"
_SIZE_IN = (6.0, 3.6)
_SPANS = 20
"""The mean line averages over a twentieth of the steps."""


def write_curve(path: Path, losses: Sequence[float]) -> None:
    """Write a PNG; raises :class:`hirec.plots.PlotsMissingError` where matplotlib is missing."""
    figure = new_figure(*_SIZE_IN)
    axes = figure.subplots()
    steps = range(1, len(losses) + 1)
    axes.plot(steps, losses, color="#c9b3d4", linewidth=0.8, label="step")
    span = max(1, len(losses) // _SPANS)
    means = [sum(part) / len(part) for part in (losses[max(0, s - span) : s] for s in steps)]
    axes.plot(steps, means, color="#6d2f86", label=f"mean of {span}")
    axes.set(xlabel="step", ylabel="loss", ylim=(0, None))
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=DPI)
