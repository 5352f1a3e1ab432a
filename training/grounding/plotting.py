"""Risk over coverage, and share right over probability, of companies left out."""

from collections.abc import Sequence
from pathlib import Path

from hirec.plots import DPI, new_figure

_SIZE_IN = (9.0, 4.2)


def write_plot(
    path: Path,
    curve: Sequence[tuple[float, float]],
    reliability: Sequence[tuple[float, float, int]],
    risk: float,
) -> None:
    """Write both as one PNG; raises :class:`hirec.plots.PlotsMissingError`."""
    figure = new_figure(*_SIZE_IN)
    left, right = figure.subplots(1, 2)
    left.plot([covered for covered, _ in curve], [wrong for _, wrong in curve], color="#6d2f86")
    left.axhline(risk, color="#b3372f", linewidth=0.8, linestyle="--")
    left.set(xlabel="answered", ylabel="wrong among answered", xlim=(0, 1), ylim=(0, None))
    left.set_title("Risk and coverage, companies left out")
    right.plot([0, 1], [0, 1], color="#999999", linewidth=0.8)
    right.plot(
        [mean for mean, _, _ in reliability],
        [share for _, share, _ in reliability],
        marker="o",
        color="#6d2f86",
    )
    right.set(xlabel="probability", ylabel="share right", xlim=(0, 1), ylim=(0, 1))
    right.set_title("Certainty, companies left out")
    for axes in (left, right):
        axes.grid(alpha=0.3)
    figure.savefig(path, dpi=DPI)
