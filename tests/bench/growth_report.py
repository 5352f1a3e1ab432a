"""Table and plot of :mod:`growth`."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

_Row = tuple[str, Callable[[Any], Any], str]

ROWS: tuple[_Row, ...] = (
    ("filings in the index", lambda f: f["filings"], "{:,.0f}"),
    ("files that failed", lambda f: f["failed"], "{:,.0f}"),
    ("pages", lambda f: f["pages"], "{:,.0f}"),
    ("reading, pages/s", lambda f: f["pages_per_s"], "{:.0f}"),
    ("embedding, covers/s", lambda f: f["covers_per_s"], "{:.1f}"),
    ("readers' CPU, ms a page", lambda f: f["reader_ms"], "{:.1f}"),
    ("builder's CPU while reading, ms a filing", lambda f: f["builder_ms"], "{:.1f}"),
    ("embedding's CPU, ms a cover", lambda f: f["cover_ms"], "{:.1f}"),
    ("reading, s", lambda f: f["reading_s"], "{:,.0f}"),
    ("embedding, s", lambda f: f["embedding_s"], "{:,.0f}"),
    ("writing the vectors, s", lambda f: f["writing_s"], "{:.1f}"),
    ("peak memory of the builder, MB", lambda f: f["builder_mb"], "{:,.0f}"),
    ("builder at the end of reading, MB", lambda f: f["reading_mb"], "{:,.0f}"),
    ("the same over a third of the way", lambda f: f["reading_last_third"], "{:.2f}"),
    ("peak memory of a worker, MB", lambda f: f["worker_mb"], "{:,.0f}"),
    ("filings on disk, MB", lambda f: f["filings_mb"], "{:,.0f}"),
    ("index on disk, MB", lambda f: f["index_mb"], "{:,.0f}"),
    ("open, s", lambda f: f["asked"]["open_s"], "{:.2f}"),
    ("first question, no company, s", lambda f: f["asked"]["first_unnamed_s"], "{:.2f}"),
    ("the same again, s", lambda f: f["asked"]["second_unnamed_s"], "{:.2f}"),
    ("resident memory after these, MB", lambda f: f["asked"].get("begun_mb"), "{:,.0f}"),
    ("memory after all questions, MB", lambda f: f["asked"]["asking_mb"], "{:,.0f}"),
    ("of it mapped files, MB", lambda f: f["asked"].get("mapped_mb"), "{:,.0f}"),
    ("a question, median s", lambda f: f["asked"]["question"]["median"], "{:.2f}"),
    ("a question, p95 s", lambda f: f["asked"]["question"]["p95"], "{:.2f}"),
    ("questions", lambda f: f["asked"]["questions"], "{:.0f}"),
    ("filing hit@1", lambda f: f["asked"]["filing_hit@1"], "{:.3f}"),
    ("filing hit@5", lambda f: f["asked"]["filing_hit@5"], "{:.3f}"),
    ("page recall@5", lambda f: f["asked"]["page_recall@5"], "{:.3f}"),
    ("numbers right", lambda f: f["asked"]["numeric_right"], "{:.3f}"),
    ("numbers wrong", lambda f: f["asked"]["numeric_wrong"], "{:.3f}"),
    ("refused rightly", lambda f: f["asked"]["abstained_right"], "{:.3f}"),
)


def write_report(figures: Mapping[str, Any], out: Path) -> None:
    """Write ``growth.json``, ``growth.md`` and ``growth.png``; print the table."""
    ordered = {key: figures[key] for key in sorted(figures, key=int)}
    (out / "growth.json").write_text(json.dumps(ordered, indent=1), encoding="utf-8")
    text = table(ordered)
    (out / "growth.md").write_text(text, encoding="utf-8")
    print(text)
    plot(ordered, out / "growth.png")


def table(figures: Mapping[str, Any]) -> str:
    """A Markdown table, a column a size; then the stages' medians and p95."""
    sizes = [f"{int(size):,}" for size in figures]
    lines = [f"| filings | {' | '.join(sizes)} |", "|---|" + "---|" * len(sizes)]
    for name, read, form in ROWS:
        cells = [_cell(read(figure), form) for figure in figures.values()]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    for stage in _stages(figures):
        found = [figure["asked"]["stages"].get(stage) for figure in figures.values()]
        cells = [f"{s['median']:.3f} / {s['p95']:.3f}" if s else "" for s in found]
        lines.append(f"| {stage}, median / p95 s | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(value: float | None, form: str) -> str:
    return "" if value is None else form.format(value)


def _stages(figures: Mapping[str, Any]) -> list[str]:
    names = (stage for figure in figures.values() for stage in figure["asked"]["stages"])
    return list(dict.fromkeys(names))


def plot(figures: Mapping[str, Any], path: Path) -> None:
    """Throughput, memory, times and quality over the number of filings."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    sizes = [int(size) for size in figures]
    panels = (
        ("Building", "a second", ("reading, pages/s", "embedding, covers/s")),
        ("Memory", "MB", ROWS_MB),
        ("Waiting", "s", ("open, s", "first question, no company, s", "a question, median s",
                          "a question, p95 s")),
        ("Quality", "share", ("filing hit@1", "filing hit@5", "page recall@5", "numbers right",
                              "numbers wrong")),
    )  # fmt: skip
    shown = {name: read for name, read, _ in ROWS}
    figure, axes = pyplot.subplots(2, 2, figsize=(11, 8))
    for axis, (title, unit, names) in zip(axes.flat, panels, strict=True):
        for name in names:
            values = [shown[name](each) for each in figures.values()]
            axis.plot(sizes, values, marker="o", label=name)
        axis.set(title=title, ylabel=unit, xlabel="filings", xscale="log", ylim=(0, None))
        axis.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=120, metadata={"Software": ""})
    pyplot.close(figure)


ROWS_MB = (
    "peak memory of the builder, MB",
    "peak memory of a worker, MB",
    "memory after all questions, MB",
)
