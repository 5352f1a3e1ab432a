"""``hirec eval reading``: how well filings are read, by their own tags."""

from pathlib import Path
from typing import Annotated, Any

import typer

from serving.cli.lines import print_json
from serving.cli.options import AsMetrics
from serving.cli.progress import steps


def reading(
    filings: Annotated[
        list[Path], typer.Option(help="Folder of filings, or one file; may be given several times.")
    ],
    out: Annotated[Path, typer.Option(help="Folder for metrics.json and records.jsonl.")],
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0: one a core.")] = 0,
    by_cause: Annotated[
        bool, typer.Option("--by-cause", help="Also a table of errors by file and class.")
    ] = False,
    as_json: AsMetrics = False,
) -> None:
    """Hold what is read from tables and covers against the filings' own XBRL tags."""
    from indexing.accuracy.reading import evaluate_reading
    from indexing.discover import discover

    paths = [Path(name) for name in discover(filings, out).files]
    with steps("reading", _progress_line) as progress:
        metrics = evaluate_reading(paths, out, workers=workers, progress=progress)
    if as_json:
        print_json(metrics)
    else:
        _show(metrics, out)
        if by_cause:
            _show_causes(metrics["by_cause"])


def _show(metrics: dict[str, Any], out: Path) -> None:
    from rich.table import Table

    from serving.cli.render import console

    table = Table("figure", "value", "95% interval", "n")
    for name, figure in metrics.items():
        if isinstance(figure, dict) and figure["n"]:
            interval = f"{figure['low']:.4f} to {figure['high']:.4f}"
            table.add_row(name, f"{figure['value']:.4f}", interval, f"{figure['n']:,}")
    screen = console()
    screen.print(table)
    counts = f"{metrics['files']} files, {metrics['pages']} pages, {metrics['failed']} not read."
    screen.print(f"{counts} What differs is listed in {out / 'records.jsonl'}.")


def _show_causes(entries: list[dict[str, Any]]) -> None:
    """Files with anything wrong, a class of error a column, and the sums below."""
    from rich.table import Table

    from serving.cli.render import console

    if not entries:
        return
    names = [name for name in entries[0] if name != "file"]
    table = Table("file", *(name for name in names), show_footer=True)
    table.columns[0].footer = f"all {len(entries)}"
    for column, name in zip(table.columns[1:], names, strict=True):
        column.justify = "right"
        column.footer = f"{sum(entry[name] for entry in entries):,}"
    for entry in entries:
        if any(entry[name] for name in names if name not in ("cells", "facts in text")):
            table.add_row(
                entry["file"], *(f"{entry[name]:,}" if entry[name] else "" for name in names)
            )
    console().print(table)


def _progress_line(done: int, total: int, name: str) -> dict[str, object]:
    return {"done": done, "total": total, "file": name}
