"""Charts of the report as inline SVG: no script, no outside asset."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from hirec.evaluation.reporting.templates import macro

SERIES_COLORS = ("#2456b8", "#b3372f", "#1d7f4f", "#a86a00", "#6d2f86", "#3b8ea5", "#7a7a7a")
_NO_CURVE = Markup("<p class='quiet'>No question has gold pages.</p>")
_LABEL_GAP = 14
"""Points nearer than this to the last labelled one go without a label."""

Points = Sequence[Mapping[str, float]]
"""``k``, ``recall`` and ``precision`` of the first k pages."""


@dataclass(frozen=True, slots=True)
class _Axes:
    """Page recall from 0 to 1 to the right, page precision from 0 to ``top`` upwards."""

    top: float
    width: int = 460
    height: int = 300
    left: int = 46
    right: int = 460 - 14
    ceiling: int = 14
    floor: int = 300 - 40

    @classmethod
    def up_to(cls, precisions: Iterable[float]) -> "_Axes":
        highest = max(precisions)
        return cls(next((top for top in (0.1, 0.2, 0.4, 0.6, 0.8) if highest <= top), 1.0))

    def place(self, recall: float, precision: float) -> tuple[float, float]:
        x = self.left + recall * (self.right - self.left)
        y = self.floor - precision / self.top * (self.floor - self.ceiling)
        return round(x, 1), round(y, 1)


def precision_recall(points: Points, evidence: tuple[float, float] | None) -> Markup:
    """Precision over recall for growing k, and the final evidence (recall, precision) as a star."""
    if not points:
        return _NO_CURVE
    final = [evidence] if evidence else []
    axes = _Axes.up_to([p["precision"] for p in points] + [precision for _, precision in final])
    drawn = []
    last = (-1.0 * _LABEL_GAP, 0.0)
    for point in points:
        x, y = axes.place(point["recall"], point["precision"])
        labelled = max(abs(x - last[0]), abs(y - last[1])) >= _LABEL_GAP
        last = (x, y) if labelled else last
        drawn.append((x, y, point, labelled))
    stars = [(*axes.place(*each), *each) for each in final]
    return macro("charts.html", "precision_recall")(axes, drawn, stars)


def precision_recall_lines(curves: Mapping[str, Points]) -> Markup:
    """Precision over recall for growing k, a line a system, with a legend below."""
    drawn = {name: points for name, points in curves.items() if points}
    if not drawn:
        return _NO_CURVE
    axes = _Axes.up_to(p["precision"] for points in drawn.values() for p in points)
    systems = [
        (
            name,
            SERIES_COLORS[number % len(SERIES_COLORS)],
            [axes.place(p["recall"], p["precision"]) for p in points],
        )
        for number, (name, points) in enumerate(drawn.items())
    ]
    return macro("charts.html", "precision_recall_lines")(axes, systems)
