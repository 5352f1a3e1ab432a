"""Pictures as PNG files, through matplotlib (extra ``plots``)."""

from typing import TYPE_CHECKING

from hirec.types import HirecError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DPI = 150


class PlotsMissingError(HirecError):
    """matplotlib is not installed."""


def new_figure(width_in: float, height_in: float) -> "Figure":
    """An empty figure; save it with ``dpi=DPI``.

    Raises:
        PlotsMissingError: matplotlib is not installed.

    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise PlotsMissingError(
            "No PNG plots: matplotlib is missing; install it with: pip install 'hirec[plots]'"
        ) from error
    return Figure(figsize=(width_in, height_in), layout="constrained")
