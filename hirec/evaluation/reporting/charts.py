"""Charts of the report as inline SVG: no script, no outside asset."""

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 460, 300, 46, 40, 14, 14
SERIES_COLORS = ("#2456b8", "#b3372f", "#1d7f4f", "#a86a00", "#6d2f86", "#3b8ea5", "#7a7a7a")
_LABEL_GAP = 14
"""Points nearer than this to the last labelled one go without a label."""


def precision_recall(
    points: Sequence[Mapping[str, float]], evidence: tuple[float, float] | None
) -> str:
    """Precision over recall for growing k, and the final evidence (recall, precision) as a star."""
    if not points:
        return "<p class='quiet'>No question has gold pages.</p>"
    top = _nice_top(max([p["precision"] for p in points] + [evidence[1] if evidence else 0.0]))

    def place(recall: float, precision: float) -> tuple[float, float]:
        x = LEFT + recall * (WIDTH - LEFT - RIGHT)
        return x, HEIGHT - BOTTOM - precision / top * (HEIGHT - BOTTOM - TOP)

    parts = [_axes(top)]
    places = [place(p["recall"], p["precision"]) for p in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts.append(f'<polyline class="curve" points="{line}"/>')
    labelled = (-1.0 * _LABEL_GAP, 0.0)
    for point, (x, y) in zip(points, places, strict=True):
        hint = (
            f"first {point['k']:.0f} pages: recall {point['recall']:.3f}, "
            f"precision {point['precision']:.3f}"
        )
        parts.append(
            f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4"><title>{hint}</title></circle>'
        )
        if max(abs(x - labelled[0]), abs(y - labelled[1])) >= _LABEL_GAP:
            labelled = (x, y)
            parts.append(f'<text class="tick" x="{x + 6:.1f}" y="{y - 6:.1f}">{point["k"]}</text>')
    if evidence:
        x, y = place(*evidence)
        hint = f"final evidence: recall {evidence[0]:.3f}, precision {evidence[1]:.3f}"
        parts.append(
            f'<path class="star" d="M{x:.1f} {y - 8:.1f} l8 8 l-8 8 l-8 -8 z">'
            f"<title>{hint}</title></path>"
        )
    return _svg(WIDTH, HEIGHT, "Page precision over page recall", parts)


def precision_recall_lines(curves: Mapping[str, Sequence[Mapping[str, float]]]) -> str:
    """Precision over recall for growing k, a line a system, with a legend below."""
    drawn = {name: points for name, points in curves.items() if points}
    if not drawn:
        return "<p class='quiet'>No question has gold pages.</p>"
    top = _nice_top(max(p["precision"] for points in drawn.values() for p in points))
    parts, legend = [_axes(top)], []
    for number, (name, points) in enumerate(drawn.items()):
        color = SERIES_COLORS[number % len(SERIES_COLORS)]
        places = (
            f"{LEFT + p['recall'] * (WIDTH - LEFT - RIGHT):.1f},"
            f"{HEIGHT - BOTTOM - p['precision'] / top * (HEIGHT - BOTTOM - TOP):.1f}"
            for p in points
        )
        parts.append(
            f'<polyline class="series" stroke="{color}" points="{" ".join(places)}">'
            f"<title>{escape(name)}</title></polyline>"
        )
        legend.append(f'<span><i style="background:{color}"></i>{escape(name)}</span>')
    chart = _svg(WIDTH, HEIGHT, "Page precision over page recall", parts)
    return f'{chart}<div class="legend">{"".join(legend)}</div>'


def bars(counts: Sequence[tuple[str, int, str]], total: int) -> str:
    """Horizontal bars of (label, count, css class), with count and share of ``total`` behind."""
    row, label_width, bar_width = 26, 120, 230
    parts = []
    for position, (label, count, css) in enumerate(counts):
        y = position * row
        width = bar_width * count / total if total else 0.0
        parts.append(
            f'<text class="name" x="{label_width - 8}" y="{y + 17}">{escape(label)}</text>'
            f'<rect class="track" x="{label_width}" y="{y + 5}" width="{bar_width}" height="16"/>'
            f'<rect class="{css}" x="{label_width}" y="{y + 5}" width="{width:.1f}" height="16"/>'
            f'<text class="count" x="{label_width + bar_width + 8}" y="{y + 17}">'
            f"{count} · {count / total if total else 0:.0%}</text>"
        )
    return _svg(label_width + bar_width + 80, row * len(counts), "Counts", parts)


def interval_bar(value: float, low: float, high: float) -> str:
    """A share between 0 and 1 as a bar with its interval as a whisker."""
    return (
        '<svg class="interval" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="track" x="0" y="3" width="100" height="4"/>'
        f'<rect class="fill" x="0" y="3" width="{100 * value:.1f}" height="4"/>'
        f'<rect class="whisker" x="{100 * low:.1f}" y="4.4" '
        f'width="{max(0.6, 100 * (high - low)):.1f}" height="1.2"/></svg>'
    )


def _axes(top: float) -> str:
    parts = []
    for step in range(5):
        share = step / 4
        x = LEFT + share * (WIDTH - LEFT - RIGHT)
        y = HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
        parts.append(
            f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text class="tick middle" x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}">{share:g}</text>'
            f'<text class="tick end" x="{LEFT - 6}" y="{y + 4:.1f}">{share * top:.2g}</text>'
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(
        f'<text class="axis middle" x="{middle:.1f}" y="{HEIGHT - 6}">page recall</text>'
        f'<text class="axis middle" transform="rotate(-90 12 {HEIGHT / 2:.0f})" x="12" '
        f'y="{HEIGHT / 2:.0f}">page precision</text>'
    )
    return "".join(parts)


def _nice_top(highest: float) -> float:
    return next((top for top in (0.1, 0.2, 0.4, 0.6, 0.8) if highest <= top), 1.0)


def _svg(width: int, height: int, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )
